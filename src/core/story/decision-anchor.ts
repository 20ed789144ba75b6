import type Database from 'better-sqlite3'
import { fail } from '@shared/fault'
import type { DecisionAnchor } from '@shared/story-ledgers'
import { isContentPath } from './content-path'
import type { FieldsOf } from './fields'
import { one } from './prepared'
import { referenced } from './references'
import { tables, type DecisionRow } from './rows'

type Given = NonNullable<FieldsOf<'decision'>['anchor']>
type Columns = Pick<DecisionRow, 'anchorKind' | 'anchorId' | 'anchorPath'>
const story: DecisionAnchor = { kind: 'story', id: null, path: null }

function refuse(kind: string, expected: string, actual: string): never {
  fail('ANCHOR_INVALID', `An anchor of kind ${kind} takes ${expected}.`, { pointer: '/anchor', actual, expected, fix: 'Give the whole anchor again; it is replaced whole.' })
}

/** The anchor's columns, replaced whole: story takes neither, content a path, the others an id; ANCHOR_INVALID otherwise (02 §5). */
export function anchorColumnsOf(db: Database.Database, { kind, id = null, path = null }: Given): Columns {
  const actual = JSON.stringify({ id, path })
  if (kind === 'story') return id === null && path === null ? { anchorKind: kind, anchorId: null, anchorPath: null } : refuse(kind, 'neither id nor path', actual)
  if (kind === 'content') return id === null && path !== null && isContentPath(path) ? { anchorKind: kind, anchorId: null, anchorPath: path } : refuse(kind, 'a relative content path only', actual)
  if (id === null || path !== null) refuse(kind, 'an id only', actual)
  return { anchorKind: kind, anchorId: referenced(db, kind, id, 'anchor/id'), anchorPath: null }
}

/** The anchor as readers see it: a target that is gone reads as the story (02 §5). */
export function livingAnchor(db: Database.Database, anchor: DecisionAnchor, exists: (path: string) => boolean): DecisionAnchor {
  const { kind, id, path } = anchor
  if (kind === 'story') return story
  if (kind === 'content') return path !== null && exists(path) ? anchor : story
  return id !== null && one(db, `SELECT 1 FROM ${tables[kind].table} WHERE id = ?`, id) !== undefined ? anchor : story
}

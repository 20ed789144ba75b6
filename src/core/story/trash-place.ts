import type Database from 'better-sqlite3'
import type { StoryKind, StoryPlace } from '@shared/story'
import { one } from './prepared'
import { getRow, type Row } from './rows'

const holders: Partial<Record<StoryKind, readonly { column: string; kind: 'act' | 'chapter' | 'phase' | 'thread' }[]>> = {
  chapter: [{ column: 'actId', kind: 'act' }],
  thread: [{ column: 'storyPhaseId', kind: 'phase' }],
  scene: [{ column: 'threadId', kind: 'thread' }, { column: 'chapterId', kind: 'chapter' }],
}

const trashedTitle = (db: Database.Database, kind: StoryKind, id: unknown): string | undefined => one<{ name: string }>(db, 'SELECT name FROM StoryTrash WHERE kind = ? AND entityId = ?', kind, id)?.name

/** What an entity stands in, or stood in before it was trashed; a holder that is in the trash too is named as it is called there. */
export function standsIn(db: Database.Database, kind: StoryKind, row: Row): StoryPlace {
  return (holders[kind] ?? []).flatMap(({ column, kind: holder }) => {
    const id = row[column] ?? null
    const title = id === null ? undefined : (getRow<Row>(db, holder, Number(id))?.['title'] ?? trashedTitle(db, holder, id))
    return title === undefined ? [] : [{ kind: holder, title: String(title) }]
  })
}

/** The same in one word, for the command line: the nearest holder, else the story. */
export const placeName = (db: Database.Database, kind: StoryKind, row: Row, storyTitle: string): string => standsIn(db, kind, row)[0]?.title ?? storyTitle

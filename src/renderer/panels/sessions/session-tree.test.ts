import { describe, expect, it } from 'vitest'
import type { Session } from '@shared/session'
import { sessionTree, withoutArchived, withoutUnbegun, type TreeRow } from './session-tree'

const session = (id: number, parentId: number | null = null, more: Partial<Session> = {}): Session => ({
  id, parentId, profileKey: 'writer', title: `s${id}`, titleSource: 'auto', kind: 'chat', role: parentId === null ? 'root' : 'child', rootId: 1, depth: 0, detached: false, workMode: 'normal',
  permissionMode: 'default', writeMode: 'apply', model: null, status: 'idle', activeLeafId: null, createdAt: '', updatedAt: `2026-01-01T00:00:${String(id).padStart(2, '0')}Z`, unread: false, tags: [], ...more,
})
const drawn = (rows: readonly TreeRow[]) => rows.map((row) => `${'  '.repeat(row.depth)}${'session' in row ? `${row.session.id}${row.orphan ? ' orphan' : ''}` : `missing ${row.missing.id}`}`)

describe('the tree of conversations (09 §6)', () => {
  it('newest root first, by what happened below it; children in the order they were asked for', () => {
    expect(drawn(sessionTree([session(1), session(2), session(3, 1), session(4, 1), session(5, 3)], []))).toEqual(['1', '  3', '    5', '  4', '2'])
  })
  it('A8 a missing child is named below its parent; a child without its parent is a root that says so', () => {
    expect(drawn(sessionTree([session(1), session(7, 99)], [{ id: 6, parentId: 1, title: '执笔' }]))).toEqual(['7 orphan', '1', '  missing 6'])
  })
  it('links in a circle lose nobody', () => {
    expect(drawn(sessionTree([session(1, 2), session(2, 1)], []))).toEqual(['1', '  2'])
  })
  it('opened and left before a word was sent: gone, unless it is in front, has unsent words, a name, another assistant, or someone below it', () => {
    const empty = { titleSource: 'placeholder', title: '', profileKey: 'leader.default' } as const
    const rows = sessionTree([session(1, null, empty), session(2, null, empty), session(3, null, { ...empty, activeLeafId: 'en_1' }), session(4), session(5, null, empty), session(6, 5, empty), session(7, null, { ...empty, kind: 'workflow' }), session(8, null, { ...empty, status: 'running' }), session(9, null, { ...empty, profileKey: 'web' })], [])
    expect(drawn(withoutUnbegun(rows, new Set([2])))).toEqual(['9', '8', '7', '5', '  6', '4', '3', '2'])
  })
  it('what is archived is put away, unless something in use hangs below it or it is in front', () => {
    const archived = { status: 'archived' } as const
    const rows = sessionTree([session(1, null, archived), session(2, 1), session(3, 1, archived), session(4, null, archived)], [{ id: 9, parentId: 4, title: null }])
    expect(drawn(withoutArchived(rows, null))).toEqual(['1', '  2'])
    expect(drawn(withoutArchived(rows, 4))).toEqual(['4', '  missing 9', '1', '  2'])
    const deep = sessionTree([session(1, null, archived), session(2, 1, archived), session(3, 2), session(4, 1, archived), session(5, 4, archived), session(6, 5), session(7, 1, archived)], [])
    expect(drawn(withoutArchived(deep, null))).toEqual(['1', '  2', '    3', '  4', '    5', '      6'])
  })
})

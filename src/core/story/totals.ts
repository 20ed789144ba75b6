import type Database from 'better-sqlite3'
import { one } from './prepared'

export interface Totals {
  acts: number; phases: number; chapters: number; threads: number; scenes: number; promises: number; decisions: number; archivedThreads: number; archivedScenes: number
  openPromises: number; openDecisions: number; subjects: number; slices: number
}

const counted = (table: string, name: string, where = '') => `(SELECT count(*) FROM ${table}${where}) AS ${name}`
const sql = `SELECT ${[
  counted('StoryAct', 'acts'), counted('StoryPhase', 'phases'), counted('StoryChapter', 'chapters'), counted('StoryThread', 'threads'), counted('StoryScene', 'scenes'),
  counted('StoryPromise', 'promises'), counted('StoryDecision', 'decisions'), counted('StoryThread', 'archivedThreads', " WHERE status = 'archived'"),
  counted('StoryScene', 'archivedScenes', " WHERE status = 'archived'"), counted('StoryPromise', 'openPromises', " WHERE status = 'open'"),
  counted('StoryDecision', 'openDecisions', " WHERE status = 'open'"), counted('WorldSubject', 'subjects'), counted('WorldSlice', 'slices', ' WHERE hidden = 0'),
].join(', ')}`

/** How many of everything the story holds, archived ones included; trashed ones are gone. One statement. */
export function totals(db: Database.Database): Totals {
  const row = one<Totals>(db, sql)
  if (!row) throw new Error('a SELECT without FROM always has a row')
  return row
}

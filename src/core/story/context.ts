import type Database from 'better-sqlite3'
import type { CoreEvent } from '@shared/events'
import { StoryKind } from '@shared/story'
import type { Env } from '../project/types'
import { one, prepared } from './prepared'
import type { StoryWorld } from './story-world'
import type { Work } from './write-row'

/** What the small files of the story share: the database and the few things from outside. */
export interface StoryContext {
  readonly db: Database.Database
  readonly env: Env
  readonly manifestTitle: () => string
  /** Whether a content path exists, for `valid` of references. */
  readonly exists: (path: string) => boolean
  /** The project's language: that of the writer's brief (02 §11). */
  readonly locale: () => 'zh-CN' | 'en'
  readonly world: StoryWorld
}

export const begin = (context: StoryContext): Work => ({ db: context.db, now: context.env.now().toISOString(), changes: [], effects: [], extra: [] })

/** One Story per project, made on first use; its title is the manifest's (02 §5). */
export function ensureStory(context: StoryContext, now: string): void {
  prepared(context.db, 'INSERT INTO Story (id, title, createdAt, updatedAt) VALUES (1, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET title = excluded.title WHERE title <> excluded.title')
    .run(context.manifestTitle(), now, now)
}

export interface StoryText { title: string; summary: string; note: string | null }

export function storyText(context: StoryContext): StoryText {
  const row = one<StoryText>(context.db, 'SELECT title, summary, note FROM Story WHERE id = 1')
  return { title: context.manifestTitle(), summary: row?.summary ?? '', note: row?.note ?? null }
}

/** The event of a committed work; null when nothing changed. */
export function changedEvent(work: Work, by: 'author' | 'agent' | 'outside'): Extract<CoreEvent, { type: 'story.changed' }> | null {
  const kinds = new Set<StoryKind>()
  const ids = new Set<string>()
  for (const { key, from, to } of work.changes) {
    if (key === 'trash' || key === 'story') continue
    kinds.add(key === 'beat' ? 'promise' : key)
    ids.add(String(key === 'beat' ? (to ?? from)?.['promiseId'] : (to ?? from)?.['id']))
  }
  return work.changes.every((change) => change.key === 'trash') ? null : { type: 'story.changed', kinds: [...kinds], ids: [...ids], by }
}

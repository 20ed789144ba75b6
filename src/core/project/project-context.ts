import type { Blobs, By, Emit, Env, History, PathRules, SafePath, Unsaved } from './types'
import type { Journal } from './journal'
import type { TrashStore } from './trash-store'

/** What the file services of one project share. `dir` is canonical. */
export interface ProjectContext {
  readonly slug: string
  readonly dir: string
  readonly env: Env
  readonly emit: Emit
  readonly blobs: Blobs
  readonly history: History
  readonly journal: Journal
  readonly trashStore: TrashStore
  readonly unsaved: Unsaved
  /** PROJECT_LOCKED. */
  assertWritable(): void
  authorize(path: string, rules: PathRules): Promise<SafePath>
  /** Tells the watcher what we wrote, so that it is not taken for an outside change; null = removed. */
  wrote(real: string, hash: string | null): void
}

/** Who an event says made a change. */
export const byOf = (by: By): 'author' | 'agent' | 'outside' => (by.actor === 'author' || by.actor === 'restore' ? 'author' : by.actor === 'outside' ? 'outside' : 'agent')

import type Database from 'better-sqlite3'
import type { RowOf } from './entities'
import type { FieldsOf, SavedKind } from './fields'
import type { StoryWorld } from './story-world'
import type { Work } from './write-row'

/** What one kind of entity adds to the common save: a fresh row, how a patch changes it, and what else follows. */
export interface KindRules<K extends SavedKind> {
  readonly kind: K
  /** A row with the defaults of 02 §5, placed last. */
  blank(now: string): RowOf[K]
  /** The merged final row; faults of this kind (references, anchors) are raised here. */
  patch(db: Database.Database, row: RowOf[K], fields: FieldsOf<K>, around: { /** Whether a content path exists. */ exists(path: string): boolean; world: StoryWorld }): RowOf[K]
  /** Knock-ons and sentences after the row is written; `before` null when it was created. */
  after?(work: Work, before: RowOf[K] | null, row: RowOf[K]): void
}

/** Keeps `value` out when it was not given. */
export const given = <T>(value: T | undefined, old: T): T => (value === undefined ? old : value)

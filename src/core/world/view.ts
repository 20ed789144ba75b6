import type { Folded } from './fold'
import type { Resolver } from './resolver'
import type { PatchRow, SliceRow, SubjectRow } from './rows'
import type { SliceFilter } from './types'

/** One state of the world as rows: the committed one, or a run's own over it. Everything else is built on this. */
export interface View {
  readonly resolver: Resolver
  subject(id: string): SubjectRow | undefined
  /** By id. */
  subjects(): SubjectRow[]
  /** Hidden ones too. */
  slice(id: number): SliceRow | undefined
  /** The visible slice of an instant. */
  sliceAt(instant: bigint): SliceRow | undefined
  /** The instant of the latest visible slice. */
  latest(): bigint | null
  patchesOf(sliceId: number): PatchRow[]
  patchCount(sliceId: number): number
  /** A subject's visible patches with from ≤ instant ≤ to, in order. */
  history(subjectId: string, from: bigint, to: bigint): PatchRow[]
  /** A subject's state at an instant: a copy of the caller's own. */
  folded(subject: SubjectRow, at: bigint): Folded
  /** Visible slices by instant. */
  page(filter: SliceFilter, limit: number, offset: number): { rows: SliceRow[]; total: number }
}

import type { PatchOp, Subject } from '@shared/world'

/** A slice as stored; `id` counts from 1, `instant` is int64. */
export interface SliceRow { id: number; instant: bigint; title: string; summary: string; kind: string; hidden: boolean; createdAt: string }
/** A patch as stored; `value` is JSON text, null where the patch has none. */
export interface PatchRow { id: number; sliceId: number; subjectId: string; instant: bigint; seq: number; path: string; op: PatchOp; value: string | null; summary: string }
export interface SubjectRow extends Subject { createdAt: string }
/** A place in a subject's history; patches are ordered by it. */
export interface Moment { instant: bigint; seq: number }

export const byMoment = (a: Moment, b: Moment): number => (a.instant < b.instant ? -1 : a.instant > b.instant ? 1 : a.seq - b.seq)

export const minInstant = -(2n ** 63n)
export const maxInstant = 2n ** 63n - 1n

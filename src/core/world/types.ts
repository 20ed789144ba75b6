import type Database from 'better-sqlite3'
import type { Json, Patch, PatchInput, PatchOp, Slice, Subject, WorldIssue, WorldWrite } from '@shared/world'
import type { SubjectType } from '@shared/world-schema'
import type { Emit, Env } from '../project/types'
import type { SliceImage, SlicePayload } from './slice-images'

// --- world/schema.yaml (03 §2) -------------------------------------------------------------------
export type { ArrayAttr, Attr, EmbeddingAttr, ItemAttr, ObjectAttr, ScalarAttr, ScalarType, SubjectType } from '@shared/world-schema'
/** `empty`: no type declared, so any type word goes. `hash` keys snapshots and cached issues. */
export interface WorldSchema { readonly types: Readonly<Record<string, SubjectType>>; readonly hash: string; readonly empty: boolean }

// --- world/calendar.yaml (03 §3) -----------------------------------------------------------------
/** parse(format(t)) = t always. Throws faults TIME_INVALID, INSTANT_RANGE. */
export interface Calendar {
  readonly kind: 'gregorian' | 'simple' | 'custom'
  readonly hash: string
  parse(text: string): bigint
  format(instant: bigint): string
  /** The format text of the file and two texts it prints, for messages and the window. */
  readonly sample: { readonly format: string; readonly examples: readonly [string, string] }
}

/** Reads the two files of `world/` when they changed; the getters throw SCHEMA_INVALID, CALENDAR_MISSING, CALENDAR_INVALID (with line, fix). */
export interface WorldFiles { schema(): WorldSchema; calendar(): Calendar }

// --- state, runs, commits ------------------------------------------------------------------------
export type Attrs = Record<string, Json>
/** Who set what a subject shows: the newest slice that touched each attribute path. */
export interface SetBy { path: string; sliceId: string; instant: bigint }
export interface SubjectView extends Subject { attrs: Attrs; setBy: SetBy[] }

export interface SliceFilter { from?: bigint; to?: bigint; limit?: number; offset?: number; order?: 'asc' | 'desc'; withPatches?: boolean; subjectIds?: readonly string[]; subjectMode?: 'any' | 'all' }
export interface SlicePage { items: Slice[]; total: number }
export interface GetOptions { at?: bigint; deref?: boolean; derefDepth?: number }
export interface SearchHit { subjectId: string; attr: string; text: string; score: number }

/** Reads of one state of the world: the committed one, or a run's own. */
export interface WorldReads {
  now(): bigint
  /** Null: not registered. */
  attrs(id: string, options?: GetOptions): Attrs | null
  subjects(type?: string): Subject[]
  findRefs(targetId: string, sourceType?: string): { subjectId: string; attr: string }[]
  slices(filter?: SliceFilter): SlicePage
  /** SLICE_UNKNOWN, also for hidden ones. */
  slice(id: string): Slice
}

export interface WriteDone { sliceId: string; issues: WorldIssue[] }
export interface SubjectChange { subject: Subject; at: bigint; before: Attrs | null; after: Attrs | null }
/** What a run would change, for approval cards and the composer. `hash` covers instants, fields and patches, never ids. */
export interface WorldEffects { writes: readonly WorldWrite[]; slices: { id: string; done: 'created' | 'changed' | 'hidden'; title: string; instant: bigint; time: string; patches: number }[]; changes: SubjectChange[]; issues: WorldIssue[]; hash: string }

/**
 * One script's, one form's view: the world at `revision` plus its own writes, in memory. Nothing is in the database before
 * `WorldService.commit`. Every function throws WorldMoved as soon as the committed revision is another. A write that throws saves nothing of itself.
 */
export interface WorldRun extends WorldReads {
  readonly revision: number
  write(write: WorldWrite): WriteDone
  effects(): WorldEffects
}

/** The committed world changed under a run: it has to start again. */
export class WorldMoved extends Error {}

/** `ask`: nothing is done when somebody changed the slice since and both cannot stand. `all`: what was changed since goes too. */
export type SliceHow = 'ask' | 'all'
export interface WorldBy { actor: 'author' | 'agent' | 'restore'; sessionId: number | null; callId?: string | null }
export interface WorldCommit { by: WorldBy; exactlyOnce?: { sessionId: number; callId: string } }
export interface WorldSaved { slices: string[]; patches: number; issues: WorldIssue[] }

/** What came of taking a change of a slice back; `clash` when nothing was done. */
export interface SliceTakenBack { done: boolean; merged: boolean; clash: { before: SliceImage | null; after: SliceImage; now: SliceImage } | null }

/** The world of one opened project (03). Every commit is one synchronous transaction; reads never write but rebuild lost snapshots. */
export interface WorldService extends WorldReads {
  readonly files: WorldFiles
  revision(): number
  /** Every visible slice in order of time, without patches, for the panel. */
  timeline(): Slice[]
  /** A subject with who set what, for the panel. */
  view(id: string, at?: bigint): SubjectView | null
  /** E1-E5 of all subjects, from the cache where it is fresh. */
  issues(): WorldIssue[]
  /** E1-E5 as they would be with another schema; nothing is stored. */
  issuesWith(schema: WorldSchema): WorldIssue[]
  begin(): WorldRun
  /** Commits a run's writes at once; WorldMoved when its revision is no longer the committed one. */
  commit(run: WorldRun, how: WorldCommit): WorldSaved
  appliedCall(sessionId: number, callId: string): WorldSaved | null
  /** The author alone (03 §11). `sliceId` "0": nothing to write but the subject itself. SUBJECT_EXISTS. */
  createSubject(subject: Subject, at: bigint, values: Attrs, title?: string): WriteDone
  hidden(): (Slice & { hiddenAt: string | null })[]
  /** SLICE_EXISTS when its instant is taken and no other is chosen. */
  restore(sliceId: string, at?: bigint): WriteDone
  purge(sliceId: string): void
  /** The author's act: a journalled change of a slice taken back, or the three states of it where it was changed again since (06 §7). SLICE_EXISTS. */
  takeBack(change: SlicePayload, how: SliceHow): SliceTakenBack
  /** Who hid a slice and when, for the trash; newest first. */
  trash(): { slice: Slice; at: string; actor: string; sessionId: number | null }[]
  /** Refolds everything without snapshots and compares; texts of what differs. */
  verify(): string[]
  /** Rebuilds dropped snapshots a few at a time; true while some are left. */
  rebuildSome(): boolean
}

/** `locale`: the project's, for the words of issues. */
export interface WorldOptions { db: Database.Database; env: Env; emit: Emit; files: WorldFiles; locale?: () => 'zh-CN' | 'en' }
export type { Json, Patch, PatchInput, PatchOp, Slice, Subject, WorldIssue, WorldWrite }

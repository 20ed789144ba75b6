import type Database from 'better-sqlite3'
import { applyAll, emptyFold } from './fold'
import type { Resolver } from './resolver'
import { byMoment, minInstant, type PatchRow, type SliceRow, type SubjectRow } from './rows'
import { storedFold } from './committed'
import { before, nextIds, patchCountOf, storedHistory, storedLatest, storedPage, storedPatches, storedSlice, storedSliceAt, storedSubject, storedSubjects } from './stored'
import type { SliceFilter } from './types'
import type { View } from './view'

export interface ChangedSlice { row: SliceRow; patches: readonly PatchRow[]; /** What is committed; null for a new one. */ from: SliceRow | null }
/** What a run would commit. */
export interface Delta { readonly slices: Map<number, ChangedSlice>; readonly subjects: Map<string, SubjectRow>; /** Per subject the earliest instant that changed. */ readonly since: Map<string, bigint> }

/** The committed world with a run's own writes over it, in memory; the ids it gives are those that will be committed. */
export interface Overlay extends View {
  readonly delta: Delta
  newSliceId(): number
  newPatchId(): number
  /** Ids given so far, committed or not: none is given twice. */
  lastIds(): { slice: number; patch: number } | null
  addSubject(subject: SubjectRow): void
  /** Puts a slice with its patches in the place of what there was. */
  putSlice(row: SliceRow, patches: readonly PatchRow[]): void
}

const byInstant = (order: SliceFilter['order']) => (a: SliceRow, b: SliceRow): number => (a.instant < b.instant ? -1 : 1) * (order === 'desc' ? -1 : 1)
const byId = (a: SubjectRow, b: SubjectRow): number => (a.id < b.id ? -1 : 1)

function matches({ from, to, subjectIds, subjectMode }: SliceFilter, { row, patches }: ChangedSlice): boolean {
  if (row.hidden || (from !== undefined && row.instant < from) || (to !== undefined && row.instant > to)) return false
  if (subjectIds === undefined) return true
  const has = (id: string) => patches.some((patch) => patch.subjectId === id)
  return subjectMode === 'all' ? subjectIds.every(has) : subjectIds.some(has)
}

function historyOf(db: Database.Database, { slices, since }: Delta, subjectId: string, from: bigint, to: bigint): PatchRow[] {
  const stored = storedHistory(db, subjectId, before(from), to)
  if (!since.has(subjectId)) return stored
  const own = [...slices.values()].filter(({ row }) => !row.hidden && row.instant >= from && row.instant <= to)
    .flatMap(({ patches }) => patches.filter((patch) => patch.subjectId === subjectId))
  return [...stored.filter((patch) => !slices.has(patch.sliceId)), ...own].sort(byMoment)
}

type Changes = Pick<Overlay, 'newSliceId' | 'newPatchId' | 'lastIds' | 'addSubject' | 'putSlice'>

function changes(db: Database.Database, delta: Delta): Changes {
  let ids: { slice: number; patch: number } | null = null
  const next = () => (ids ??= nextIds(db))
  const touch = (patches: readonly PatchRow[]) => {
    for (const { subjectId, instant } of patches) {
      const known = delta.since.get(subjectId)
      if (known === undefined || instant < known) delta.since.set(subjectId, instant)
    }
  }
  return {
    newSliceId: () => next().slice++,
    newPatchId: () => next().patch++,
    lastIds: () => ids && { slice: ids.slice - 1, patch: ids.patch - 1 },
    addSubject: (subject) => void delta.subjects.set(subject.id, subject),
    putSlice: (row, patches) => {
      const earlier = delta.slices.get(row.id)
      const from = earlier ? earlier.from : (storedSlice(db, row.id) ?? null)
      touch(earlier ? earlier.patches : from ? storedPatches(db, row.id) : [])
      touch(patches)
      delta.slices.set(row.id, { row, patches, from })
    },
  }
}

export function createOverlay(db: Database.Database, resolver: () => Resolver): Overlay {
  const delta: Delta = { slices: new Map(), subjects: new Map(), since: new Map() }
  const { slices, subjects, since } = delta
  const visible = () => [...slices.values()].filter(({ row }) => !row.hidden)
  const history = (subjectId: string, from: bigint, to: bigint) => historyOf(db, delta, subjectId, from, to)
  return {
    get resolver() { return resolver() },
    delta, ...changes(db, delta), history,
    subject: (id) => subjects.get(id) ?? storedSubject(db, id),
    subjects: () => (subjects.size === 0 ? storedSubjects(db) : [...storedSubjects(db), ...subjects.values()].sort(byId)),
    slice: (id) => slices.get(id)?.row ?? storedSlice(db, id),
    sliceAt: (instant) => {
      const own = visible().find(({ row }) => row.instant === instant)
      if (own) return own.row
      const stored = storedSliceAt(db, instant)
      return stored && !slices.has(stored.id) ? stored : undefined
    },
    latest: () => {
      if (slices.size === 0) return storedLatest(db)
      const stored = storedPage(db, { order: 'desc' }, [...slices.keys()], 1, 0).rows[0]?.instant ?? null
      return visible().reduce<bigint | null>((latest, { row }) => (latest === null || row.instant > latest ? row.instant : latest), stored)
    },
    patchesOf: (sliceId) => [...(slices.get(sliceId)?.patches ?? storedPatches(db, sliceId))],
    patchCount: (sliceId) => slices.get(sliceId)?.patches.length ?? patchCountOf(db, sliceId),
    folded: (subject, at) => {
      const from = since.get(subject.id)
      if (from === undefined || at < from) return storedFold(db, subject, resolver(), at)
      const folded = from === minInstant ? emptyFold() : storedFold(db, subject, resolver(), from - 1n)
      applyAll(folded, history(subject.id, from, at), subject.type, resolver())
      return folded
    },
    page: (filter, limit, offset) => {
      const own = [...slices.values()].filter((slice) => matches(filter, slice)).map(({ row }) => row)
      const { rows, count } = storedPage(db, filter, [...slices.keys()], own.length === 0 ? limit : limit + offset, own.length === 0 ? offset : 0)
      if (own.length === 0) return { rows, total: count }
      return { rows: [...rows, ...own].sort(byInstant(filter.order)).slice(offset, offset + limit), total: count + own.length }
    },
  }
}

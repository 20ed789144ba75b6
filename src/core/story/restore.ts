import type Database from 'better-sqlite3'
import { fail } from '@shared/fault'
import type { StoryKind, StoryPlace } from '@shared/story'
import type { StoryContext } from './context'
import { decisionProblems } from './invariants'
import { revertUnpaid } from './knock-on'
import { placedByNear } from './near'
import { one } from './prepared'
import { getRow, tables, type DecisionRow, type Row, type TableKey } from './rows'
import { trashPayload, type CutLink, type GoneRow, type TrashPayload } from './trash'
import { placeName, standsIn } from './trash-place'
import { remove, write, type Work } from './write-row'

const exists = (db: Database.Database, key: TableKey, id: unknown): boolean => one(db, `SELECT 1 FROM ${tables[key].table} WHERE id = ?`, id) !== undefined

/** A name somebody took meanwhile gets -2, -3 … (02 §8). */
export function freeName(db: Database.Database, key: TableKey, name: string): string {
  const taken = (candidate: string): boolean => one(db, `SELECT 1 FROM ${tables[key].table} WHERE name = ?`, candidate) !== undefined
  if (!taken(name)) return name
  for (let n = 2; ; n += 1) {
    const candidate = `${name.slice(0, 120 - String(n).length - 1).replace(/-$/u, '')}-${n}`
    if (!taken(candidate)) return candidate
  }
}

/** Parents that are gone are left unset; a scene without its thread cannot come back alone. */
function withLivingParents(db: Database.Database, key: TableKey, row: Row): Row {
  const next = { ...row }
  if (key === 'chapter' && !exists(db, 'act', row['actId'])) next['actId'] = null
  if (key === 'thread' && !exists(db, 'phase', row['storyPhaseId'])) next['storyPhaseId'] = null
  if (key === 'scene' && !exists(db, 'thread', row['threadId'])) {
    fail('RESTORE_BLOCKED', `The thread of scene "${String(row['title'])}" is in the trash too.`, { fix: 'Restore the thread first.' })
  }
  if (key === 'decision' && row['supersededById'] !== null && !exists(db, 'decision', row['supersededById'])) Object.assign(next, { status: 'open', supersededById: null })
  return next
}

function putScenes(work: Work, scenes: readonly GoneRow[]): void {
  const placed = [...scenes].toSorted((a, b) => Number(a.row['threadSortOrder']) - Number(b.row['threadSortOrder']))
    .map(({ row, near }) => ({ row, near, made: write<Row>(work, 'scene', null, { ...placedByNear(work.db, 'scene', withLivingParents(work.db, 'scene', row), near), chapterId: null, chapterSortOrder: null }) }))
  const inChapters = placed.filter(({ row }) => row['chapterId'] !== null && exists(work.db, 'chapter', row['chapterId']))
    .toSorted((a, b) => Number(a.row['chapterSortOrder']) - Number(b.row['chapterSortOrder']))
  for (const { row, near, made } of inChapters) write<Row>(work, 'scene', made, { ...made, chapterId: row['chapterId'] ?? null, chapterSortOrder: placedByNear(work.db, 'scene', row, near)['chapterSortOrder'] ?? null })
}

function putBeat(work: Work, row: Row): void {
  const { db } = work
  const free = !one(db, 'SELECT 1 FROM StoryPromiseBeat WHERE promiseId = ? AND sceneId = ?', row['promiseId'], row['sceneId'])
  if (free && exists(db, 'promise', row['promiseId']) && exists(db, 'scene', row['sceneId'])) write<Row>(work, 'beat', null, row)
}

/** Links come back only where nothing was put in their place since. */
function relink(work: Work, link: CutLink): void {
  if (link.key === 'decision') return relinkDecision(work, link)
  const column = link.key === 'chapter' ? 'actId' : link.key === 'thread' ? 'storyPhaseId' : 'chapterId'
  const current = getRow<Row>(work.db, link.key, link.id)
  if (current && current[column] === null) write<Row>(work, link.key, current, { ...current, ...link.columns })
}

/** A decision that opened because its successor was trashed is superseded again, if nobody has touched its status since and no circle closes. */
function relinkDecision(work: Work, link: CutLink): void {
  const current = getRow<DecisionRow>(work.db, 'decision', link.id)
  if (current?.status !== 'open') return
  const next = { ...current, ...link.columns } as DecisionRow
  if (decisionProblems(work.db, next).length === 0) write(work, 'decision', current, { ...next, updatedAt: work.now })
}

function putMain(work: Work, { key, row, near }: GoneRow): Row {
  const name = row['name']
  const named = typeof name === 'string' ? { ...row, name: freeName(work.db, key, name) } : row
  return write<Row>(work, key, null, { ...placedByNear(work.db, key, withLivingParents(work.db, key, named), near), updatedAt: work.now })
}

function putAll(work: Work, payload: TrashPayload): { before: Row; made: Row } {
  const [main, ...rest] = payload.rows
  if (!main) fail('TRASH_ITEM_NOT_FOUND', 'The trash item is empty.')
  if (main.key === 'scene') putScenes(work, [main])
  const made = main.key === 'scene' ? main.row : putMain(work, main)
  putScenes(work, rest.filter((r) => r.key === 'scene'))
  for (const { row } of rest.filter((r) => r.key === 'beat')) putBeat(work, row)
  for (const link of payload.links) relink(work, link)
  if (main.key === 'promise' && payload.paid) revertUnpaid(work, [Number(made['id'])], 'its payoffs did not come back with it')
  return { before: main.row, made }
}

export interface Restored { restoredTo: string; /** What it stands in now. */ place: StoryPlace; renamed: boolean; id: string; kind: StoryKind; oldName: string; newName: string }

/** Puts a trashed entity back: same ids, position clamped, links where still unset; never fulfils a promise again (02 §8). */
export function runRestore(context: StoryContext, work: Work, item: string): Restored {
  const { row, payload } = trashPayload(work.db, item)
  const { before, made } = putAll(work, payload)
  remove(work, 'trash', row)
  const kind = row['kind'] as StoryKind
  const [oldName, newName] = [String(before['name'] ?? ''), String(made['name'] ?? '')]
  const now = getRow<Row>(work.db, kind, Number(row['entityId'])) ?? made
  return { restoredTo: placeName(work.db, kind, now, context.manifestTitle()), place: standsIn(work.db, kind, now), renamed: oldName !== newName, id: String(row['entityId']), kind, oldName, newName }
}

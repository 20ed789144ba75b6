import type Database from 'better-sqlite3'
import { fail } from '@shared/fault'
import type { StoryKind, StoryPlace } from '@shared/story'
import type { By } from '../project/types'
import type { StoryContext } from './context'
import { paidOff, paidOffIn, revertUnpaid } from './knock-on'
import { nearFinder, type NearBy } from './near'
import { atEnd } from './order'
import { all, one, prepared } from './prepared'
import { notFound } from './problems'
import { getRow, sceneRows, selectOf, type Row, type TableKey } from './rows'
import { placeName, standsIn } from './trash-place'
import type { TrashedProse, TrashedText } from './types'
import { remove, write, type Work } from './write-row'

/** A reference that was cleared because its target went: the columns as they were. */
export interface CutLink { key: 'chapter' | 'thread' | 'scene' | 'decision'; id: number; columns: Row }
/** A row that went; `near`, who stood around it, is absent in what an earlier version wrote. */
export interface GoneRow { key: TableKey; row: Row; near?: NearBy }
/** What a StoryTrash row holds: deleted rows, parents first, at their old places; cut links; texts in the file trash. */
export interface TrashPayload { rows: GoneRow[]; links: CutLink[]; from: string; texts: TrashedText[]; /** A promise that was paid off. */ paid?: true }

const kinds: readonly StoryKind[] = ['act', 'chapter', 'phase', 'thread', 'scene', 'promise', 'decision']

function cut(work: Work, payload: TrashPayload, key: CutLink['key'], where: string, id: number, columns: readonly string[], cleared: Row): void {
  for (const row of all<Row>(work.db, `${selectOf(key)} WHERE ${where}`, id)) {
    payload.links.push({ key, id: Number(row['id']), columns: Object.fromEntries(columns.map((c) => [c, row[c] ?? null])) })
  }
  for (const link of payload.links.filter((l) => l.key === key)) {
    const current = getRow<Row>(work.db, key, link.id)
    if (current) write<Row>(work, key, current, { ...current, ...cleared })
  }
}

function takeBeats(work: Work, payload: TrashPayload, where: string, id: number): void {
  for (const row of all<Row>(work.db, `${selectOf('beat')} WHERE ${where} ORDER BY id`, id)) {
    payload.rows.push({ key: 'beat', row })
    remove(work, 'beat', row)
  }
}

function takeScene(work: Work, payload: TrashPayload, id: number, gone: GoneRow): void {
  payload.rows.push(gone)
  takeBeats(work, payload, 'sceneId = ?', id)
  const current = getRow<Row>(work.db, 'scene', id)
  if (current) remove(work, 'scene', current)
}

function takeScenes(work: Work, payload: TrashPayload, thread: number): void {
  const near = nearFinder(work.db, 'scene')
  const scenes = sceneRows(work.db, 'threadId = ? ORDER BY threadSortOrder', thread).map((row) => ({ id: row.id, gone: { key: 'scene' as const, row, near: near(row) } }))
  for (const { id, gone } of scenes) takeScene(work, payload, id, gone)
}

/** Everything that goes or loses a link with an entity (02 §8). */
function takeDependants(work: Work, payload: TrashPayload, kind: StoryKind, id: number): void {
  if (kind === 'act') cut(work, payload, 'chapter', 'actId = ? ORDER BY sortOrder', id, ['actId'], { actId: null })
  if (kind === 'chapter') cut(work, payload, 'scene', 'chapterId = ? ORDER BY chapterSortOrder', id, ['chapterId', 'chapterSortOrder'], { chapterId: null, chapterSortOrder: null })
  if (kind === 'phase') cut(work, payload, 'thread', 'storyPhaseId = ? ORDER BY sortOrder', id, ['storyPhaseId', 'sortOrder'], { storyPhaseId: null, sortOrder: atEnd })
  if (kind === 'thread') takeScenes(work, payload, id)
  if (kind === 'scene') takeBeats(work, payload, 'sceneId = ?', id)
  if (kind === 'promise') takeBeats(work, payload, 'promiseId = ?', id)
  if (kind === 'decision') reopenSuperseded(work, payload, id)
}

/** A decision whose successor goes cannot stay superseded (02 §7 rule 1): it is open again until the successor comes back. */
function reopenSuperseded(work: Work, payload: TrashPayload, id: number): void {
  cut(work, payload, 'decision', 'supersededById = ?', id, ['status', 'supersededById'], { status: 'open', supersededById: null })
  for (const link of payload.links) {
    const reason = `decision ${id}, which superseded it, went to the trash`
    work.effects.push({ kind: 'decision', id: String(link.id), field: 'status', from: 'superseded', to: 'open', reason })
    work.extra.push(`Decision ${link.id} is open again: ${reason}.`)
  }
}

/** Moves an entity to StoryTrash with what belongs to it; rule 4 runs. Inside one transaction. */
export function runTrash(context: StoryContext, work: Work, kind: StoryKind, id: string, by: By, prose: TrashedProse | undefined): { item: string; row: Row } {
  if (!kinds.includes(kind)) fail('ARGS_INVALID', `A ${String(kind)} cannot go to the trash.`, { pointer: '/kind' })
  const row = getRow<Row>(work.db, kind, id) ?? notFound(kind, id, '/id')
  const numeric = Number(row['id'])
  const scenes = kind === 'scene' ? [numeric] : kind === 'thread' ? all<{ id: number }>(work.db, 'SELECT id FROM StoryScene WHERE threadId = ?', numeric).map((s) => s.id) : []
  const paid = scenes.length > 0 ? paidOffIn(work, scenes) : []
  const payload: TrashPayload = { rows: [{ key: kind, row, near: nearFinder(work.db, kind)(row) }], links: [], from: placeName(work.db, kind, row, context.manifestTitle()), texts: [...(prose?.texts ?? [])] }
  if (kind === 'promise' && paidOff(work.db, numeric)) payload.paid = true
  takeDependants(work, payload, kind, numeric)
  remove(work, kind, getRow<Row>(work.db, kind, numeric) ?? row)
  revertUnpaid(work, paid, `its last payoff went to the trash with ${kind} ${id}`)
  const item = context.env.id('tr')
  write<Row>(work, 'trash', null, {
    id: item, kind, entityId: numeric, name: String(row['title'] ?? row['name']), payload: JSON.stringify(payload), at: work.now, actor: by.actor, sessionId: by.sessionId, words: prose?.words ?? 0,
  })
  return { item, row }
}

export interface TrashRow { id: string; kind: StoryKind; name: string; at: string; actor: string; sessionId: number | null; words: number; from: string; /** What it stood in. */ place: StoryPlace }

const holdingColumns = ['actId', 'storyPhaseId', 'threadId', 'chapterId'].map((column) => `'${column}', payload ->> '$.rows[0].row.${column}'`).join(', ')

/** Trashed entities, newest first. */
export const trashRows = (db: Database.Database): TrashRow[] =>
  all<Omit<TrashRow, 'place'> & { held: string }>(db, `SELECT id, kind, name, at, actor, sessionId, words, payload ->> '$.from' AS "from", json_object(${holdingColumns}) AS held FROM StoryTrash ORDER BY at DESC, rowid DESC`)
    .map(({ held, ...row }) => ({ ...row, place: standsIn(db, row.kind, JSON.parse(held) as Row) }))

export function trashPayload(db: Database.Database, item: string): { row: Row; payload: TrashPayload } {
  const row = getRow<Row>(db, 'trash', item)
  if (!row) fail('TRASH_ITEM_NOT_FOUND', `There is no item ${item} in the trash.`, { actual: item })
  return { row, payload: JSON.parse(String(row['payload'])) as TrashPayload }
}

const told = ['summary', 'question', 'decision', 'purpose', 'note'] as const

/** What a trashed entity says of itself, and the titles of the scenes that went along. */
export function trashedWords(db: Database.Database, item: string): { text: string; holds: string[] } {
  const [main, ...rest] = trashPayload(db, item).payload.rows
  const words = told.map((field) => main?.row[field]).filter((value) => typeof value === 'string' && value !== '')
  return { text: words.join('\n\n'), holds: rest.filter(({ key }) => key === 'scene').map(({ row }) => String(row['title'])) }
}

/** The only physical deletion; visible to nobody but the trash list (02 §8). Returns how many were there. */
export function purgeRows(db: Database.Database, items: readonly string[]): number {
  return items.reduce((n, item) => n + prepared(db, 'DELETE FROM StoryTrash WHERE id = ?').run(item).changes, 0)
}

/** Texts in the file trash that belong to one trashed entity, or to all. */
export function trashedTexts(db: Database.Database, item: string | undefined): TrashedText[] {
  if (item !== undefined) return one(db, 'SELECT 1 FROM StoryTrash WHERE id = ?', item) ? trashPayload(db, item).payload.texts : []
  return all<{ texts: string }>(db, "SELECT payload -> '$.texts' AS texts FROM StoryTrash").flatMap((r) => JSON.parse(r.texts) as TrashedText[])
}

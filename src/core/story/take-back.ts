import { fail } from '@shared/fault'
import type { EntityBy } from '../project/entity-journal'
import type { StoryContext } from './context'
import { fieldsBetween } from './effects'
import { storyViolations } from './invariants'
import { paidOffPromises } from './knock-on'
import { netChanges, seenFields, targetOf } from './net-changes'
import { runRestore } from './restore'
import { getRow, type Row } from './rows'
import { runTrash, trashRows } from './trash'
import type { StoryClash, TakeBackHow, TakenBack } from './types'
import { contentColumns, listColumns, reopenUnpaid } from './undo'
import { applyRow, type RowChange, type Work } from './write-row'

const currentOf = (work: Work, { key, from, to }: RowChange): Row | null => getRow<Row>(work.db, key, (to ?? from)?.['id'] ?? '') ?? null
const gone = (change: RowChange): StoryClash => ({ target: targetOf(change), field: '', before: null, after: null, now: null })

function clashesOf(work: Work, change: RowChange): StoryClash[] {
  const { key, from, to } = change
  if (key === 'trash' || to === null) return []
  const now = currentOf(work, change)
  if (now === null) return from === null ? [] : [gone(change)]
  const [was, made, is] = [seenFields(key, from), seenFields(key, to), seenFields(key, now)]
  const later = new Map(fieldsBetween(made, is).map((field) => [field.field, field.to]))
  return fieldsBetween(was, made).filter(({ field }) => later.has(field)).map(({ field, from: before, to: after }) => ({ target: targetOf(change), field, before, after, now: later.get(field) }))
    .concat(from === null && later.size > 0 ? [...later].filter(([field]) => !fieldsBetween(was, made).some((one) => one.field === field)).map(([field, value]) => ({ target: targetOf(change), field, before: null, after: made?.[field] ?? null, now: value })) : [])
}

/** The row with every field put back that the change set; one that has another value by now only with `all`. */
function putBack({ key, from, to }: RowChange & { from: Row; to: Row }, now: Row, how: TakeBackHow, at: string): Row {
  const next = { ...now }
  for (const column of contentColumns(key)) if (from[column] !== to[column] && (how === 'all' || now[column] === to[column])) next[column] = from[column] ?? null
  for (const column of listColumns(key)) if (from[column] !== to[column]) next[column] = from[column] ?? null
  if (next['updatedAt'] !== undefined) next['updatedAt'] = at
  return next
}

function takeOne(context: StoryContext, work: Work, change: RowChange, how: TakeBackHow, by: EntityBy): void {
  const { key, from, to } = change
  const now = currentOf(work, change)
  if (to === null) {
    if (now === null && from !== null) writeRow(work, { key, from: null, to: from })
  } else if (from !== null) {
    if (now !== null) writeRow(work, { key, from: now, to: putBack({ key, from, to }, now, how, work.now) })
  } else if (now !== null) {
    if (key === 'beat') writeRow(work, { key, from: now, to: null })
    else if (key !== 'story' && key !== 'trash') runTrash(context, work, key, String(now['id']), { actor: 'author', sessionId: by.sessionId, callId: by.callId }, undefined)
  }
}

function writeRow(work: Work, change: RowChange): void {
  try {
    work.changes.push({ ...change, to: applyRow(work.db, change) })
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT')) stale(change)
    throw error
  }
}

function stale(change: RowChange): never {
  fail('UNDO_STALE', `${targetOf(change)} cannot be put back as it was: something else took its place since. Nothing was changed.`, { fix: 'Change it by hand.' })
}

/** What was moved to the trash comes out of it; an item that is no longer there was restored or purged by the author. */
function restoreTrashed(context: StoryContext, work: Work, net: readonly RowChange[]): boolean {
  const items = net.filter((change) => change.key === 'trash' && change.from === null).map((change) => String(change.to?.['id']))
  const there = new Set(trashRows(work.db).map((row) => row.id))
  for (const item of items) if (there.has(item)) runRestore(context, work, item)
  return items.length > 0
}

/**
 * Puts rows back as they were before somebody's changes, fields that others changed since apart (06 §7). A created entity goes to
 * the trash. Inside one transaction. UNDO_STALE: what stands there now leaves no room.
 */
export function runTakeBack(context: StoryContext, work: Work, changes: readonly RowChange[], how: TakeBackHow, by: EntityBy): TakenBack {
  const net = netChanges(changes)
  const clashes = net.flatMap((change) => clashesOf(work, change))
  if (how === 'ask' && clashes.length > 0) return { done: false, clashes }
  const since = String(net.map((change) => change.to?.['updatedAt'] ?? '').sort().at(-1) ?? '')
  const paidBefore = paidOffPromises(work.db)
  if (!restoreTrashed(context, work, net)) for (const change of net.toReversed()) takeOne(context, work, change, how, by)
  const decision = net.find((change) => change.key === 'decision')
  if (decision && storyViolations(work.db).length > 0) stale(decision)
  reopenUnpaid(work, paidBefore, since)
  return { done: true, clashes }
}

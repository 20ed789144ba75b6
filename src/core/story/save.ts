import { fail } from '@shared/fault'
import { actionProblems, doneWords, idParameter, statusOfAction } from './actions'
import { runBeat } from './beats'
import { chapterRules } from './chapters'
import { ensureStory, type StoryContext } from './context'
import { decisionRules } from './decision-rules'
import { entityOf, type RowOf } from './entities'
import { entityView } from './entity-view'
import { fieldSchemas, isSavedKind, type FieldsOf, type SavedKind } from './fields'
import { actRules, phaseRules } from './groups'
import { sameValue } from './hash'
import type { KindRules } from './kind-rules'
import { one } from './prepared'
import { promiseRules } from './promise-rules'
import { notFound, problemsOf, refuse } from './problems'
import { getRow, tables, type Row } from './rows'
import { sceneRules } from './scenes'
import { threadRules } from './threads'
import type { Done, StorySave, StorySaved } from './types'
import { write, type Work } from './write-row'

const kindRules: { [K in SavedKind]: KindRules<K> } = { act: actRules, phase: phaseRules, chapter: chapterRules, thread: threadRules, scene: sceneRules, promise: promiseRules, decision: decisionRules }

function checkedFields<K extends SavedKind>(kind: K, save: StorySave): FieldsOf<K> {
  const what = `${save.action} ${kind}`
  refuse(actionProblems(kind, save.action, save.id, save.fields), what)
  const parsed = fieldSchemas[kind].safeParse(save.fields)
  if (!parsed.success) refuse(problemsOf(parsed.error.issues, save.fields), what)
  const fields = { ...(parsed.data as FieldsOf<K>) }
  const status = statusOfAction(kind, save.action)
  return status === undefined ? fields : { ...fields, status }
}

function checkName<K extends SavedKind>(work: Work, kind: K, row: RowOf[K]): void {
  if (kind === 'scene') return
  const holder = one<{ id: number; title: string }>(work.db, `SELECT id, title FROM ${tables[kind].table} WHERE name = ? AND id IS NOT ?`, row['name'], row.id ?? null)
  if (!holder) return
  fail('NAME_TAKEN', `The name ${String(row['name'])} belongs to ${kind} ${holder.id} "${holder.title}".`, {
    pointer: '/name', actual: String(row['name']), fix: 'Choose another name.', data: { kind, id: String(holder.id) },
  })
}

/** Equal values are no change; times do not count (02 §5 Patch). */
const unchanged = <K extends SavedKind>(kind: K, a: RowOf[K], b: RowOf[K]): boolean => sameValue({ ...entityOf(kind, a), updatedAt: '' }, { ...entityOf(kind, b), updatedAt: '' })

function orphanSentence(save: StorySave, oldName: string): string | null {
  const left = (save.prose ?? []).filter((node) => node.chapterName === oldName).map((node) => node.path)
  if (left.length === 0) return null
  return `${left.length === 1 ? '1 text still names' : `${left.length} texts still name`} ${oldName}: ${left.join(', ')}.`
}

function orphans(work: Work, save: StorySave, kind: SavedKind, current: { [column: string]: unknown } | null, written: { [column: string]: unknown }): void {
  if (current === null || kind !== 'chapter' || current['name'] === written['name']) return
  const sentence = orphanSentence(save, String(current['name']))
  if (sentence !== null) work.extra.push(sentence)
}

/** created, updated, or the state it has just entered. */
const doneOf = (current: { [column: string]: unknown } | null, written: { [column: string]: unknown }): string =>
  current === null ? 'created' : written['status'] !== current['status'] && doneWords.has(String(written['status'])) ? String(written['status']) : 'updated'

/** Where a new scene stands behind another: in the thread and in the chapter they share (02 §6). */
function placesBehind(work: Work, after: string, next: Row): Row {
  const other = getRow<Row>(work.db, 'scene', after) ?? notFound('scene', after, '/after')
  const place = (parent: string, order: string): Row => (next[parent] !== null && next[parent] === other[parent] ? { [order]: Number(other[order]) + 1 } : {})
  return { ...place('threadId', 'threadSortOrder'), ...place('chapterId', 'chapterSortOrder') }
}

function runKind<K extends SavedKind>(context: StoryContext, work: Work, save: StorySave, kind: K): Done {
  const rules = kindRules[kind] as KindRules<K>
  const fields = checkedFields(kind, save)
  const current = save.id === null ? null : (getRow<RowOf[K]>(work.db, kind, save.id) ?? notFound(kind, save.id, `/${idParameter(kind)}`))
  const patched = rules.patch(work.db, current ?? rules.blank(work.now), fields, context)
  const next = current === null && kind === 'scene' && save.after !== undefined ? { ...patched, ...placesBehind(work, save.after, patched) } : patched
  checkName(work, kind, next)
  const plain = (row: RowOf[K]) => ({ ...entityOf(kind, row) }) as Record<string, unknown>
  const asked = Object.keys(fields)
  const saved = (row: RowOf[K], done: string): StorySaved => ({ kind, id: String(row.id), entity: entityView(context, kind, row), done, effects: work.effects, undoId: null, extra: work.extra })
  ensureStory(context, work.now)
  const written = write<RowOf[K]>(work, kind, current, { ...next, updatedAt: work.now })
  if (current && unchanged(kind, current, written)) {
    write<RowOf[K]>(work, kind, written, current)
    work.changes.length = 0
    return { before: plain(current), after: plain(current), asked, saved: saved(current, 'unchanged') }
  }
  rules.after?.(work, current, written)
  orphans(work, save, kind, current, written)
  return { before: current && plain(current), after: plain(written), asked, saved: saved(written, doneOf(current, written)) }
}

/** One save of 02 §12, all checks first; to be called inside a transaction. Faults: ARGS_INVALID ENTITY_NOT_FOUND NAME_TAKEN REF_INVALID ANCHOR_INVALID OPTION_UNKNOWN DECISION_INCOMPLETE BEAT_NOT_FOUND. */
export function runSave(context: StoryContext, work: Work, save: StorySave): Done {
  const { kind } = save
  if (kind === 'beat') return runBeat(context, work, save)
  if (!isSavedKind(kind)) fail('ARGS_INVALID', `A ${kind} cannot be saved here.`, { pointer: '/kind', actual: kind, expected: Object.keys(fieldSchemas).join(', ') })
  return runKind(context, work, save, kind)
}

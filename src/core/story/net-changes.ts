import type { Effect } from '@shared/tool-result'
import { fieldsBetween, shown } from './effects'
import { entityOf } from './entities'
import { isSavedKind } from './fields'
import { hashOf } from './hash'
import type { Row, TableKey } from './rows'
import type { StoryPayload } from './story-journal'
import type { RowChange } from './write-row'

const keyOf = ({ key, from, to }: RowChange): string => `${key} ${String((to ?? from)?.['id'])}`

/** Several changes of the same rows as one each: the first before, the last after, in the order they were first touched. */
export function netChanges(changes: readonly RowChange[]): RowChange[] {
  const net = new Map<string, RowChange>()
  for (const change of changes) net.set(keyOf(change), { key: change.key, from: net.has(keyOf(change)) ? (net.get(keyOf(change))?.from ?? null) : change.from, to: change.to })
  return [...net.values()].filter(({ from, to }) => from !== null || to !== null)
}

type Entity = Record<string, unknown>
const unseen = new Set(['id', 'createdAt', 'updatedAt', 'sortOrder', 'threadSortOrder', 'chapterSortOrder', 'promiseId', 'sceneId'])

/** What an author knows of a row: its fields without numbers, places and times. */
export function seenFields(key: TableKey, row: Row | null): Entity | null {
  if (row === null) return null
  const entity: Entity = isSavedKind(key) ? { ...entityOf(key, row as never) } : row
  return Object.fromEntries(Object.entries(entity).filter(([field]) => !unseen.has(field)))
}

/** `scene 5 "…"`, or of a beat the promise and the scene it belongs to. */
export function targetOf({ key, from, to }: RowChange): string {
  const row = to ?? from
  if (key === 'beat') return `beat of promise ${String(row?.['promiseId'])} in scene ${String(row?.['sceneId'])}`
  return `${key} ${String(row?.['id'])} "${String(row?.['title'] ?? row?.['name'] ?? '')}"`
}

const isEmpty = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0)

function effectOf(change: RowChange, { effects: reasons, labels = {} }: StoryPayload): Effect | null {
  const { key, from, to } = change
  const [before, after] = [seenFields(key, from), seenFields(key, to)]
  // A new or removed entity: what it holds, not what it leaves empty.
  const fields = fieldsBetween(before, after).filter(({ from: old, to: now }) => !(isEmpty(old) && isEmpty(now)))
  const places = before !== null && after !== null && fields.length === 0
  if (places || key === 'trash') return null
  const reason = reasons.find((effect) => effect.kind === key && effect.id === String((to ?? from)?.['id']))?.reason
  const lines = fields.map((field) => `${field.field}: ${shown(field.from)} → ${shown(field.to)}`)
  return {
    kind: 'story', target: labels[keyOf(change)] ?? targetOf(change), resolved: String((to ?? from)?.['id'] ?? ''), before: before && hashOf(before), after: after && hashOf(after),
    action: from === null ? 'create' : to === null ? 'remove' : 'change', preview: `${lines.join('\n')}${reason === undefined ? '' : ` (${reason})`}`, fields,
  }
}

/** What journalled changes come to, drawn like an approval's effects: the entity first, then what followed (02 §7 rule 5). */
export const storyEffects = (payload: StoryPayload): Effect[] => netChanges(payload.changes).map((change) => effectOf(change, payload)).filter((effect) => effect !== null)

import type { StoryOutline } from '@shared/procedures/story'
import { isMessageKey, type MessageKey } from '@shared/i18n'
import { chaptersInOrder } from '../../editor-core/reading-order'

type Say = (key: MessageKey, vars?: Record<string, string | number>) => string

/** `scene 12 "Snow"` in the author's words; anything else stays as it is. */
export function storyTarget(target: string, t: Say): string {
  const beat = /^beat of promise \d+ "([^]*?)" in scene \d+ "([^]*)"(?: \(from focus\))?$/.exec(target)
  if (beat) return t('approvals.beat', { promise: beat[1] ?? '', scene: beat[2] ?? '' })
  const rows = /^(\d+) rows$/.exec(target)
  if (rows) return t('approvals.rows', { count: Number(rows[1]) })
  const [, followed = '', number = ''] = /^([a-z]+) (\d+)$/.exec(target) ?? []
  const followedKey = `approvals.kind.${followed}`
  if (isMessageKey(followedKey)) return `${t(followedKey)} ${number}`
  const [, kind = '', title = ''] = /^([a-z]+)(?: \d+)? "([^]*)"$/.exec(target) ?? []
  const key = `approvals.kind.${kind}`
  return isMessageKey(key) ? `${t(key)} “${title}”` : target
}

/** Ids as the titles they stand for, states as the words the window uses; null when the value says it best itself. */
export function storyValue(field: string, value: unknown, outline: StoryOutline | null, t: Say): string | null {
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  const key = `approvals.value.${field}.${String(value)}`
  if (isMessageKey(key)) return t(key)
  if (outline === null || value === null) return null
  const lists: Record<string, readonly { id: string; title: string }[]> = { threadId: outline.threads, storyPhaseId: outline.phases, chapterId: chaptersInOrder(outline), actId: outline.acts.map((one) => one.act) }
  return lists[field]?.find((one) => one.id === String(value))?.title ?? null
}

const reasons: readonly [RegExp, MessageKey][] = [
  [/^\d+ rows in all; /, 'approvals.why.rows'], [/^its payoff is set in scene \d+$/, 'approvals.why.paid'], [/^its last payoff\b/, 'approvals.why.unpaid'], [/^its payoffs did not come back with it$/, 'approvals.why.unpaid'],
  [/^decision \d+, which superseded it, went to the trash$/, 'approvals.why.reopened'],
]

/** Why something follows from a change (02 §7), in the author's language; what is not known stays as it is. */
export function reasonWords(reason: string, t: Say): string {
  const key = reasons.find(([shape]) => shape.test(reason))?.[1]
  return key === undefined ? reason : t(key)
}

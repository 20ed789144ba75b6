import type { StoryOutline } from '@shared/procedures/story'
import type { MessageKey } from '@shared/i18n'
import { isMessageKey } from '../../i18n/message-key'
import { chaptersInOrder } from '../../editor-core/reading-order'

type Say = (key: MessageKey, vars?: Record<string, string | number>) => string

/** `scene 12 "Snow"` in the author's words; anything else stays as it is. */
export function storyTarget(target: string, t: Say): string {
  const beat = /^beat of promise \d+ "([^]*?)" in scene \d+ "([^]*)"(?: \(from focus\))?$/.exec(target)
  if (beat) return t('approvals.beat', { promise: beat[1] ?? '', scene: beat[2] ?? '' })
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

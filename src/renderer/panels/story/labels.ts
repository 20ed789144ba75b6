import { isMessageKey, type MessageKey } from '@shared/i18n'
import type { text } from '../../i18n/text'
import type { Option } from './fields/option'

type T = typeof text

export const threadStatuses = ['draft', 'active', 'paused', 'done', 'archived'] as const
export const sceneStatuses = ['draft', 'active', 'written', 'revised', 'archived'] as const
export const outcomes = ['yes_but', 'no_and', 'yes_and', 'no_but', 'yes', 'no', 'no_conflict', 'passive'] as const
export const pacings = ['setup', 'escalation', 'breather', 'climax', 'resolution'] as const
export const miceTypes = ['milieu', 'idea', 'character', 'event'] as const
export const beatKinds = ['plant', 'advance', 'setback', 'payoff'] as const
export const importances = ['high', 'medium', 'low'] as const
export const stages = ['unplanted', 'planted', 'echoed', 'paid_off'] as const
export const promiseStatuses = ['open', 'fulfilled', 'abandoned'] as const
export const decisionStatuses = ['open', 'decided', 'superseded', 'dropped'] as const
export const anchorKinds = ['story', 'act', 'chapter', 'thread', 'scene', 'promise', 'content'] as const

export type Vocabulary = 'threadStatus' | 'sceneStatus' | 'outcome' | 'pacing' | 'mice' | 'beat' | 'beatState' | 'importance' | 'stage' | 'promiseStatus' | 'decisionStatus' | 'due' | 'anchor'

/** The word of a code; a code of a later version shows as it is. */
export function word(t: T, of: Vocabulary, code: string): string {
  const key = `board.${of}.${code}`
  return isMessageKey(key) ? t(key) : code
}

/** Codes as a choice list; `none` names the empty one. */
export function choices(t: T, of: Vocabulary, codes: readonly string[], none?: MessageKey): Option[] {
  const rows = codes.map((code) => ({ value: code, label: word(t, of, code) }))
  return none ? [{ value: '', label: t(none) }, ...rows] : rows
}

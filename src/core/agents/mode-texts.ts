import type { Entry } from '@shared/session'
import type { WorkMode } from '@shared/tool-result'
import { messageOf } from './conversation'
import { grown } from './context/grown'

const REPEAT_EVERY = 6

const FULL: Record<Exclude<WorkMode, 'normal'>, string> = {
  discuss: 'You are in discuss mode. Read, think and talk; the author wants a conversation, not changes. A call that would change the novel waits for the author\'s approval, so make one only when asked to. To ask for the other mode use switch_mode.',
  plan: 'You are in plan mode. Look around, then write the plan as a Markdown file directly in .agent/plan/ (that needs no approval) and keep it current. Change nothing else yet: such a call waits for approval. When the plan is ready call switch_mode with targetMode normal and planFilePath, so that the author sees the plan and decides.',
}
const SHORT: Record<Exclude<WorkMode, 'normal'>, string> = {
  discuss: 'Still in discuss mode: talk and read; changes wait for approval.',
  plan: 'Still in plan mode: only the plan file under .agent/plan/ may change; switch_mode asks to begin.',
}
const NORMAL_LINE = 'You are in normal mode: you may change the novel as asked. The other modes are discuss (talk only) and plan (write a plan first); switch_mode asks for them.'

export interface ModeNote { text: string; mode: WorkMode; form: 'line' | 'full' | 'short' | 'exit' }

/** The mode the model was told last, and its turns since. */
const lastTold = grown<{ mode: unknown; turns: number }>(() => ({ mode: undefined, turns: 0 }), (told, entry) => {
  if (entry.type === 'custom_message' && entry.payload['kind'] === 'mode') Object.assign(told, { mode: entry.payload['mode'], turns: 0 })
  if (messageOf(entry)?.role === 'assistant') told.turns++
})

/**
 * The mode text due before the next model call, or null. `entries` are those the model sees: texts are entries, so a restart
 * repeats none, and one that was summarised away is said again (04 §6).
 */
export function dueModeText(entries: readonly Entry[], mode: WorkMode): ModeNote | null {
  const { mode: last, turns } = lastTold(entries)
  if (last === undefined) return mode === 'normal' ? { text: NORMAL_LINE, mode, form: 'line' } : { text: FULL[mode], mode, form: 'full' }
  if (last !== mode) return mode === 'normal' ? { text: exitText(last), mode, form: 'exit' } : { text: FULL[mode], mode, form: 'full' }
  if (mode === 'normal') return null
  return turns >= REPEAT_EVERY ? { text: SHORT[mode], mode, form: 'short' } : null
}

function exitText(from: unknown): string {
  return from === 'plan' ? 'Plan mode is over; you are in normal mode. Implement the plan now, step by step, as the author agreed to it.' : 'Discuss mode is over; you are in normal mode and may change the novel as asked.'
}

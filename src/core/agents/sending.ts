import { fail } from '@shared/fault'
import type { MessageSource, Picture } from '@shared/session'
import { namedForCall } from '../models/model-names'
import { grantBudget } from './budget'
import type { Parts } from './parts'
import type { Runs } from './runs'
import { placeholderTitle } from './titles'

export type How = 'prompt' | 'steer' | 'followup'

export function refuseArchived(parts: Parts, sessionId: number): void {
  if (parts.store.row(sessionId).status === 'archived') fail('AGENT_ARCHIVED', 'This session is archived and can only be read.', { fix: 'Restore it first.' })
}

/** SESSION_BUSY unless idle or interrupted: what retry, edit, switch and fork need (04 §2). */
export function needsIdle(parts: Parts, sessionId: number): void {
  refuseArchived(parts, sessionId)
  const { status } = parts.store.row(sessionId)
  if (status === 'running' || status === 'waiting') fail('SESSION_BUSY', `The session is ${status}.`, { fix: 'Stop it first.' })
}

/** A model named for one call, checked before anything begins (04 §8). MODEL_NOT_VISIBLE, MODEL_UNKNOWN. */
export function callableModel(parts: Parts, model: string): string {
  const named = namedForCall(parts.models.callable(parts.config().models.default), model)
  parts.models.spec(named)
  return named
}

/** The table of 04 §3. `model`: for the run this starts alone. MODEL_NOT_VISIBLE. */
export function sendMessage(parts: Parts, runs: Runs, sessionId: number, text: string, how: How, model: string | null = null, pictures: readonly Picture[] = []): { queued: boolean } {
  refuseArchived(parts, sessionId)
  if (model !== null) { parts.models.spec(model); callableModel(parts, model) }
  const row = parts.store.row(sessionId)
  if (row.status === 'running' || row.status === 'waiting') {
    parts.queue.add(sessionId, how === 'steer' ? 'steer' : 'followup', text, null, pictures)
    return { queued: true }
  }
  if (how === 'steer') fail('AGENT_NOT_RUNNING', 'There is no reply to steer.')
  if (row.titleSource === 'placeholder' && row.title === '') parts.store.set(sessionId, { title: placeholderTitle(text) })
  runs.start(sessionId, { message: text, model, pictures })
  return { queued: false }
}

/** The next followup, when the run before it ended normally (04 §3). */
export function nextFollowup(parts: Parts, runs: Runs, sessionId: number): void {
  if (runs.closed) return
  parts.project.sessionsDb.transaction(() => {
    const [item] = parts.queue.take(sessionId, 'followup', 1, () => undefined)
    const run = item === undefined ? null : runs.start(sessionId, { message: item.text, source: item.source, pictures: item.pictures ?? [] })
    if (item !== undefined && run !== null) parts.invocations.taken(item.id, run.runId)
  })()
}

/** A message that is not the author's: wakes an idle session, waits for any other; `refused` when it can never be read (04 §10). */
export function deliverMessage(parts: Parts, runs: Runs, sessionId: number, text: string, source: MessageSource): 'accepted' | 'later' | 'refused' {
  const row = parts.store.find(sessionId)
  if (row === undefined || row.status === 'archived') return 'refused'
  if (row.status !== 'idle') { parts.queue.add(sessionId, 'followup', text, source); return 'accepted' }
  return runs.start(sessionId, { message: text, source }) === null ? 'later' : 'accepted'
}

/** Goes on after a pause, an interruption or a plain end. AGENT_WAITING while the author owes an answer. */
export function continueRun(parts: Parts, runs: Runs, sessionId: number, model: string | null = null): void {
  refuseArchived(parts, sessionId)
  const row = parts.store.row(sessionId)
  if (row.status === 'running') fail('AGENT_BUSY', 'The session is running.')
  if (row.status === 'waiting' && row.pause === null) fail('AGENT_WAITING', 'The session waits for your answer above.')
  const last = parts.store.tree.tail(sessionId, row.activeLeafId, 1)[0]
  if (last === undefined) return fail('NOTHING_TO_CONTINUE', 'The session is empty; write a message.')
  if (last.payload['role'] === 'assistant') {
    parts.store.append(sessionId, { type: 'custom_message', origin: 'engine', payload: { kind: 'continue', text: 'You are asked to go on from where you stopped.', source: 'engine' } })
  }
  grantBudget(parts, sessionId, row.pause === null ? null : JSON.parse(row.pause))
  runs.start(sessionId, { model })
}

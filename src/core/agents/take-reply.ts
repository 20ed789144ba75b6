import { isFault } from '@shared/fault'
import type { ToolCall } from '@shared/session'
import { parseArgumentText } from '../tools/json-text'
import { relaxedCommit } from '../project/relaxed-commit'
import { bookUse, carryUse, usedBehind } from './book-use'
import { keepBeside, takeLongest } from './broken'
import { callIdTaken } from './call-row'
import type { AssistantMessage } from './conversation'
import type { Parts } from './parts'
import type { Reply } from './reply'
import type { Run } from './run'
import { useOf } from './use-of'

/** The closed calls of a reply. Arguments that are not a JSON object stay `{}` with the reason: they are never repaired (04 §8). */
function toCalls(parts: Parts, sessionId: number, reply: Reply): Pick<AssistantMessage, 'calls' | 'callMeta'> {
  const seen = new Set<string>()
  const callMeta: Record<string, unknown> = {}
  const calls = reply.closed.map((call): ToolCall => {
    const repeated = call.callId === '' || seen.has(call.callId) || callIdTaken(parts.project, sessionId, call.callId)
    const id = repeated ? parts.env.id('call') : call.callId
    seen.add(id)
    if (call.meta !== undefined) callMeta[id] = call.meta
    return { id, tool: call.tool, ...readArgs(call.rawArgs) }
  })
  return { calls, ...(Object.keys(callMeta).length === 0 ? {} : { callMeta }) }
}

function readArgs(raw: string): { args: Record<string, unknown>; argsError?: string } {
  try {
    const value = raw.trim() === '' ? {} : parseArgumentText(raw)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { args: value as Record<string, unknown> }
    return { args: {}, argsError: `the arguments are ${Array.isArray(value) ? 'a list' : `a ${value === null ? 'null' : typeof value}`}, not an object. Nothing was run.\nSent: ${raw.slice(0, 500)}\nPass a real object, do not stringify.` }
  } catch (error) {
    if (!isFault(error)) throw error
    const { message, actual, fix } = error.fault
    return { args: {}, argsError: [message, `Sent: ${actual ?? raw.slice(0, 500)}`, fix ?? ''].filter((line) => line !== '').join('\n') }
  }
}

const NOTES = { length: 'OUTPUT_LIMIT', filter: 'CONTENT_FILTER' } as const

function endOf(reply: Reply): Pick<AssistantMessage, 'status' | 'note'> {
  if (reply.end === null) return { status: 'partial' }
  if (reply.end.dropped) return { status: 'interrupted', note: 'STREAM_DROPPED' }
  if (reply.end.reason === 'length') return { status: 'partial', note: NOTES.length }
  return reply.end.reason === 'filter' ? { status: 'partial', note: NOTES.filter } : { status: 'complete' }
}

/**
 * Commits a reply with its closed calls and, in the same commit, its usage (04 §10, commits 1 and 6). What has calls is not over: a call that changes
 * something is marked in a full commit before it starts, and that one brings this to the disk. `estimate`: tokens we
 * thought its request had.
 */
export function storeReply(parts: Parts, run: Run, model: string, reply: Reply, estimate: number): { message: AssistantMessage; cut: boolean } {
  const { sessionId, runId, epoch } = run
  // Stopped before anything new came: what had broken off is what was written.
  const stoppedIn = reply.end === null && reply.text.trim() === '' ? takeLongest(run) : undefined
  const tokens = reply.end === null || reply.end.dropped ? null : reply.end.usage
  const usage = tokens === null ? null : { ...tokens, ...parts.models.price(model, tokens) }
  const message: AssistantMessage = {
    role: 'assistant', text: stoppedIn?.text ?? reply.text, ...(reply.reasoning === '' ? {} : { reasoning: reply.reasoning }),
    ...(reply.end === null ? { calls: [] } : toCalls(parts, sessionId, reply)), model, usage, estimate: Math.round(estimate), ...endOf(reply), ...(run.broken.length === 0 ? {} : { askedAgain: run.askedAgain }),
  }
  const open = reply.end?.openCalls ?? []
  const use = useOf(parts, model, reply, estimate)
  const count = () => bookUse(parts, run, model, use)
  // An empty one that broke off says nothing to anybody.
  if (message.text.trim() !== '' || message.calls.length > 0 || reply.end === null) {
    keepBeside(parts, run)
    run.askedAgain = { times: 0, why: null }
    parts.store.append(sessionId, { type: 'message', origin: 'model', runId, payload: { ...message, ...(run.unseen ? { unseen: true } : {}), ...usedBehind(run, use, usage !== null) }, passing: message.calls.length > 0 }, epoch, count)
  } else {
    relaxedCommit(parts.project.sessionsDb, count)
    carryUse(run, use)
  }
  return { message, cut: open.length > 0 || reply.end?.dropped === true }
}

/** What the model is told after a reply that broke off; after the results, so that calls and results stay together. */
export function cutNote(reply: Reply): string {
  const open = reply.end?.openCalls ?? []
  if (open.length === 0) return 'Your reply broke off before its end. Go on from where it stopped; repeat nothing.'
  const calls = open.map((call) => `${call.tool} after ${call.characters} characters`).join(', ')
  return `ARGS_TRUNCATED: your reply was cut inside the call of ${calls}. It was not run and nothing was changed. Send smaller parts.`
}

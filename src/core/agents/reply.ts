import { Cancelled, isCancelled } from '@shared/fault'
import type { ModelEvent, ModelRequest } from '../models/types'
import { bookAside } from './book-use'
import { brokeOff } from './broken'
import type { Parts } from './parts'
import type { Run } from './run'

type End = Extract<ModelEvent, { type: 'end' }>
/** A reply as it came; `end` null when the author stopped it. */
export interface Reply { text: string; reasoning: string; closed: { callId: string; tool: string; rawArgs: string; meta?: unknown }[]; end: End | null }

const FLUSH_MS = 1_000

/** Streams one model call, telling deltas and keeping the text so far on disk each second (04 §2, §8). `estimate`: tokens we think the request has. Throws faults only. */
export async function streamReply(parts: Parts, run: Run, model: string, request: ModelRequest, estimate: number): Promise<Reply> {
  const reply: Reply = { text: '', reasoning: '', closed: [], end: null }
  const at = { sessionId: run.sessionId, runId: run.runId }
  const save = () => { if (reply.text + reply.reasoning !== '' || run.broken.length > 0) parts.store.saveDraft(run.sessionId, run.epoch, { runId: run.runId, text: reply.text, reasoning: reply.reasoning, model, broken: run.broken, estimate }) }
  let saved = parts.env.now().getTime()
  run.streaming = { text: '', reasoning: '' }
  run.deltas.tell({ type: 'message.start', ...at })
  try {
    for await (const event of parts.models.stream(model, request, run.signal)) {
      if (run.signal.aborted) throw new Cancelled()
      if (event.type === 'retry') bookAside(parts, run, model, { ...reply, end: null }, estimate)
      take(reply, run, event, { model, now: parts.env.now().getTime() })
      if (event.type === 'retry') save()
      if (parts.env.now().getTime() - saved >= FLUSH_MS) { saved = parts.env.now().getTime(); save() }
    }
  } catch (error) {
    if (!isCancelled(error) && !run.signal.aborted) throw error
    reply.end = null
    if (run.closing) save()
  } finally {
    run.deltas.tell({ type: 'message.end', ...at })
    run.streaming = null
    run.retry = null
  }
  return reply
}

function take(reply: Reply, run: Run, event: ModelEvent, { model, now }: { model: string; now: number }): void {
  const at = { sessionId: run.sessionId, runId: run.runId }
  switch (event.type) {
    case 'text': reply.text += event.text; return grow(run, 'text', event.text)
    case 'reasoning': reply.reasoning += event.text; return grow(run, 'reasoning', event.text)
    case 'call.open': freshly(run); return run.deltas.tell({ type: 'args.start', ...at, callId: event.callId, tool: event.tool })
    case 'call.delta': return run.deltas.add({ type: 'args.delta', ...at, callId: event.callId, text: event.text })
    case 'call.closed': reply.closed.push(event); return run.deltas.tell({ type: 'args.end', ...at, callId: event.callId })
    case 'end': reply.end = event; return
    case 'retry':
      brokeOff(run, { text: reply.text, reasoning: reply.reasoning, model, why: event.why })
      Object.assign(reply, { text: '', reasoning: '', closed: [], end: null })
      return tellRetry(run, event, now)
  }
}

/** The provider is asked again: whoever looks is told, and whoever looks later finds it in the snapshot. `now` in ms. */
export function tellRetry(run: Run, { attempt, waitMs, why }: Extract<ModelEvent, { type: 'retry' }>, now: number): void {
  run.retry = { attempt, at: now + waitMs, why }
  run.deltas.tell({ type: 'run.retry', sessionId: run.sessionId, runId: run.runId, attempt, waitMs, why })
}

/** What broke off stays in sight until the next attempt brings something. */
function freshly(run: Run): void {
  if (run.retry === null) return
  run.retry = null
  run.streaming = { text: '', reasoning: '' }
}

function grow(run: Run, what: 'text' | 'reasoning', text: string): void {
  freshly(run)
  if (run.streaming !== null) run.streaming[what] += text
  run.deltas.add({ type: `${what}.delta`, sessionId: run.sessionId, runId: run.runId, text })
}

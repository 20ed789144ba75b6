import type { ToolCall } from '@shared/session'
import { ToolResult, type Change } from '@shared/tool-result'
import { bookDraft } from './book-use'
import { brokenIn, keepBroken } from './broken'
import { callClass } from './call-class'
import { callRow, pendingApproval } from './call-row'
import { keepResult } from './keep-result'
import type { InvocationRow, Outcome } from './invocations'
import { openTailOf } from './open-tail'
import { outcomeResult } from './outcome'
import { interrupted, outcomeUnknown, ownSuccess } from './own-results'
import type { Parts } from './parts'
import type { SessionRow } from './session-rows'
import { prepared } from '../project/statements'

const WINDOW_MS = 10 * 60_000
const MAX_RECOVERIES = 3

/** What a restart decides for a session that was running: go on, wait for the author, or show what was interrupted. */
export type Recovered = 'continue' | 'waiting' | 'interrupted' | 'idle'

/** Ends what a crash left open in one session (04 §10): every call gets its one result, nothing is run twice. */
export function recoverSession(parts: Parts, row: SessionRow): Recovered {
  bookDraft(parts, row)
  const broken = brokenIn(parts.store.draft(row.id))
  const left = settleOpenCalls(parts, row)
  // What the author has said in between follows it; else it is kept beside the reply that is asked for again.
  const steered = parts.queue.list(row.id).some((item) => item.kind === 'steer')
  const stays = left.waiting || left.listed.length > 0 || steered
  if (stays) keepDraft(parts, row)
  if (left.waiting) { parts.store.set(row.id, { status: 'waiting' }); return 'waiting' }
  if (left.listed.length > 0) {
    const text = `The app stopped while these calls were open: ${left.listed.join(', ')}. ${left.undone ? 'None of them took effect; say how to go on.' : 'Look at the state, then say how to go on.'}`
    life(parts, row, 'interrupted', { calls: left.listed })
    parts.store.append(row.id, { type: 'custom_message', origin: 'engine', runId: row.runId, payload: { kind: 'interrupted', text, source: 'engine', calls: left.listed, ...(left.undone ? { undone: true } : {}) } })
    parts.store.set(row.id, { status: 'interrupted', unread: true })
    return 'interrupted'
  }
  if (broken.length === 0 && ended(parts, row)) { parts.store.set(row.id, { status: 'idle' }); return 'idle' }
  if (tooOften(parts, row)) {
    keepDraft(parts, row)
    parts.store.set(row.id, { status: 'waiting', unread: true, pause: { code: 'RECOVERY', text: `This run was taken up again ${MAX_RECOVERIES} times within 10 minutes.` } })
    return 'waiting'
  }
  return 'continue'
}

/** The text of a reply that was coming stays readable, in the branch. */
export function keepDraft(parts: Parts, row: SessionRow): void {
  const broken = brokenIn(parts.store.draft(row.id))
  if (broken.length > 0) keepBroken(parts, { sessionId: row.id, runId: row.runId, epoch: parts.store.row(row.id).epoch, broken })
}

/** `undone`: none of those listed took effect, and that is known. */
function settleOpenCalls(parts: Parts, row: SessionRow): { waiting: boolean; listed: string[]; undone: boolean } {
  const tail = openTailOf(parts, row.id)
  const listed: string[] = []
  let waiting = false
  let undone = true
  for (const call of tail?.open ?? []) {
    if (pendingApproval(parts.project, row.id, call.id) !== undefined) { waiting = true; continue }
    const asked = parts.invocations.find(row.id, call.id)
    // Another session works on it and waits for the author: this call waits with it (04 §10).
    if (asked?.state === 'open' && asked.jobId === null && parts.store.find(asked.childId)?.status === 'waiting') { waiting = true; continue }
    const finished = storedResult(parts, row.id, call) ?? answered(asked, call)
    const result = finished ?? afterCrash(parts, row.id, call)
    if ((finished === null || finished.code === 'OUTCOME_UNKNOWN') && callClass(call.tool) !== 'read') {
      listed.push(`${call.tool} (${call.id})`)
      undone &&= result.code === 'INTERRUPTED'
    }
    keepResult(parts, { sessionId: row.id, runId: row.runId, epoch: parts.store.row(row.id).epoch, tell: parts.project.emit }, call, result)
  }
  return { waiting, listed: waiting ? [] : listed, undone }
}

/** The result the pipeline had recorded, when only our entry was missing. */
export function storedResult(parts: Parts, sessionId: number, call: ToolCall): ToolResult | null {
  const row = callRow(parts.project, sessionId, call.id)
  if (row === undefined || row.result === null || row.finishedAt === null) return null
  const parsed = ToolResult.safeParse(JSON.parse(row.result))
  return parsed.success && parsed.data.status !== 'needs_approval' ? parsed.data : null
}

/** What another session answered before the stop; a background job's receipt is known by its job. */
function answered(asked: InvocationRow | undefined, call: ToolCall): ToolResult | null {
  if (asked === undefined) return null
  if (asked.jobId !== null) return ownSuccess(call, `[OK] Started ${asked.jobId} with session ${asked.childId} before the app stopped.`, { jobId: asked.jobId, status: 'started', data: null, finalMessage: '', sessionId: asked.childId })
  return asked.outcome === null ? null : outcomeResult(call, JSON.parse(asked.outcome) as Outcome)
}

/** By the kind of call and what is on disk: what had not started, had committed, did not commit, or cannot be known. */
function afterCrash(parts: Parts, sessionId: number, call: ToolCall): ToolResult {
  const started = callRow(parts.project, sessionId, call.id)?.startedAt ?? null
  if (started === null) return interrupted(call)
  const changes = committed(parts, sessionId, call.id)
  if (changes !== null) {
    const what = changes.length === 0 ? 'its change' : changes.map((change) => `${change.kind} ${change.target}`).join(', ')
    return { ...ownSuccess(call, `[OK] ${call.tool} had finished before the app stopped: ${what}.`, { recovered: true }), changes }
  }
  return callClass(call.tool) === 'outside' ? outcomeUnknown(call) : interrupted(call)
}

/** What a call committed under its id: a row of the story database, or finished groups of the file journal. */
function committed(parts: Parts, sessionId: number, callId: string): Change[] | null {
  const { projectDb, sessionsDb } = parts.project
  const files = prepared<[number, string], { path: string; before: string | null; after: string | null }>(sessionsDb,
    "SELECT path, before, after FROM Journal WHERE sessionId = ? AND callId = ? AND actor = 'agent' AND state = 'done' ORDER BY seq").all(sessionId, callId)
  const story = prepared<[number, string], { payload: string }>(projectDb, 'SELECT payload FROM AppliedCall WHERE sessionId = ? AND callId = ?').get(sessionId, callId)
  if (files.length === 0 && story === undefined) return null
  return files.map((file) => ({ kind: 'file', target: file.path, before: file.before, after: file.after }))
}

/** The reply was whole and had no calls: the run was over but for its last line. */
function ended(parts: Parts, row: SessionRow): boolean {
  const last = parts.store.tree.tail(row.id, parts.store.row(row.id).activeLeafId, 1)[0]
  return last?.payload['kind'] === 'report' || (last?.payload['role'] === 'assistant' && last.payload['status'] === 'complete' && Array.isArray(last.payload['calls']) && last.payload['calls'].length === 0)
}

function tooOften(parts: Parts, row: SessionRow): boolean {
  const now = parts.env.now()
  const recent = (JSON.parse(row.recoveries) as string[]).filter((at) => now.getTime() - Date.parse(at) < WINDOW_MS)
  parts.store.set(row.id, { recoveries: JSON.stringify([...recent, now.toISOString()]) })
  return recent.length + 1 >= MAX_RECOVERIES
}

function life(parts: Parts, row: SessionRow, phase: string, more: Record<string, unknown>): void {
  parts.store.append(row.id, { type: 'invocation_lifecycle', origin: 'engine', runId: row.runId, payload: { phase, ...more } })
}

import { isCancelled, isFault, type Fault } from '@shared/fault'
import type { ToolResult } from '@shared/tool-result'
import { errorCode } from '../../project/retry'
import { faultText } from '../fault-text'
import { grantOf } from '../grants'
import { usableProfile } from '../lineage'
import { maskText } from '../mask'
import type { Runtime } from '../runtime'
import { cutText, type Cut, FAILURE_CHARS, MODEL_CHARS, storable } from '../size-guard'
import type { Ran } from '../types'
import { grantFacts } from './admit'
import { Refused, type Ready, type Work } from './work'

/** Stages 6 and 7 for a success: marker, masking, size (08 §4, §5). */
export function formatSuccess(runtime: Runtime, work: Work, ready: Ready, ran: Ran<unknown>): Promise<ToolResult> | ToolResult {
  const { tool } = ready.registered
  const said = tool.say(ran.value, ready.prepared.plan)
  const marked = ran.failure !== undefined ? `[FAIL] ${ran.failure.code}: ${said}` : tool.result === 'action' && !said.startsWith('[OK] ') ? `[OK] ${said}` : said
  const result = blank(work)
  result.status = ran.failure === undefined ? 'ok' : 'fail'
  result.code = ran.failure?.code ?? null
  result.content = tool.caps?.ownText === true ? maskText(marked, secretsOf(runtime), '') : mask(runtime, marked)
  result.changes = ran.changes
  result.details = ran.control === undefined ? { ...ran.details } : { ...ran.details, control: ran.control }
  if (tool.caps?.limitsItself === true) return ran.full === undefined ? result : keepFull(runtime, work, result, ran.full)
  return guarded(runtime, work, result, tool.caps?.modelChars ?? MODEL_CHARS, ran.droppedBytes)
}

/** The whole of a text that its tool cut by itself stays readable as `result://<callId>`. */
async function keepFull(runtime: Runtime, work: Work, result: ToolResult, full: NonNullable<Ran<unknown>['full']>): Promise<ToolResult> {
  work.stages['full'] = await runtime.deps.project.blobs.put(storable(mask(runtime, full.text)).bytes)
  return { ...result, truncated: { shown: full.shown, total: full.total, ref: `result://${work.caller.callId}` } }
}

/** A failure of any stage, as the model reads it. A defect gives a reference; its class and stack go to the log only. */
export async function formatFailure(runtime: Runtime, work: Work, error: unknown): Promise<ToolResult> {
  const { status, fault } = asFault(runtime, work, error)
  const details = { ...(fault.problems === undefined ? {} : { problems: fault.problems }), ...fault.data }
  const result = { ...blank(work), status, code: fault.code, content: mask(runtime, faultText(fault)), details }
  return guarded(runtime, work, result, FAILURE_CHARS)
}

function asFault(runtime: Runtime, work: Work, error: unknown): { status: 'fail' | 'denied'; fault: Fault } {
  if (error instanceof Refused) return { status: error.status, fault: error.fault }
  if (isFault(error)) return { status: 'fail', fault: error.fault }
  if (isCancelled(error)) return { status: 'fail', fault: { code: 'CANCELLED', message: `interrupted. ${changed(runtime, work)}` } }
  if (errorCode(error) === 'SQLITE_FULL') return { status: 'fail', fault: { code: 'WRITE_FAILED', message: `the disk is full. ${changed(runtime, work)}`, fix: 'Make room on it; nothing that was there is lost.' } }
  const reference = runtime.deps.defect?.(`tool ${work.name}`, error) ?? 'not logged'
  return { status: 'fail', fault: { code: 'INTERNAL', message: `something went wrong inside Wenqu (reference ${reference}). ${changed(runtime, work)}` } }
}

function changed(runtime: Runtime, work: Work): string {
  if (!work.running) return 'Nothing was changed.'
  const { sessionId, callId } = work.caller
  const files = runtime.deps.project.sessionsDb.prepare("SELECT 1 FROM Journal WHERE sessionId = ? AND callId = ? AND state = 'done' LIMIT 1").get(sessionId, callId)
  const story = runtime.deps.services.story?.appliedCall(sessionId, callId) ?? null
  return files !== undefined || story !== null ? 'Its change was made before that; look at the result before you go on.' : 'Nothing was changed.'
}

export function blank(work: Work): ToolResult {
  const ms = Math.round(performance.now() - work.began)
  return { id: work.caller.callId, tool: work.name, status: 'fail', code: null, content: '', details: {}, changes: [], approval: null, ms, truncated: null }
}

const secretsOf = (runtime: Runtime): readonly string[] => runtime.deps.secrets?.() ?? []
export const mask = (runtime: Runtime, text: string): string => maskText(text, secretsOf(runtime))

/** Cuts a long text, keeping the whole as a blob that `read` opens as `result://<callId>` (08 §5). */
export function guarded(runtime: Runtime, work: Work, result: ToolResult, cap: number, droppedBefore = 0): Promise<ToolResult> | ToolResult {
  const cut = result.content.length <= cap ? null : cutText(result.content, cap, work.caller.callId, mayRead(runtime, work.caller))
  return cut === null ? result : keepCut(runtime, work, result, cut, droppedBefore)
}

async function keepCut(runtime: Runtime, work: Work, result: ToolResult, cut: Cut, droppedBefore: number): Promise<ToolResult> {
  const { bytes, dropped } = storable(result.content)
  work.stages['full'] = await runtime.deps.project.blobs.put(bytes)
  const lost = dropped + droppedBefore === 0 ? '' : ` The last ${dropped + droppedBefore} bytes were dropped.`
  return { ...result, content: `${cut.shown}\n${cut.note}${lost}`, truncated: { shown: cut.shownChars, total: cut.total, ref: `result://${work.caller.callId}` } }
}

/** Has the session a tool that opens `result://`? Else it is told how to narrow (08 §5). */
export function mayRead(runtime: Runtime, { profileKey, role }: { profileKey: string; role: string }): boolean {
  const profile = usableProfile(runtime.deps.profiles, profileKey)
  if (profile === null) return false
  const facts = grantFacts(runtime, profile, role)
  return grantOf('read', facts).in || grantOf('Read', facts).in
}

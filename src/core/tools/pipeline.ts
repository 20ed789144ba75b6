import type { ToolResult } from '@shared/tool-result'
import { createAnswering } from './approvals/answer'
import { requestApproval, waitingResult } from './approvals/request'
import { createApprovalRows } from './approvals/rows'
import { createCallLog } from './call-log'
import { grantOf } from './grants'
import { createLoopGuard } from './loop-guard'
import { newWork } from './new-work'
import { createRegistry } from './registry'
import type { PipelineDeps, Runtime } from './runtime'
import { createSessionFacts } from './session-facts'
import { overReply, REPLY_CUT } from './size-guard'
import { grantFacts } from './stages/admit'
import { formatFailure, guarded } from './stages/format'
import { readyCall } from './stages/prepare'
import { emitEnd, execute, finish } from './stages/settle'
import type { Work } from './stages/work'
import type { Caller, Pipeline } from './types'

/** The only way in for model, CLI, workflow, schedule and test (08 §4). REGISTRY_INVALID when a definition is wrong. */
export function createPipeline(deps: PipelineDeps): Pipeline {
  const runtime = createRuntime(deps)
  const answering = createAnswering(runtime)
  const running = new Map<string, Promise<ToolResult>>()
  return {
    invoke(caller, tool, rawArgs) {
      const key = `${caller.sessionId} ${caller.callId}`
      const stored = finishedCall(runtime, caller)
      if (stored !== null) return Promise.resolve(stored)
      const known = running.get(key)
      if (known !== undefined) return known
      const work = invokeOnce(runtime, newWork(caller, tool, rawArgs), answering.answer).finally(() => running.delete(key))
      running.set(key, work)
      return work
    },
    answer: answering.answer,
    expire: answering.expire,
    recover: answering.recover,
    refresh: answering.refresh,
    definitions: (profileKey, role) => definitionsOf(runtime, profileKey, role),
    fitReply: (sessionId, results) => fitReply(runtime, sessionId, results),
  }
}

/** The parts the stages share, over the project's own database; also what the tools commands of the CLI read. */
export function createRuntime(deps: PipelineDeps): Runtime {
  const { sessionsDb, env } = deps.project
  return {
    deps,
    registry: createRegistry(deps.packs, Object.keys(deps.services), deps.tombstones, deps.checkTexts),
    sessions: createSessionFacts(sessionsDb),
    calls: createCallLog(sessionsDb, env),
    loop: createLoopGuard(),
    approvals: createApprovalRows(sessionsDb, env),
  }
}

/** Step 0 of 05 §2: a call that is over gives its stored result again and is not run. */
function finishedCall(runtime: Runtime, caller: Caller): ToolResult | null {
  return runtime.deps.project.sessionsDb.open ? runtime.calls.finished(caller.sessionId, caller.callId) : null
}

type Answer = Pipeline['answer']

async function invokeOnce(runtime: Runtime, work: Work, answer: Answer): Promise<ToolResult> {
  emitStart(runtime, work)
  const result = await through(runtime, work)
  if (result.status !== 'needs_approval') {
    emitEnd(runtime, work.caller.sessionId, result)
    return result
  }
  const id = result.approval?.id ?? ''
  if (work.caller.approve !== 'ask') return (await answerAtOnce(work, id, String(result.details['effectsHash']), answer)) ?? result
  runtime.deps.project.emit({ type: 'call.waiting', sessionId: work.caller.sessionId, callId: work.caller.callId, approvalId: id })
  return result
}

/** `--approve yes|no`: the human who started this process has answered beforehand (10). */
async function answerAtOnce(work: Work, id: string, effectsHash: string, answer: Answer): Promise<ToolResult | null> {
  return (await answer(id, work.caller.approve === 'yes' ? 'approve' : 'deny', effectsHash, 'cli', null)).result
}

async function through(runtime: Runtime, work: Work): Promise<ToolResult> {
  try {
    const ready = await readyCall(runtime, work)
    if (ready.decision.verdict === 'ask') return waitingResult(runtime, work, requestApproval(runtime, work, ready, ready.decision.reasons))
    return await execute(runtime, work, ready)
  } catch (error) {
    const result = await formatFailure(runtime, work, error)
    return runtime.deps.project.sessionsDb.open ? finish(runtime, work, result) : result
  }
}

function emitStart(runtime: Runtime, work: Work): void {
  const { sessionId, callId } = work.caller
  const args = typeof work.raw === 'object' && work.raw !== null && !Array.isArray(work.raw) ? (work.raw as Record<string, unknown>) : {}
  runtime.deps.project.emit({ type: 'call.start', sessionId, call: { callId, tool: work.name, args, state: 'running', approvalId: null, questions: null, stage: null, elapsedMs: 0 } })
}

function definitionsOf(runtime: Runtime, profileKey: string, role: Caller['role']): ReturnType<Pipeline['definitions']> {
  const facts = grantFacts(runtime, runtime.deps.profiles.get(profileKey), role)
  return runtime.registry.list().filter((row) => grantOf(row.tool.name, facts).in)
    .map((row) => ({ name: row.tool.name, description: row.tool.description, inputSchema: row.inputSchema, hash: row.hash }))
}

/** Per reply at most 200,000 characters: the largest results are cut to 2,048 each, their whole text kept (08 §5). */
async function fitReply(runtime: Runtime, sessionId: number, results: readonly ToolResult[]): Promise<ToolResult[]> {
  const cut = overReply(results)
  const profileKey = runtime.sessions.chain(sessionId)[0]?.profileKey ?? ''
  return Promise.all(results.map(async (result, index) => {
    if (!cut.has(index)) return result
    const caller: Caller = { kind: 'model', sessionId, runId: null, callId: result.id, profileKey, role: 'root', signal: new AbortController().signal, approve: 'ask' }
    const work = newWork(caller, result.tool, null)
    const small = await guarded(runtime, work, result, REPLY_CUT)
    // A text that was cut before keeps its first, whole blob.
    if (result.truncated !== null) return { ...small, truncated: { ...result.truncated, shown: small.truncated?.shown ?? result.truncated.shown } }
    if (work.stages['full'] !== undefined) runtime.calls.addStage(sessionId, result.id, 'full', work.stages['full'])
    return small
  }))
}


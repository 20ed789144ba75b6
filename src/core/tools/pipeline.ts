import type { ToolResult } from '@shared/tool-result'
import { createAnswering } from './approvals/answer'
import { requestApproval, waitingResult } from './approvals/request'
import { createApprovalRows } from './approvals/rows'
import { createCallLog } from './call-log'
import { withExternal } from './external-tools'
import { createDefinitions } from './definitions'
import { grantOf, grantsOf } from './grants'
import { realCall } from './deferred-call'
import { createLoopGuard } from './loop-guard'
import { newWork } from './new-work'
import { createRegistry } from './registry'
import type { PipelineDeps, Runtime } from './runtime'
import { createSessionFacts, type SessionFact } from './session-facts'
import { cutReply } from './size-guard'
import { grantFacts } from './stages/admit'
import { formatFailure, mayRead } from './stages/format'
import { readyCall } from './stages/prepare'
import { stageOf } from './stages/progress'
import { emitEnd, execute, finish, withLoopNote } from './stages/settle'
import type { Work } from './stages/work'
import type { Caller, Pipeline } from './types'

/** The only way in for model, CLI, workflow, schedule and test (08 §4). REGISTRY_INVALID when a definition is wrong. */
export function createPipeline(deps: PipelineDeps): Pipeline {
  const runtime = createRuntime(deps)
  const answering = createAnswering(runtime)
  const definitions = createDefinitions(runtime)
  const running = new Map<string, Promise<ToolResult>>()
  return {
    invoke(caller, tool, rawArgs) {
      const key = `${caller.sessionId} ${caller.callId}`
      const { chain, result } = beginCall(runtime, caller)
      // Step 0 of 05 §2: a call that is over gives its stored result again and is not run.
      if (result !== null) return Promise.resolve(JSON.parse(result) as ToolResult)
      const known = running.get(key)
      if (known !== undefined) return known
      const work = invokeNamed(runtime, { caller, tool, rawArgs, chain }, answering.answer)
      running.set(key, work)
      const over = (): void => { running.delete(key) }
      work.then(over, over)
      return work
    },
    answer: answering.answer,
    expire: answering.expire,
    stop: answering.stop,
    executing: (sessionId) => [...runtime.executing].some((one) => one.sessionId === sessionId),
    stage: (sessionId, callId) => stageOf(runtime, { sessionId, callId }),
    recover: answering.recover,
    refresh: answering.refresh,
    definitions: (profileKey, role, sessionId) => definitions(profileKey, role, sessionId ?? null),
    grants: (profileKey, role) => grantsOf(grantFacts(runtime, deps.profiles.get(profileKey), role)),
    holds: (profile, role, tool) => grantOf(tool, grantFacts(runtime, profile, role)).in,
    ready: async (profileKey, signal) => { await deps.external?.ready?.(deps.profiles.get(profileKey).mcp, signal) },
    fitReply: (sessionId, results) => fitReply(runtime, sessionId, results),
  }
}

/** The parts the stages share, over the project's own database; also what the tools commands of the CLI read. */
export function createRuntime(deps: PipelineDeps): Runtime {
  const { sessionsDb, env } = deps.project
  return {
    deps,
    registry: withExternal(createRegistry(deps.packs, Object.keys(deps.services), deps.tombstones, deps.checkTexts), deps.external),
    sessions: createSessionFacts(sessionsDb),
    calls: createCallLog(sessionsDb, env, () => deps.project.readOnly),
    loop: createLoopGuard(),
    approvals: createApprovalRows(sessionsDb, env),
    executing: new Set(),
    stages: new Map(),
  }
}

/** The first look of a call at what is stored; of a novel that was closed meanwhile there is nothing to see. */
function beginCall(runtime: Runtime, caller: Caller): ReturnType<Runtime['sessions']['begin']> {
  try {
    return runtime.sessions.begin(caller.sessionId, caller.callId)
  } catch (error) {
    if (runtime.deps.project.sessionsDb.open) throw error
    return { chain: [], result: null }
  }
}

interface Invoked { caller: Caller; tool: string; rawArgs: unknown; chain: readonly SessionFact[] }
type Answer = Pipeline['answer']

/** `McpCall` becomes the call of the real tool before anything is judged (05 §2 step 0); a server that never listed its tools does so first. */
async function invokeNamed(runtime: Runtime, { caller, tool, rawArgs, chain }: Invoked, answer: Answer): Promise<ToolResult> {
  const { external, project } = runtime.deps
  external?.lookAgain?.()
  const waits = external?.readyFor !== undefined && tool.startsWith('mcp__')
  if (waits) await external.readyFor?.(tool, caller.signal)
  const real = tool === 'McpCall' ? realCall(runtime, caller, rawArgs) : null
  // What was read before a wait may have changed in it.
  return await invokeOnce(runtime, newWork(caller, real?.tool ?? tool, real?.args ?? rawArgs, project.env.now(), waits ? null : chain), answer)
}

async function invokeOnce(runtime: Runtime, work: Work, answer: Answer): Promise<ToolResult> {
  emitStart(runtime, work)
  const result = await through(runtime, work)
  if (result.status !== 'needs_approval') {
    if (work.recorded) emitEnd(runtime, work.caller.sessionId, result)
    return result
  }
  const id = result.approval?.id ?? ''
  if (work.caller.approve !== 'ask') return (await answerAtOnce(work, id, String(result.details['effectsHash']), answer)) ?? result
  runtime.deps.project.emit({ type: 'call.waiting', sessionId: work.caller.sessionId, callId: work.caller.callId, approvalId: id })
  return result
}

/** `--approve yes|no`: the human who started this process has answered beforehand (10). */
async function answerAtOnce(work: Work, id: string, effectsHash: string, answer: Answer): Promise<ToolResult | null> {
  return (await answer(id, work.caller.approve === 'yes' ? 'approve' : 'deny', effectsHash, 'cli', null, work.caller.signal)).result
}

async function through(runtime: Runtime, work: Work): Promise<ToolResult> {
  try {
    const ready = await readyCall(runtime, work)
    if (ready.decision.verdict === 'ask') {
      runtime.deps.project.assertWritable()
      return waitingResult(runtime, work, requestApproval(runtime, work, ready, ready.decision.reasons))
    }
    return await execute(runtime, work, ready)
  } catch (error) {
    const result = withLoopNote(runtime, work, await formatFailure(runtime, work, error))
    return runtime.deps.project.sessionsDb.open ? finish(runtime, work, result) : result
  }
}

function emitStart(runtime: Runtime, work: Work): void {
  const { sessionId, callId } = work.caller
  const args = typeof work.raw === 'object' && work.raw !== null && !Array.isArray(work.raw) ? (work.raw as Record<string, unknown>) : {}
  runtime.deps.project.emit({ type: 'call.start', sessionId, call: { callId, tool: work.name, args, state: 'running', approvalId: null, questions: null, stage: null, elapsedMs: 0 } })
}

/** The whole text stays where it is, in the call's row or its blob: `result://` opens it (08 §5). */
function fitReply(runtime: Runtime, sessionId: number, results: readonly ToolResult[]): ToolResult[] {
  return cutReply(results, () => {
    const session = runtime.sessions.chain(sessionId)[0]
    return session !== undefined && mayRead(runtime, session)
  })
}

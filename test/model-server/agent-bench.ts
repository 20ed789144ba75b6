import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { CoreEvent } from '@shared/events'
import type { CallStage, Entry } from '@shared/session'
import { GlobalConfig, type Budgets, type ModelSpec } from '@shared/settings'
import type { ToolResult } from '@shared/tool-result'
import { createAgentService, type AgentDeps } from '../../src/core/agents/agent-service'
import { loadProfiles } from '../../src/core/agents/profiles'
import type { AgentService } from '../../src/core/agents/types'
import { createJobService } from '../../src/core/jobs/job-service'
import type { JobService } from '../../src/core/jobs/types'
import type { Clock } from '../../src/core/models/clock'
import { createModelPort } from '../../src/core/models/model-port'
import type { ModelEvent, ModelPort, ModelRequest } from '../../src/core/models/types'
import { createBlobs } from '../../src/core/project/blobs'
import { createEnv } from '../../src/core/project/env'
import { project001 } from '../../src/core/project/migrations/project-001'
import { sessionsMigrations } from '../../src/core/project/open-project'
import type { OpenedProject } from '../../src/core/project/types'
import type { Caller, Pipeline } from '../../src/core/tools/types'

export type Tool = (args: Record<string, unknown>, caller: Caller, bench: Bench) => Promise<ToolResult | string> | ToolResult | string
export interface Bench {
  dir: string; project: OpenedProject; events: CoreEvent[]; agents: AgentService; jobs: JobService; models: ModelPort
  /** Calls that really ran, in order. */
  ran: { tool: string; args: unknown }[]
  tools: Record<string, Tool>
  /** What running calls are at, by their ids, as the pipeline knows it. */
  stages: Map<string, CallStage>
  entries(id: number): Entry[]
  /** `user: …`, `assistant: …`, `tool CODE`. */
  lines(id: number): string[]
  until(test: () => boolean): Promise<void>
}

export const resourcesDir = join(process.cwd(), 'resources')
const noClock: Clock = { now: () => Date.now(), sleep: async (_ms, signal) => { if (signal.aborted) throw new DOMException('stopped', 'AbortError') } }

export const result = (id: string, tool: string, content: string, more: Partial<ToolResult> = {}): ToolResult => ({
  id, tool, status: 'ok', code: null, content, details: {}, changes: [], approval: null, ms: 1, truncated: null, ...more,
})

function openDb(path: string, sql: string): Database.Database {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  // A killed process loses nothing by this; only a power cut would.
  db.pragma('synchronous = OFF')
  if (db.pragma('user_version', { simple: true }) === 0) { db.exec(sql); db.pragma('user_version = 1') }
  return db
}

/** A project on real SQLite, a pipeline of small functions, the real loop. `model` replaces the real model layer. */
export function openBench(options: { dir?: string; model?: ModelPort; config?: unknown; keys?: Record<string, string>; tools?: Record<string, Tool>; clock?: Clock | null; silenceMs?: number; demoSpeed?: number; trusted?: boolean; budgets?: Budgets; memory?: AgentDeps['memory'] } = {}): Bench {
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'wq-agents-'))
  mkdirSync(join(dir, '.nbook'), { recursive: true })
  const env = createEnv(join(dir, 'home'))
  const events: CoreEvent[] = []
  const unused = (): never => { throw new Error('not part of this bench') }
  const project: OpenedProject = {
    unsaved: { mark: () => undefined, flush: () => Promise.resolve() },
    slug: 'novel', dir, generation: 'g', readOnly: false, unwritable: false, manifest: () => ({ kind: 'novel', title: '长安雪', locale: 'zh-CN' }), seen: () => null,
    projectDb: openDb(join(dir, '.nbook/project.sqlite'), project001.sql), sessionsDb: openDb(join(dir, '.nbook/sessions.sqlite'), sessionsMigrations.map((one) => one.sql).join('\n')),
    get files() { return unused() }, blobs: createBlobs(join(dir, '.nbook/blobs')), get history() { return unused() }, get trash() { return unused() }, get runs() { return unused() },
    env, emit: (event) => { events.push(event) }, assertWritable: () => undefined, trusted: () => options.trusted ?? false, lock: () => null, takeOverLock: () => false, close: async () => undefined,
  }
  const settings = GlobalConfig.parse(options.config ?? {})
  const clock = options.clock === undefined ? noClock : options.clock
  const models = options.model ?? createModelPort({
    settings: () => settings, keys: () => options.keys ?? {}, env, resourcesDir, demoSpeed: options.demoSpeed ?? 0, ...(clock === null ? {} : { clock }), ...(options.silenceMs === undefined ? {} : { silenceMs: options.silenceMs }),
  })
  const bench: Bench = {
    dir, project, events, models, ran: [], tools: options.tools ?? {}, stages: new Map(), agents: undefined as unknown as AgentService, jobs: createJobService({ project, deliver: (...given) => bench.agents.deliver(...given) }),
    entries: (id) => bench.agents.entries(id, { limit: 500 }).entries,
    lines: (id) => bench.entries(id).flatMap(line),
    until: async (test) => { for (let n = 0; !test(); n++) { if (n > 2_000) throw new Error('waited too long'); await new Promise((resolve) => { setTimeout(resolve, 5) }) } },
  }
  const profiles = loadProfiles({ resourcesDir, home: env.home, projectDir: dir, trusted: false, enabledHashes: [] })
  bench.agents = createAgentService({ project, profiles, pipeline: () => pipelineOf(bench), jobs: () => bench.jobs, models, config: () => ({ approvals: 'author', models: { default: null }, small: settings.models.small, budgets: options.budgets ?? settings.budgets }), locale: () => 'zh-CN', env, ...(options.memory === undefined ? {} : { memory: options.memory }) })
  return bench
}

function line(entry: Entry): string[] {
  const { role, text, status, result: kept, tool } = entry.payload as { role?: string; text?: string; status?: string; result?: ToolResult; tool?: string }
  if (entry.type !== 'message') return []
  if (role === 'toolResult') return [`${tool} ${kept?.code ?? kept?.status}`]
  return [`${role}${status === undefined || status === 'complete' ? '' : ` ${status}`}: ${text}`]
}

/** Keeps Call rows as the real pipeline does: requested, started, finished. */
function pipelineOf(bench: Bench): Pipeline {
  const db = bench.project.sessionsDb
  return {
    ready: () => Promise.resolve(),
    definitions: () => Object.keys(bench.tools).map((name) => ({ name, description: name, inputSchema: { type: 'object', properties: {} }, hash: name })),
    grants: () => [],
    holds: () => false,
    stage: (_id, callId) => bench.stages.get(callId) ?? null,
    answer: async () => { throw new Error('not part of this bench') },
    stop: async () => [], executing: () => false, recover: async () => [], refresh: () => [], fitReply: (_id, results) => [...results],
    expire: (sessionId, why) => {
      const rows = db.prepare<[number], { callId: string; tool: string }>("UPDATE Approval SET status = 'expired' WHERE sessionId = ? AND status = 'pending' RETURNING callId, tool").all(sessionId)
      return rows.map((row) => ({ sessionId, callId: row.callId, result: result(row.callId, row.tool, `[FAIL] EXPIRED: ${why}`, { status: 'denied', code: 'EXPIRED' }) }))
    },
    invoke: async (caller, tool, rawArgs) => {
      const run = bench.tools[tool]
      if (run === undefined) return result(caller.callId, tool, `[FAIL] TOOL_UNKNOWN: no tool "${tool}".`, { status: 'fail', code: 'TOOL_UNKNOWN' })
      const args = rawArgs as Record<string, unknown>
      const at = new Date().toISOString()
      db.prepare("INSERT INTO Call (sessionId, callId, runId, tool, args, argsHash, state, requestedAt, startedAt) VALUES (?, ?, ?, ?, ?, '', 'started', ?, ?)").run(caller.sessionId, caller.callId, caller.runId, tool, JSON.stringify(args), at, at)
      bench.ran.push({ tool, args })
      const given = await run(args, caller, bench)
      const made = typeof given === 'string' ? result(caller.callId, tool, given) : { ...given, id: caller.callId, tool }
      if (made.status !== 'needs_approval') db.prepare("UPDATE Call SET state = 'finished', result = ?, finishedAt = ? WHERE sessionId = ? AND callId = ?").run(JSON.stringify(made), at, caller.sessionId, caller.callId)
      return made
    },
  }
}

/** An approval row as the pipeline stores it. */
export function askApproval(bench: Bench, caller: Caller, tool: string): ToolResult {
  bench.project.sessionsDb.prepare("INSERT INTO Approval (id, sessionId, surfaceSessionId, callId, tool, defHash, args, argsHash, reasons, effects, effectsHash, status, at, askedBy, caller) VALUES (?, ?, ?, ?, ?, '', '{}', '', '[]', '[]', '', 'pending', '{}', '{}', '{}')")
    .run(`ap_${caller.callId}`, caller.sessionId, caller.sessionId, caller.callId, tool)
  return result(caller.callId, tool, 'waits', { status: 'needs_approval', code: 'MODE_DISCUSS', approval: { id: `ap_${caller.callId}`, reasons: [], effects: [] } })
}

export type Script = (request: ModelRequest, n: number, signal: AbortSignal) => AsyncIterable<ModelEvent> | ModelEvent[]
export const say = (text: string): ModelEvent => ({ type: 'text', text })
export const call = (callId: string, tool: string, args: unknown): ModelEvent => ({ type: 'call.closed', callId, tool, rawArgs: typeof args === 'string' ? args : JSON.stringify(args) })
export const end = (more: Partial<Extract<ModelEvent, { type: 'end' }>> = {}): ModelEvent => ({
  type: 'end', reason: 'stop', usage: { input: 10, cachedInput: 0, cacheWrite: 0, output: 5, reasoning: 0 }, openCalls: [], dropped: false, retries: 0, ms: 1, ...more,
})

/** A model that plays replies one after the other; the last one again when they run out. */
export function scripted(replies: (ModelEvent[] | Script)[], more: { spec?: Partial<ModelSpec>; model?: string; visible?: readonly { model: string; note?: string }[] } = {}): ModelPort & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = []
  return {
    requests,
    stream: async function* (_model, request, signal) {
      requests.push(request)
      const reply = replies[Math.min(requests.length, replies.length) - 1] ?? []
      yield* typeof reply === 'function' ? reply(request, requests.length, signal) : reply
    },
    spec: () => ({ context: 100_000, maxOutput: 100, tools: true, parallelTools: true, vision: false, reasoning: 'none', structured: false, cache: 'none', ...more.spec }),
    resolve: () => more.model ?? 'demo/author',
    visible: () => more.visible ?? [],
    callable: () => more.visible?.map((one) => one.model) ?? [more.model ?? 'demo/author'],
    price: () => ({ cost: 0.01, currency: 'CNY' }),
  }
}

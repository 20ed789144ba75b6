import { randomBytes } from 'node:crypto'
import { Cancelled } from '@shared/fault'
import { z } from 'zod'
import { failed, readAnswer } from './answer'
import { readDescription } from './flow-answer'
import { createFlow, flowGone, flowLimits } from './flow'
import { createPool, type Pool, type PoolOptions, type Reply } from './pool'
import type { FlowDescription, FlowProgram, FlowSession, RunOptions, SandboxHealth, SandboxHost, SandboxResult, WorldPort, WorldReply } from './types'

export type SandboxOptions = Partial<PoolOptions> & { deadlineMs?: number; resultChars?: number }

const maxCode = 500_000
const healthMs = 2_000
const defaults: PoolOptions = { isolateMb: 64, processMb: 384, startMs: 10_000, workers: 2, spare: true }

/** The sandbox of one core. Its processes start with the first script. */
export function createSandboxHost(options: SandboxOptions = {}): SandboxHost {
  const pool = createPool({ ...defaults, ...options })
  const usual = { deadlineMs: options.deadlineMs ?? 1_000, resultChars: options.resultChars ?? 1_000_000, isolateMb: options.isolateMb ?? defaults.isolateMb }
  const flows = new Set<FlowSession>()
  let closed = false
  return {
    describeFlow: (program) => describeFlow(pool, program),
    flow: (program) => {
      const flow = createFlow({ ...defaults, ...options }, program, () => flows.delete(flow))
      flows.add(flow)
      return flow
    },
    run: (code, how = {}) => runScript(pool, code, { ...usual, ...how }, () => closed),
    health: () => health(pool),
    close: async () => {
      closed = true
      await Promise.all([pool.close(), ...[...flows].map((flow) => flow.close())])
    },
  }
}

async function describeFlow(pool: Pool, program: FlowProgram): Promise<FlowDescription | null> {
  const reply = await pool.ask({ kind: 'flow.describe', ...program, ...flowLimits }, { ms: flowLimits.turnMs })
  return typeof reply === 'object' && 'outcome' in reply ? readDescription(reply) : flowGone(reply)
}

type FullOptions = RunOptions & { deadlineMs: number; resultChars: number; isolateMb: number }

async function runScript(pool: Pool, code: string, { signal, deadlineMs, resultChars, isolateMb, world }: FullOptions, closed: () => boolean): Promise<SandboxResult> {
  const started = performance.now()
  const ms = () => Math.round(performance.now() - started)
  if (signal?.aborted === true) throw new Cancelled()
  if (code.length > maxCode) return failed('SCRIPT_SYNTAX', `The script has ${code.length} characters, at most ${maxCode} run.`, ms())
  const served = world === undefined ? null : serveWorld(world)
  const given = world === undefined || served === null ? null : { token: served.token, write: world.write, now: world.now, seed: world.seed }
  const reply = await pool.ask({ kind: 'run', code, isolateMb, resultChars, world: given }, { ms: deadlineMs, signal, serve: served?.answer ?? null })
  const defect = served?.defect() ?? null
  if (defect !== null) throw defect
  if (reply === 'aborted') throw new Cancelled()
  if (reply === 'late') return failed('TIMEOUT', `The script did not end within ${deadlineMs / 1_000} s.`, ms())
  if ('gone' in reply) return closed() ? failed('SANDBOX_CRASHED', 'The app is closing.', ms()) : ended(reply, ms())
  return readAnswer(reply, ms())
}

/** The process ends itself by SIGKILL when it holds too much; any other end is a crash of the engine. */
function ended({ gone }: Extract<Reply, { gone: unknown }>, ms: number): SandboxResult {
  return gone === 'SIGKILL' ? failed('MEMORY_LIMIT', 'The script used too much memory and was ended.', ms) : failed('SANDBOX_CRASHED', 'The process the script ran in has crashed.', ms)
}

const Request = z.tuple([z.string(), z.string(), z.string(), z.string()])

/** Answers the calls of one script; each carries the token that only its process was given. */
function serveWorld(world: WorldPort): { token: string; answer: (request: string) => string | Promise<string>; defect(): unknown } {
  const token = randomBytes(12).toString('hex')
  let defect: unknown = null
  const failWith = (error: unknown): never => {
    defect = error ?? new Error('a world function failed')
    throw error
  }
  return {
    token,
    defect: () => defect,
    answer: (request) => {
      try {
        const [sent, name, args, bigs] = Request.parse(JSON.parse(request))
        if (sent !== token) return spoken({ ok: false, ref: -1, code: 'RUN_CLOSED', message: 'This script has ended.' })
        const reply = world.call({ name, args, bigs })
        return reply instanceof Promise ? reply.then(spoken, failWith) : spoken(reply)
      } catch (error) {
        return failWith(error)
      }
    },
  }
}

const spoken = (reply: WorldReply): string => (reply.ok ? `+${reply.json}` : `-${JSON.stringify([reply.ref, reply.code, reply.message])}`)

async function health(pool: Pool): Promise<SandboxHealth> {
  const started = performance.now()
  const reply = await pool.ask({ kind: 'health' }, { ms: healthMs })
  const ms = Math.round(performance.now() - started)
  return typeof reply === 'object' && 'outcome' in reply && 'node' in reply.outcome ? { ok: true, node: reply.outcome.node, ms } : { ok: false, node: null, ms }
}

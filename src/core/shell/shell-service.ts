import { Cancelled, fail } from '@shared/fault'
import type { OpenedProject, OpenRun, RunChanges } from '../project/types'
import { changedLine } from './changed-line'
import { cleanText } from './clean-text'
import { childEnvironment } from './environment'
import { filterLines } from './filter-lines'
import { argsOf, gitEnvironment } from './hardened'
import { createJobLogs } from './job-log'
import { createJobs, type JobRecords, type Jobs } from './jobs'
import { judgeShell, type ShellVerdict } from './judge/judge-shell'
import type { OwnRule } from './judge/rules'
import { findIsolation, isolated, tied, type Isolation } from './namespace'
import { createHead, createTail } from './output'
import { findProgram, resolveProgram } from './programs'
import { checkAtRun } from './run-checks'
import { startProcess, type Running, type Stream } from './run-process'
import { startJob } from './start-job'
import type { Considered, Finished, RunWish, ShellCaller, ShellPlan, ShellService } from './types'
import { warningsOf } from './warnings'

export interface ShellOptions {
  project: OpenedProject
  /** The author's own rules as they count now: the project's only while it is trusted (06 §9). */
  rules(trusted: boolean): readonly OwnRule[]
  rootOf(sessionId: number): number | null
  /** Asked for at the first background command. */
  jobs(): JobRecords
  /** `never`: as on a system without namespaces. */
  isolation?: 'auto' | 'never'
  /** Between TERM and KILL; 5 s. */
  graceMs?: number
  environment?: NodeJS.ProcessEnv
}

const streamBytes = 262_144
const storeBytes = 8 * 1_048_576
const tailEveryMs = 500

export interface Parts extends Omit<ShellOptions, 'jobs'> { records: ShellOptions['jobs']; background: Jobs; closing: boolean; live: Set<Running>; /** Jobs whose process has ended and whose end is being committed. */ ending: Set<Promise<void>>; isolationNow(): Isolation | null; env(): NodeJS.ProcessEnv }

/** Processes of one opened project (06 §8, §9). */
export function createShellService(options: ShellOptions): ShellService {
  let isolation: Isolation | null | undefined
  const { dir, env } = options.project
  const parts: Parts = {
    ...options, records: options.jobs, background: createJobs(options.jobs, createJobLogs(dir)), closing: false, live: new Set(), ending: new Set(), env: () => options.environment ?? process.env,
    isolationNow: () => (isolation === undefined ? (isolation = options.isolation === 'never' ? null : findIsolation(closedPlaces(dir, env.home))) : isolation),
  }
  const root = (sessionId: number): number => options.rootOf(sessionId) ?? sessionId
  return {
    dir,
    consider: (command, caller) => consider(parts, command, caller),
    plain: (command) => shellPlan(parts, command),
    run: (wish, caller) => runToEnd(parts, wish, caller),
    start: (wish, caller) => startJob(parts, wish, caller, root(caller.sessionId)),
    poll: (id, sessionId) => parts.background.take(id, root(sessionId)),
    filter: filterLines,
    status: (id, sessionId) => parts.background.status(id, root(sessionId)),
    kill: (id, sessionId) => parts.background.kill(id, root(sessionId)),
    close: async () => {
      parts.closing = true
      for (const running of parts.live) running.stop('killed')
      await Promise.all([...parts.live].map((running) => running.done))
      await Promise.all(parts.ending)
    },
  }
}

/** What no child may write: the project's own folder and the app's, unless the project lies in the latter. */
export const closedPlaces = (dir: string, home: string): string[] => [`${dir}/.nbook`, ...(`${dir}/`.startsWith(`${home}/`) ? [] : [home])]

async function consider(parts: Parts, command: string, caller: ShellCaller): Promise<Considered> {
  const verdict: ShellVerdict = judgeShell(command, { trusted: caller.trusted, own: parts.rules(caller.trusted) })
  const warnings = warningsOf(command)
  if (verdict.verdict === 'deny') return fail(verdict.code, verdict.text, { pointer: '/command' })
  if (verdict.verdict === 'ask') return { plan: shellPlan(parts, command), ask: { code: verdict.code, text: verdict.text }, allowCode: null, readOnly: false, warnings }
  const program = resolveProgram(verdict.command.words[0] ?? '', parts.env()['PATH'])
  const ask = await checkAtRun(verdict.command, { dir: parts.project.dir, trusted: caller.trusted, program, env: childEnvironment(parts.env(), caller.callId), signal: caller.signal })
  if (ask !== null) return { plan: shellPlan(parts, command), ask, allowCode: null, readOnly: false, warnings }
  return { plan: { kind: 'argv', command: verdict.command, program, args: argsOf(verdict.command) }, ask: null, allowCode: verdict.code, readOnly: verdict.command.readOnly, warnings }
}

function shellPlan(parts: Parts, command: string): ShellPlan {
  const program = findProgram('bash', parts.env()['PATH']) ?? fail('SHELL_MISSING', 'there is no bash on this machine.', { fix: 'Tell the author that bash must be installed.' })
  return { kind: 'shell', command, program }
}

/** Read-only commands run as they are, tied to our life; all others also in namespaces where there are some. */
function wordsOf(plan: ShellPlan, isolation: Isolation | null, closed: readonly string[]): { argv: string[]; contained: boolean } {
  const own = plan.kind === 'argv' ? [plan.program, ...plan.args] : [plan.program, '--noprofile', '--norc', '-c', plan.command]
  if (isolation === null) return { argv: own, contained: false }
  return needsJournal(plan) ? { argv: isolated(isolation, own, closed), contained: true } : { argv: tied(isolation.setpriv, own), contained: true }
}

const needsJournal = (plan: ShellPlan): boolean => plan.kind === 'shell' || !plan.command.readOnly

interface Started { running: Running; finish(): Promise<Finished> }

/** `ready` is called when all that must be kept is kept and the process is about to start; what it throws keeps it from starting. */
export async function start(parts: Parts, wish: RunWish, caller: ShellCaller, onOutput: (stream: Stream, chunk: Buffer) => void, ready: () => void = () => undefined): Promise<Started> {
  const { project } = parts
  const isolation = parts.isolationNow()
  const { argv, contained } = wordsOf(wish.plan, isolation, closedPlaces(project.dir, project.env.home))
  const bracket: OpenRun | null = needsJournal(wish.plan) ? await project.runs.begin({ actor: 'shell', sessionId: caller.sessionId, callId: caller.callId }, { nbookSafe: isolation !== null }) : null
  try {
    if (caller.signal.aborted) throw new Cancelled()
    ready()
  } catch (error) {
    await bracket?.end()
    throw error
  }
  const streams = { stdout: createTail(streamBytes), stderr: createTail(streamBytes) }
  const merged = { tail: createTail(streamBytes), head: createHead(storeBytes) }
  const env = { ...childEnvironment(parts.env(), caller.callId), ...(wish.plan.kind === 'argv' && wish.plan.command.words[0] === 'git' ? gitEnvironment : {}) }
  const running = startProcess({
    argv, cwd: project.dir, env, call: caller.callId, timeoutMs: wish.timeoutMs, graceMs: parts.graceMs ?? 5_000, contained,
    output: (stream, chunk) => {
      streams[stream].push(chunk)
      merged.tail.push(chunk)
      merged.head.push(chunk)
      onOutput(stream, chunk)
    },
  })
  parts.live.add(running)
  const finish = async (): Promise<Finished> => {
    const ended = await running.done
    parts.live.delete(running)
    const changes: RunChanges = bracket === null ? { changes: [], unkept: 0 } : await bracket.end()
    return {
      ended, stdout: cleanText(streams.stdout.bytes()), stderr: cleanText(streams.stderr.bytes()), lost: { stdout: streams.stdout.lost, stderr: streams.stderr.lost },
      merged: { text: cleanText(merged.tail.bytes()), lines: merged.head.lines, get full() { return cleanText(merged.head.bytes()) }, dropped: merged.head.dropped },
      changes: changes.changes, changedLine: changedLine(changes),
    }
  }
  return { running, finish }
}

async function runToEnd(parts: Parts, wish: RunWish, caller: ShellCaller): Promise<Finished> {
  const tail = createTail(16_384)
  let told = 0
  const { running, finish } = await start(parts, wish, caller, (_stream, chunk) => {
    tail.push(chunk)
    if (wish.output === undefined || performance.now() - told < tailEveryMs) return
    told = performance.now()
    wish.output(cleanText(tail.bytes()).slice(-4_000))
  })
  const stop = (): void => running.stop('cancelled')
  caller.signal.addEventListener('abort', stop, { once: true })
  try {
    return await finish()
  } finally {
    caller.signal.removeEventListener('abort', stop)
  }
}

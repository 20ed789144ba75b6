import { fail } from '@shared/fault'
import { cleanText } from './clean-text'
import { childEnvironment } from './environment'
import { filterLines } from './filter-lines'
import { argsOf } from './hardened'
import { createJobLogs } from './job-log'
import { createJobs } from './jobs'
import { judgeShell, type ShellVerdict } from './judge/judge-shell'
import { lazyIsolation } from './namespace'
import { createTail } from './output'
import { findProgram, resolveProgram } from './programs'
import { checkAtRun } from './run-checks'
import { start, type Parts, type ShellOptions } from './run-plan'
import { startJob } from './start-job'
import type { Considered, Finished, RunWish, ShellCaller, ShellPlan, ShellService } from './types'
import { warningsOf } from './warnings'

const tailEveryMs = 500

/** Processes of one opened project (06 §8, §9). */
export function createShellService(options: ShellOptions): ShellService {
  const { dir } = options.project
  const parts: Parts = {
    ...options, records: options.jobs, background: createJobs(options.jobs, createJobLogs(dir)), closing: false, live: new Set(), ending: new Set(), env: () => options.environment ?? process.env,
    isolationNow: lazyIsolation(options.isolation),
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

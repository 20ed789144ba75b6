import { Cancelled, fail } from '@shared/fault'
import type { OpenedProject, OpenRun, RunChanges } from '../project/types'
import { changedLine } from './changed-line'
import { cleanText } from './clean-text'
import { childEnvironment } from './environment'
import { gitEnvironment } from './hardened'
import type { JobRecords, Jobs } from './jobs'
import type { OwnRule } from './judge/rules'
import { isolated, tied, type Isolation } from './namespace'
import { createHead, createTail } from './output'
import { startProcess, type Running, type Stream } from './run-process'
import type { Finished, RunWish, ShellCaller, ShellPlan } from './types'

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
export interface Parts extends Omit<ShellOptions, 'jobs'> { records: ShellOptions['jobs']; background: Jobs; closing: boolean; live: Set<Running>; /** Jobs whose process has ended and whose end is being committed. */ ending: Set<Promise<void>>; isolationNow(): Isolation | null; env(): NodeJS.ProcessEnv }

/** What no child may write: the project's own folder and the app's, unless the project lies in the latter. */
export const closedPlaces = (dir: string, home: string): string[] => [`${dir}/.nbook`, ...(`${dir}/`.startsWith(`${home}/`) ? [] : [home])]

/** Read-only commands run as they are, tied to our life; all others also in namespaces where there are some. */
function wordsOf(plan: ShellPlan, isolation: Isolation | null, closed: readonly string[]): { argv: string[]; contained: boolean; announced?: boolean } {
  const own = plan.kind === 'shell' ? [plan.program, '--noprofile', '--norc', '-c', plan.command] : [plan.program, ...plan.args]
  if (isolation === null) return { argv: own, contained: false }
  return needsJournal(plan) ? { argv: isolated(isolation, own, closed), contained: true, announced: true } : { argv: tied(isolation.setpriv, own), contained: true }
}

const needsJournal = (plan: ShellPlan): boolean => plan.kind !== 'argv' || !plan.command.readOnly

/**
 * Nothing was run: what protects the app's own folders (06 §8) works on this machine, and could not be set up this time. Going on without
 * it would leave them open unknown to the author. `stderr` is what the set-up said.
 */
export function refuseUnprotected(code: 'SHELL_UNPROTECTED' | 'SCRIPT_LAUNCH', what: string, stderr: string): never {
  const said = stderr.trim().replace(/\s+/g, ' ').slice(-600)
  return fail(code, `${what} was not run: the app's own folders could not be protected from it. The system says: ${said === '' ? 'nothing' : said}`, {
    fix: 'Do not look for a way around it. Tell the author what the system says, e.g. that a disk mounted at that place must be unmounted; then call again.',
  })
}

interface Started { running: Running; finish(): Promise<Finished> }

/** `ready` is called when all that must be kept is kept and the process is about to start; what it throws keeps it from starting. */
export async function start(parts: Parts, wish: RunWish, caller: ShellCaller, onOutput: (stream: Stream, chunk: Buffer) => void, ready: () => void = () => undefined): Promise<Started> {
  const { project } = parts
  const isolation = parts.isolationNow()
  const words = wordsOf(wish.plan, isolation, closedPlaces(project.dir, project.env.home))
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
    ...words, cwd: project.dir, env, call: caller.callId, timeoutMs: wish.timeoutMs, graceMs: parts.graceMs ?? 5_000,
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
    const changes: RunChanges = bracket === null ? { changes: [], unkept: [], links: [] } : await bracket.end()
    if (await running.unprotected) refuseUnprotected('SHELL_UNPROTECTED', 'the command', cleanText(streams.stderr.bytes()))
    return {
      ended, stdout: cleanText(streams.stdout.bytes()), stderr: cleanText(streams.stderr.bytes()), lost: { stdout: streams.stdout.lost, stderr: streams.stderr.lost },
      merged: { text: cleanText(merged.tail.bytes()), lines: merged.head.lines, full: () => cleanText(merged.head.bytes()), dropped: merged.head.dropped },
      changes: changes.changes, changedLine: changedLine(changes),
    }
  }
  return { running, finish }
}

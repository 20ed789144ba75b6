import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Cancelled } from '@shared/fault'
import type { OpenedProject } from '../project/types'
import { cleanText } from '../shell/clean-text'
import { isolated, lazyIsolation, type Isolation } from '../shell/namespace'
import { createHead, createTail } from '../shell/output'
import { startProcess, type Running } from '../shell/run-process'
import { closedPlaces, refuseUnprotected } from '../shell/run-plan'
import { wordsOf } from './launch'
import type { Ending } from './outcome'
import { scriptEnvironment } from './script-environment'
import type { ScriptSpec } from './types'

const storeBytes = 8 * 1_048_576
const graceMs = 2_000
const drainMs = 500
const tailEveryMs = 500

export interface RunnerParts {
  readonly project: OpenedProject
  secrets(): readonly string[]
  /** `never`: as on a system without namespaces. */
  readonly isolation?: 'auto' | 'never'
  /** False in the test runner: only a tool that declares the network has it (08 §8). */
  readonly network?: boolean
  readonly environment?: NodeJS.ProcessEnv
}
export interface ScriptCall { readonly spec: ScriptSpec; readonly toolDir: string; readonly args: Readonly<Record<string, unknown>>; readonly sessionId: number; readonly callId: string; readonly signal: AbortSignal; /** Looked at last of all: throws when the folder is no longer what was approved. */ verify(): void; output?(tail: string): void }

export interface ScriptRunner {
  /** Runs a script to its end, bracketed by the journal (06 §8). SCRIPT_LAUNCH, JOURNAL_FAILED. */
  run(call: ScriptCall): Promise<Ending>
  /** Whether its runs are in namespaces of their own, and so can be kept from the network. */
  isolates(): boolean
  close(): Promise<void>
}

export function createScriptRunner(parts: RunnerParts): ScriptRunner {
  const live = new Set<Promise<unknown>>()
  const running = new Set<Running>()
  const closed = closedPlaces(parts.project.dir, parts.project.env.home)
  const isolation = lazyIsolation(parts.isolation)
  return {
    run: (call) => {
      const work = runOne(parts, isolation(), closed, call, running)
      live.add(work)
      return work.finally(() => live.delete(work))
    },
    isolates: () => isolation() !== null,
    close: async () => {
      for (const one of running) one.stop('killed')
      await Promise.allSettled(live)
    },
  }
}

async function runOne(parts: RunnerParts, by: Isolation | null, closed: readonly string[], call: ScriptCall, running: Set<Running>): Promise<Ending> {
  const { project } = parts
  const own = parts.environment ?? process.env
  const words = wordsOf(call.spec.command, call.toolDir, own['PATH'])
  const network = parts.network !== false || call.spec.effects.includes('network')
  const bracket = await project.runs.begin({ actor: 'script', sessionId: call.sessionId, callId: call.callId }, { nbookSafe: by !== null })
  const tempDir = mkdtempSync(join(tmpdir(), 'wenqu-tool-'))
  try {
    if (call.signal.aborted) throw new Cancelled()
    call.verify()
    const env = scriptEnvironment(own, call.spec.env, { toolDir: call.toolDir, projectDir: project.dir, callId: call.callId, tempDir }, parts.secrets())
    return await ended(call, by === null ? words : isolated(by, words, closed, network), { env, cwd: project.dir, contained: by !== null, announced: by !== null }, running, bracket.end)
  } catch (error) {
    await bracket.end()
    throw error
  } finally {
    rmSync(tempDir, { recursive: true, force: true })
  }
}

interface Where { readonly env: Record<string, string>; readonly cwd: string; readonly contained: boolean; readonly announced: boolean }

async function ended(call: ScriptCall, argv: readonly string[], where: Where, live: Set<Running>, end: () => Promise<Ending['changes']>): Promise<Ending> {
  const streams = { stdout: createHead(storeBytes), stderr: createTail(262_144) }
  const tail = createTail(16_384)
  let told = 0
  const running = startProcess({
    argv, ...where, call: call.callId, timeoutMs: call.spec.timeoutSeconds * 1_000, graceMs, drainMs, input: `${JSON.stringify(call.args)}\n`,
    output: (stream, chunk) => {
      streams[stream].push(chunk)
      tail.push(chunk)
      if (call.output === undefined || performance.now() - told < tailEveryMs) return
      told = performance.now()
      call.output(cleanText(tail.bytes()).slice(-4_000))
    },
  })
  live.add(running)
  const stop = (): void => running.stop('cancelled')
  call.signal.addEventListener('abort', stop, { once: true })
  const how = await running.done
  call.signal.removeEventListener('abort', stop)
  live.delete(running)
  if (await running.unprotected) refuseUnprotected('SCRIPT_LAUNCH', call.spec.name, cleanText(streams.stderr.bytes()))
  return {
    ended: how, changes: await end(),
    stdout: { bytes: streams.stdout.bytes(), dropped: streams.stdout.dropped }, stderr: { bytes: streams.stderr.bytes(), dropped: streams.stderr.lost },
  }
}

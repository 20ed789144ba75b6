import { spawn, type ChildProcess } from 'node:child_process'
import { Readable } from 'node:stream'
import { killMarked, signalGroup, watchOver } from './process-tree'

export type Stream = 'stdout' | 'stderr'
/** Why we ended it, or null: it ended by itself. */
export type Stopped = 'timeout' | 'cancelled' | 'killed'
export interface Ended { code: number | null; signal: string | null; stopped: Stopped | null; /** It could not be started. */ error: string | null }

export interface ProcessSpec {
  argv: readonly string[]
  cwd: string
  env: Record<string, string>
  /** The value of the marker in `env`. */
  call: string
  timeoutMs: number | null
  /** Between TERM and KILL. */
  graceMs: number
  /** The kernel ends the whole tree with its first process; else it is looked for by the marker. */
  contained: boolean
  /** Its words are those of `isolated`, which tell on descriptor 3 that the protection stands. */
  announced?: boolean
  /** What the process reads from its stdin, then its end; nothing when not given. */
  input?: string
  /** How long its pipes are kept after its end; 100 ms. */
  drainMs?: number
  output(stream: Stream, chunk: Buffer): void
}
export interface Running {
  readonly pid: number | null
  readonly done: Promise<Ended>
  /** True: its protection could not be set up, and it was not run. False as soon as the opposite is known. */
  readonly unprotected: Promise<boolean>
  stop(why: Stopped): void
}

/** After the process has ended its pipes have so long: whoever still holds them is not waited for (06 §8: ≤200 ms). */
const usualDrainMs = 100

/** Starts a process in a session and group of its own, no terminal, stdin empty or `input`; `done` comes when it and its tree are gone. */
export function startProcess(spec: ProcessSpec): Running {
  const [program = '', ...args] = spec.argv
  const announced = spec.announced === true
  const child = spawn(program, args, { cwd: spec.cwd, env: spec.env, stdio: [spec.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', ...(announced ? ['pipe' as const] : [])], detached: process.platform !== 'win32', windowsHide: true })
  const pid = child.pid ?? null
  const dismiss = pid === null || spec.contained ? () => undefined : watchOver(pid, spec.call)
  let stopped: Stopped | null = null
  let ended = false
  const timers: NodeJS.Timeout[] = []
  const stop = (why: Stopped): void => {
    if (ended || stopped !== null || pid === null) return
    stopped = why
    if (process.platform === 'win32') return void spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true }).on('error', () => child.kill())
    signalGroup(pid, 'SIGTERM')
    timers.push(setTimeout(() => endTree(pid, spec), spec.graceMs))
  }
  if (spec.timeoutMs !== null) timers.push(setTimeout(() => stop('timeout'), spec.timeoutMs))
  child.stdout?.on('data', (chunk: Buffer) => spec.output('stdout', chunk))
  child.stderr?.on('data', (chunk: Buffer) => spec.output('stderr', chunk))
  // Who does not read its stdin closes it: no error of ours.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(spec.input)
  const protection = protectionOf(child, announced)
  const done = new Promise<Ended>((resolve) => {
    const finish = (end: Omit<Ended, 'stopped'>): void => {
      if (ended) return
      ended = true
      for (const timer of timers) clearTimeout(timer)
      dismiss()
      child.stdin?.destroy()
      child.stdout?.destroy()
      child.stderr?.destroy()
      protection.end(stopped === null && end.error === null)
      resolve({ ...end, stopped })
    }
    child.once('error', (error) => finish({ code: null, signal: null, error: error.message }))
    child.once('exit', (code, signal) => {
      if (pid !== null) endTree(pid, spec)
      // What is in the pipes already is read before they are closed, however late the timer comes.
      const late = setTimeout(() => setImmediate(() => finish({ code, signal, error: null })), spec.drainMs ?? usualDrainMs)
      child.once('close', () => {
        clearTimeout(late)
        finish({ code, signal, error: null })
      })
    })
  })
  return { pid, done, unprotected: protection.unset, stop }
}

/** Whether the word on descriptor 3 is missing: it came, or the process ended without it and `end` says whether that was its own fault. */
function protectionOf(child: ChildProcess, announced: boolean): { unset: Promise<boolean>; end(unset: boolean): void } {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const word = child.stdio[3]
  if (!announced) resolve(false)
  if (word instanceof Readable) word.on('data', () => resolve(false)).on('error', () => undefined)
  return { unset: promise, end: (unset) => { word?.destroy(); resolve(unset) } }
}

/** What is left of the group, and of the tree where no namespace holds it together. */
function endTree(pid: number, spec: ProcessSpec): void {
  if (process.platform === 'win32') return
  signalGroup(pid, 'SIGKILL')
  if (!spec.contained) killMarked(spec.call)
}

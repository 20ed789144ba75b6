import { spawn } from 'node:child_process'
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
  /** What the process reads from its stdin, then its end; nothing when not given. */
  input?: string
  /** How long its pipes are kept after its end; 100 ms. */
  drainMs?: number
  output(stream: Stream, chunk: Buffer): void
}
export interface Running { readonly pid: number | null; readonly done: Promise<Ended>; stop(why: Stopped): void }

/** After the process has ended its pipes have so long: whoever still holds them is not waited for (06 §8: ≤200 ms). */
const usualDrainMs = 100

/** Starts a process in a session and group of its own, no terminal, stdin empty or `input`; `done` comes when it and its tree are gone. */
export function startProcess(spec: ProcessSpec): Running {
  const [program = '', ...args] = spec.argv
  const child = spawn(program, args, { cwd: spec.cwd, env: spec.env, stdio: [spec.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'], detached: process.platform !== 'win32', windowsHide: true })
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
  const done = new Promise<Ended>((resolve) => {
    const finish = (end: Omit<Ended, 'stopped'>): void => {
      if (ended) return
      ended = true
      for (const timer of timers) clearTimeout(timer)
      dismiss()
      child.stdin?.destroy()
      child.stdout?.destroy()
      child.stderr?.destroy()
      resolve({ ...end, stopped })
    }
    child.once('error', (error) => finish({ code: null, signal: null, error: error.message }))
    child.once('exit', (code, signal) => {
      if (pid !== null) endTree(pid, spec)
      const late = setTimeout(() => finish({ code, signal, error: null }), spec.drainMs ?? usualDrainMs)
      child.once('close', () => {
        clearTimeout(late)
        finish({ code, signal, error: null })
      })
    })
  })
  return { pid, done, stop }
}

/** What is left of the group, and of the tree where no namespace holds it together. */
function endTree(pid: number, spec: ProcessSpec): void {
  if (process.platform === 'win32') return
  signalGroup(pid, 'SIGKILL')
  if (!spec.contained) killMarked(spec.call)
}

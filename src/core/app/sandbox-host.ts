import { Cancelled } from '@shared/fault'
import { sandboxEntry, startSandboxChild } from './sandbox-child'
import type { SandboxAnswer, SandboxChild } from './sandbox-child'

export interface SandboxOptions { deadlineMs?: number; isolateMb?: number; processMb?: number; resultChars?: number; startMs?: number; entry?: string }
/** `value` is plain JSON. Codes: TIMEOUT, MEMORY, SCRIPT_SYNTAX, SCRIPT_ERROR, RESULT_NOT_JSON, RESULT_TOO_LARGE, SANDBOX_GONE. */
export type SandboxResult = { ok: true; value: unknown; ms: number } | { ok: false; code: string; message: string; ms: number }

/** Runs model-written JavaScript in a process that may die without anyone noticing (01 Processes, security 2F). One script at a time. */
export interface SandboxHost {
  /** Body of an async function; `return` gives the result. Ends within the deadline whatever the script does. Cancelled when aborted. */
  run(code: string, signal?: AbortSignal): Promise<SandboxResult>
  health(): Promise<{ ok: boolean; node: string | null; ms: number }>
  close(): Promise<void>
}

const maxCode = 500_000
const recycleRss = 160 * 1_048_576
const recycleRuns = 500
/** Processes that no script has needed for this long are given back. */
const idleMs = 60_000

interface Worker { child: SandboxChild; ready: Promise<boolean>; runs: number }
type Reply = SandboxAnswer | 'late' | 'gone' | 'aborted'

export const createSandboxHost = (options: SandboxOptions = {}): SandboxHost => new Host(options)

class Host implements SandboxHost {
  private readonly limits: Required<Omit<SandboxOptions, 'entry'>>
  private worker: Worker | null = null
  /** Started while the first one works, so that the script after a killed one need not wait for a process. */
  private spare: Worker | null = null
  private idle: NodeJS.Timeout | null = null
  private queue: Promise<unknown> = Promise.resolve()
  private lastId = 0
  private closed = false

  constructor(private readonly options: SandboxOptions) {
    this.limits = { deadlineMs: 1_000, isolateMb: 64, processMb: 384, resultChars: 1_000_000, startMs: 10_000, ...options }
  }

  run(code: string, signal?: AbortSignal): Promise<SandboxResult> {
    return this.inTurn(async () => {
      const { deadlineMs, isolateMb, resultChars } = this.limits
      const started = performance.now()
      const ms = () => Math.round(performance.now() - started)
      const failed = (failure: string, message: string): SandboxResult => ({ ok: false, code: failure, message, ms: ms() })
      if (signal?.aborted) throw new Cancelled()
      if (code.length > maxCode) return failed('SCRIPT_SYNTAX', `The script has ${code.length} characters, at most ${maxCode} run.`)
      const reply = await this.ask({ kind: 'run', code, isolateMb, resultChars }, deadlineMs, signal)
      if (reply === 'aborted') throw new Cancelled()
      if (reply === 'late') return failed('TIMEOUT', `The script did not end within ${deadlineMs} ms.`)
      if (reply === 'gone') return this.closed ? failed('SANDBOX_GONE', 'The app is closing.') : failed('MEMORY', 'The script used too much memory and was ended.')
      return reply.outcome.ok ? readValue(reply.outcome.json, ms()) : failed(reply.outcome.code, reply.outcome.message)
    })
  }

  health(): Promise<{ ok: boolean; node: string | null; ms: number }> {
    return this.inTurn(async () => {
      const started = performance.now()
      const reply = await this.ask({ kind: 'health' }, 2_000)
      const ms = Math.round(performance.now() - started)
      return typeof reply === 'object' && reply.outcome.ok ? { ok: true, node: nodeOf(reply.outcome.json), ms } : { ok: false, node: null, ms }
    })
  }

  async close(): Promise<void> {
    this.closed = true
    await this.dropAll()
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.queue.then(work, work)
    this.queue = result.catch(() => undefined)
    return result
  }

  private async ask(message: object, ms: number, signal?: AbortSignal): Promise<Reply> {
    if (this.closed) return 'gone'
    const used = this.open()
    if (!(await used.ready)) {
      await this.drop(used)
      return 'gone'
    }
    this.lastId += 1
    used.runs += 1
    used.child.send({ ...message, id: this.lastId })
    if (!this.spare?.child.alive) this.spare = this.start()
    const answer = await within(used.child.next(), ms, signal)
    const worn = typeof answer !== 'object' || answer === null || answer.rss > recycleRss || used.runs >= recycleRuns
    if (worn) await this.drop(used)
    this.restWhenIdle()
    return answer ?? 'gone'
  }

  private open(): Worker {
    if (this.worker?.child.alive) return this.worker
    this.worker = this.spare?.child.alive ? this.spare : this.start()
    this.spare = null
    return this.worker
  }

  private start(): Worker {
    const child = startSandboxChild(this.options.entry ?? sandboxEntry(), this.limits.processMb)
    return { child, ready: within(child.next(), this.limits.startMs).then((hello) => typeof hello === 'object' && hello !== null), runs: 0 }
  }

  private async drop(old: Worker): Promise<void> {
    if (this.worker === old) this.worker = null
    if (this.spare === old) this.spare = null
    old.child.kill()
    await old.child.ended
  }

  private async dropAll(): Promise<void> {
    await Promise.all([this.worker, this.spare].map((one) => one && this.drop(one)))
  }

  private restWhenIdle(): void {
    if (this.idle) clearTimeout(this.idle)
    this.idle = setTimeout(() => void this.inTurn(() => this.dropAll()), idleMs)
    this.idle.unref()
  }
}

const maxDepth = 200

function readValue(json: string, ms: number): SandboxResult {
  if (depthOf(json) > maxDepth) return { ok: false, code: 'RESULT_NOT_JSON', message: `The result is nested more than ${maxDepth} deep.`, ms }
  try {
    const value: unknown = JSON.parse(json)
    return { ok: true, value, ms }
  } catch {
    return { ok: false, code: 'RESULT_NOT_JSON', message: 'The result is not plain data.', ms }
  }
}

/** Deepest nesting of a JSON text: what reads the value afterwards may recurse. */
function depthOf(json: string): number {
  let depth = 0
  let deepest = 0
  let quoted = false
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at]
    if (quoted && char === '\\') at += 1
    else if (char === '"') quoted = !quoted
    else if (!quoted && (char === '[' || char === '{')) deepest = Math.max(deepest, (depth += 1))
    else if (!quoted && (char === ']' || char === '}')) depth -= 1
  }
  return deepest
}

const nodeOf = (json: string): string | null => {
  const value: unknown = JSON.parse(json)
  return typeof value === 'object' && value !== null && 'node' in value ? String(value.node) : null
}

/** The one clock over a script: running it, copying its result and reading its errors all happen before the answer arrives. */
function within<T>(work: Promise<T>, ms: number, signal?: AbortSignal): Promise<T | 'late' | 'aborted'> {
  return new Promise((resolve) => {
    const abort = () => resolve('aborted')
    const timer = setTimeout(() => resolve('late'), ms)
    signal?.addEventListener('abort', abort, { once: true })
    const settle = (value: T) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      resolve(value)
    }
    work.then(settle, () => resolve('late'))
  })
}

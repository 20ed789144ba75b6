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

interface Worker { child: SandboxChild; ready: Promise<boolean>; runs: number }

export function createSandboxHost(options: SandboxOptions = {}): SandboxHost {
  const { deadlineMs = 1_000, isolateMb = 64, processMb = 384, resultChars = 1_000_000, startMs = 10_000 } = options
  let worker: Worker | null = null
  let queue: Promise<unknown> = Promise.resolve()
  let lastId = 0
  let closed = false

  const open = (): Worker => {
    if (worker?.child.alive) return worker
    const child = startSandboxChild(options.entry ?? sandboxEntry(), processMb)
    worker = { child, ready: within(child.next(), startMs).then((hello) => hello !== 'late' && hello !== null), runs: 0 }
    return worker
  }
  const drop = async (old: Worker) => {
    if (worker === old) worker = null
    old.child.kill()
    await old.child.ended
  }
  const ask = async (message: object, ms: number, signal?: AbortSignal): Promise<SandboxAnswer | 'late' | 'gone' | 'aborted'> => {
    const used = open()
    if (!(await used.ready)) {
      await drop(used)
      return 'gone'
    }
    lastId += 1
    used.runs += 1
    used.child.send({ ...message, id: lastId })
    const answer = await within(used.child.next(), ms, signal)
    if (answer === 'late' || answer === 'aborted' || answer === null) {
      await drop(used)
      // The next script should not wait for a process to start.
      if (!closed) open()
      return answer ?? 'gone'
    }
    if (answer.rss > recycleRss || used.runs >= recycleRuns) await drop(used)
    return answer
  }
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work, work)
    queue = result.catch(() => undefined)
    return result
  }
  return {
    run: (code, signal) => inTurn(async () => {
      const started = performance.now()
      const ms = () => Math.round(performance.now() - started)
      const failed = (failure: string, message: string): SandboxResult => ({ ok: false, code: failure, message, ms: ms() })
      if (closed) return failed('SANDBOX_GONE', 'The app is closing.')
      if (signal?.aborted) throw new Cancelled()
      if (code.length > maxCode) return failed('SCRIPT_SYNTAX', `The script has ${code.length} characters, at most ${maxCode} run.`)
      const answer = await ask({ kind: 'run', code, isolateMb, resultChars }, deadlineMs, signal)
      if (answer === 'aborted') throw new Cancelled()
      if (answer === 'late') return failed('TIMEOUT', `The script did not end within ${deadlineMs} ms.`)
      if (answer === 'gone') return failed('MEMORY', 'The script used too much memory and was ended.')
      if (!answer.outcome.ok) return failed(answer.outcome.code, answer.outcome.message)
      return readValue(answer.outcome.json, ms())
    }),
    health: () => inTurn(async () => {
      const started = performance.now()
      const answer = closed ? 'gone' : await ask({ kind: 'health' }, 2_000)
      const ms = Math.round(performance.now() - started)
      return typeof answer === 'object' && answer.outcome.ok ? { ok: true, node: nodeOf(answer.outcome.json), ms } : { ok: false, node: null, ms }
    }),
    close: async () => {
      closed = true
      if (worker) await drop(worker)
    },
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

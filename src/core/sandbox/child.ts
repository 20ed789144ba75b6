import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { openFrames } from './frames'

/** What the sandbox process sends; nothing of it is believed before it is read by this schema. */
const Answer = z.object({
  id: z.number(), rss: z.number(),
  outcome: z.union([z.object({ text: z.string() }), z.object({ code: z.string(), message: z.string() }), z.object({ node: z.string() })]),
})
export type SandboxAnswer = z.infer<typeof Answer>

/** One sandbox process. `next` gives its next answer, or null when it has ended. */
export interface SandboxChild {
  readonly alive: boolean
  /** The signal that ended it, when one did. */
  readonly endedBy: NodeJS.Signals | null
  send(message: object): void
  next(): Promise<SandboxAnswer | null>
  /** Who answers the calls of the script that runs now; null: nobody. */
  serve(answer: ((request: string) => string | Promise<string>) | null): void
  kill(): void
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>
}

/** Where the sandbox's entry is: beside the built core, or its source in a checkout. */
export function sandboxEntry(from: string = import.meta.dirname): string {
  const candidates = [join(from, 'sandbox.js'), join(from, '..', 'sandbox.js'), join(from, '..', '..', 'sandbox', 'index.ts')]
  const found = candidates.find((file) => existsSync(file))
  if (!found) throw new Error(`No sandbox entry near ${from}`)
  return found
}

/** No environment, no files to write, no processes, no network: also what runs outside the isolate could not do harm. */
export const sandboxFlags = ['--no-node-snapshot', '--permission', '--allow-addons', '--allow-fs-read=*', '--max-old-space-size=64', '--no-warnings', '--disable-proto=delete']

export interface ChildSizes { processMb: number; isolateMb: number }

export function startSandboxChild(entry: string, { processMb, isolateMb }: ChildSizes): SandboxChild {
  const child = spawn(process.execPath, [...sandboxFlags, entry, String(processMb), String(isolateMb)], {
    env: { TZ: 'UTC' }, cwd: tmpdir(), stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'], serialization: 'json', windowsHide: true,
  })
  let gone = false
  let endedBy: NodeJS.Signals | null = null
  const answers = answerQueue(child)
  const ended = new Promise<void>((done) => {
    const finish = (_code: unknown, signal: NodeJS.Signals | null = null) => {
      gone = true
      endedBy = signal
      answers.end()
      done()
    }
    child.once('error', finish)
    child.once('exit', finish)
  })
  // A process that idles holds up nothing; one that is ended is waited for, so it must count again.
  const kill = () => {
    if (gone) return
    child.ref()
    child.kill('SIGKILL')
  }
  const serve = serveCalls(child, kill)
  child.unref()
  child.channel?.unref()
  return {
    get alive() { return !gone },
    get endedBy() { return endedBy },
    send: (message) => { if (child.connected) child.send(message, () => undefined) },
    next: answers.next, serve, kill, ended,
  }
}

function answerQueue(child: ChildProcess): { next(): Promise<SandboxAnswer | null>; end(): void } {
  let over = false
  let waiting: ((answer: SandboxAnswer | null) => void) | null = null
  const answers: SandboxAnswer[] = []
  const give = (answer: SandboxAnswer | null) => {
    const taker = waiting
    waiting = null
    if (taker) taker(answer)
    else if (answer) answers.push(answer)
  }
  child.on('message', (message) => {
    const read = Answer.safeParse(message)
    if (read.success) give(read.data)
    else child.kill('SIGKILL')
  })
  return {
    next: () => {
      const ready = answers.shift()
      if (ready) return Promise.resolve(ready)
      return over ? Promise.resolve(null) : new Promise((resolve) => (waiting = resolve))
    },
    end: () => {
      over = true
      give(null)
    },
  }
}

function serveCalls(child: ChildProcess, kill: () => void): SandboxChild['serve'] {
  const pipe = child.stdio[4]
  // Without the pipe the process did not start; its `error` ends it.
  if (!(pipe instanceof Socket)) return () => undefined
  let answer: Parameters<SandboxChild['serve']>[0] = null
  const frames = openFrames(pipe, (request) => {
    if (answer === null) return kill()
    try {
      const reply = answer(request)
      if (typeof reply === 'string') frames.send(reply)
      else reply.then(frames.send, kill)
    } catch {
      // Whoever answers keeps its own defect; the script cannot go on.
      kill()
    }
  }, kill)
  pipe.unref()
  return (next) => { answer = next }
}

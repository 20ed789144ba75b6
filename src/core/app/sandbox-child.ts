import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SandboxAnswer { id: number; outcome: { ok: true; json: string } | { ok: false; code: string; message: string }; rss: number }

/** One sandbox process. `next` gives its next answer, or null when it has ended. */
export interface SandboxChild {
  readonly alive: boolean
  send(message: object): void
  next(): Promise<SandboxAnswer | null>
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
const flags = ['--no-node-snapshot', '--permission', '--allow-addons', '--allow-fs-read=*', '--max-old-space-size=64', '--no-warnings', '--disable-proto=delete']

export function startSandboxChild(entry: string, processMb: number): SandboxChild {
  const child = spawn(process.execPath, [...flags, entry, String(processMb)], {
    env: {}, cwd: tmpdir(), stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'json', windowsHide: true,
  })
  let gone = false
  let waiting: ((answer: SandboxAnswer | null) => void) | null = null
  const answers: SandboxAnswer[] = []
  const give = (answer: SandboxAnswer | null) => {
    const taker = waiting
    waiting = null
    if (taker) taker(answer)
    else if (answer) answers.push(answer)
  }
  const ended = new Promise<void>((done) => {
    const finish = () => {
      gone = true
      give(null)
      done()
    }
    child.once('error', finish)
    child.once('exit', finish)
  })
  child.on('message', (message) => give(message as SandboxAnswer))
  child.unref()
  child.channel?.unref()
  return {
    get alive() {
      return !gone
    },
    send: (message) => {
      if (child.connected) child.send(message, () => undefined)
    },
    next: () => {
      const ready = answers.shift()
      if (ready) return Promise.resolve(ready)
      if (gone) return Promise.resolve(null)
      return new Promise((resolve) => (waiting = resolve))
    },
    kill: () => void child.kill('SIGKILL'),
    ended,
  }
}

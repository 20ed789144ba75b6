import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SqlAsk, SqlReply } from './types'

/** One reading process. `ask` gives its answer, or null when it has ended. */
export interface SqlChild {
  /** True when it is ready for SQL, false when it could not start. */
  readonly ready: Promise<boolean>
  readonly alive: boolean
  ask(ask: SqlAsk): Promise<SqlReply | null>
  kill(): Promise<void>
}

/** Where the entry is: beside the built core (`out/main/sql.js`), or its source in a checkout. */
export function sqlEntry(): string {
  const here = fileURLToPath(new URL('.', import.meta.url))
  const candidates = [join(here, 'sql.js'), join(here, '..', 'sql.js'), join(here, 'child.ts')]
  const found = candidates.find((file) => existsSync(file))
  if (found === undefined) throw new Error(`No SQL entry near ${here}`)
  return found
}

/** A fresh process with no environment, fed by JSON over IPC. */
export function startSqlChild(entry: string, dbPath: string): SqlChild {
  const child = spawn(process.execPath, ['--no-warnings', '--max-old-space-size=128', entry, dbPath], { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'json', windowsHide: true })
  let alive = true
  let waiting: ((reply: SqlReply | null) => void) | null = null
  /** A child that is waited for keeps this process; an idle one does not. */
  const hold = (held: boolean) => {
    for (const handle of [child, child.channel]) handle?.[held ? 'ref' : 'unref']()
  }
  const give = (reply: SqlReply | null) => {
    const taker = waiting
    waiting = null
    hold(false)
    taker?.(reply)
  }
  const next = () => new Promise<SqlReply | null>((resolve) => {
    if (!alive) return resolve(null)
    waiting = resolve
    hold(true)
  })
  const ready = next().then((reply) => reply !== null)
  const ended = new Promise<void>((done) => {
    const finish = () => {
      alive = false
      give(null)
      done()
    }
    child.once('error', finish)
    child.once('exit', finish)
  })
  child.on('message', (message) => give(message as SqlReply))
  return {
    ready,
    get alive() {
      return alive
    },
    ask: (ask) => {
      const reply = next()
      if (child.connected) child.send(ask, () => undefined)
      return reply
    },
    kill: () => {
      if (alive) hold(true)
      child.kill('SIGKILL')
      return ended
    },
  }
}

import { spawn } from 'node:child_process'
import type { FromCore, ToCore } from '@shared/bridge'
import type { Log } from './log'

/** One running core process, seen from main. */
export interface CoreChild {
  send(message: ToCore): void
  onMessage(listener: (message: FromCore) => void): void
  /** Called once, also when the process could not start. */
  onExit(listener: (how: string) => void): void
  kill(): void
  /** Asks it to stop; by force after `withinMs`. */
  end(withinMs: number): Promise<void>
}

export interface CoreCommand { node: string; entry: string; env: Record<string, string> }

/**
 * Starts core on Node 26. JSON on the channel, because the V8 wire formats of Electron 33 and Node 26 differ (01 facts);
 * `spawn`, because Electron's `fork` adds ELECTRON_RUN_AS_NODE to the child's environment. From Node's snapshot, which
 * saves a third of the start: isolates, which cannot have it, live in a process of their own.
 */
export function startCoreChild(command: CoreCommand, log: Log): CoreChild {
  const child = spawn(command.node, [command.entry], {
    env: command.env, serialization: 'json', stdio: ['ignore', 'pipe', 'pipe', 'ipc'], windowsHide: true,
  })
  let gone: string | null = null
  let listener: (how: string) => void = () => undefined
  const ended = new Promise<void>((done) => {
    const finish = (how: string) => {
      if (gone !== null) return
      gone = how
      listener(how)
      done()
    }
    child.once('error', (error) => finish(error.message))
    child.once('exit', (code, signal) => finish(signal ?? `exit ${code}`))
  })
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => log.warn('core says', { said: text.slice(0, 2_000) }))
  const send = (message: ToCore) => {
    // A failed send means that the process is ending; its exit is what counts.
    if (child.connected) child.send(message, () => undefined)
  }
  return {
    send,
    onMessage: (receive) => void child.on('message', (message) => receive(message as FromCore)),
    onExit: (next) => {
      listener = next
      if (gone !== null) next(gone)
    },
    kill: () => void child.kill('SIGKILL'),
    end: async (withinMs) => {
      if (gone !== null) return
      send({ kind: 'stop' })
      const force = setTimeout(() => child.kill('SIGKILL'), withinMs)
      await ended
      clearTimeout(force)
    },
  }
}

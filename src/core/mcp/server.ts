import { Cancelled, fail, isCancelled, isFault, whyOf } from '@shared/fault'
import { within } from '@shared/within'
import { connect, withoutName, type Channel } from './connection'
import type { OpenChannel } from './open-channel'
import type { Connection, Pin, RawResult, ServerEntry, ServerSpec } from './types'

/** Before the second start, the third … (07 §8: 1-16 s); after the last there is none until the author asks for it. */
export const restartDelays: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000]

export interface ServerParts {
  readonly entry: ServerEntry
  readonly spec: ServerSpec
  readonly projectDir: string
  readonly open: OpenChannel
  /** Its tools are known, at the start or anew. */
  listed(tools: readonly Pin[]): Promise<void>
  /** How it stands has changed. */
  changed(): void
  /** It failed, told once until it works again. */
  outage(cause: string): void
  readonly delays?: readonly number[]
  readonly connectMs?: number
}

/** One server the author consented to: started when it is first needed, started again when it was lost (07 §8). */
export interface McpServer {
  readonly entry: ServerEntry
  state(): 'idle' | 'connecting' | 'ready' | 'failed'
  cause(): string | null
  /** What kind of trouble the cause is. */
  code(): string | null
  /** What it lists now; null while it is not connected. */
  tools(): readonly Pin[] | null
  /** No start is left. */
  exhausted(): boolean
  connected(signal: AbortSignal): Promise<Connection>
  call(raw: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal, check: (tools: readonly Pin[]) => void): Promise<RawResult>
  /** The session id of its connection, which no text may show. */
  secret(): string | null
  /** The author's "try again", or "start anew": what there is of a connection is given up, and no failure counts. */
  again(): Promise<void>
  close(): Promise<void>
}

export function createServer(parts: ServerParts): McpServer {
  return new Server(parts)
}

class Server implements McpServer {
  readonly entry: ServerEntry
  readonly #parts: ServerParts
  readonly #delays: readonly number[]
  readonly #stop = new AbortController()
  #live: Connection | null = null
  #starting: Promise<Connection> | null = null
  #cause: string | null = null
  #code = 'MCP_UNAVAILABLE'
  #losses = 0
  #lostAt = 0
  #told = false
  #channel: Channel | null = null

  constructor(parts: ServerParts) {
    this.entry = parts.entry
    this.#parts = parts
    this.#delays = parts.delays ?? restartDelays
  }

  state(): ReturnType<McpServer['state']> {
    if (this.#live !== null) return 'ready'
    if (this.#starting !== null) return 'connecting'
    return this.#cause === null ? 'idle' : 'failed'
  }
  cause(): string | null { return this.#live === null ? this.#cause : null }
  code(): string | null { return this.#live === null && this.#cause !== null ? this.#code : null }
  tools(): readonly Pin[] | null { return this.#live?.tools ?? null }
  secret(): string | null { return this.#channel?.secret() ?? null }
  exhausted(): boolean { return this.#live === null && this.#losses > this.#delays.length }

  async again(): Promise<void> {
    this.#losses = 0
    this.#lostAt = 0
    this.#told = false
    const live = this.#live
    this.#live = null
    await live?.close()
    this.#parts.changed()
  }

  connected(signal: AbortSignal): Promise<Connection> {
    if (this.#live !== null) return Promise.resolve(this.#live)
    const starting = (this.#starting ??= this.#start().finally(() => { this.#starting = null; this.#parts.changed() }))
    starting.catch(() => undefined)
    return within(starting, signal, () => new Cancelled())
  }

  /** Several callers wait for one start; it belongs to none of them. */
  async #start(): Promise<Connection> {
    if (this.exhausted()) return fail('MCP_UNAVAILABLE', `server "${this.entry.alias}" failed ${this.#losses} times in a row and is not started again: ${this.#cause ?? ''}.`, { fix: 'Go on without it; the author can start it in the Tools panel.' })
    this.#parts.changed()
    await this.#pause()
    let lost = false
    let connection: Connection | null = null
    try {
      connection = await connect({
        entry: this.entry, projectDir: this.#parts.projectDir, ...(this.#parts.connectMs === undefined ? {} : { connectMs: this.#parts.connectMs }),
        open: async (protocol) => (this.#channel = await this.#parts.open(this.#parts.spec, protocol)),
        relisted: (tools) => this.#relisted(tools),
        lost: (cause, code) => { lost = true; this.#lose(cause, code) },
      }, this.#stop.signal)
      await this.#parts.listed(connection.tools)
      if (lost) return fail('MCP_UNAVAILABLE', `server "${this.entry.alias}": ${this.#cause ?? 'it was lost at once'}.`)
      this.#live = connection
      this.#told = false
      return connection
    } catch (error) {
      // Shaken hands with and yet of no use, as when what it lists cannot be kept.
      await connection?.close()
      if (!lost && !isCancelled(error)) this.#lose(isFault(error) ? withoutName(error.fault.message, this.entry.alias) : 'it could not be started', isFault(error) ? error.fault.code : 'MCP_UNAVAILABLE')
      throw error
    }
  }

  /** What cannot be kept is told as an outage; the tools the author accepted go on as they were. */
  #relisted(tools: readonly Pin[]): void {
    this.#parts.listed(tools)
      .catch((error: unknown) => this.#parts.outage(`what it lists anew could not be kept: ${whyOf(error)}`))
      .finally(() => this.#parts.changed())
  }

  #pause(): Promise<void> {
    const delay = this.#losses === 0 ? 0 : (this.#delays[this.#losses - 1] ?? 0)
    const left = this.#lostAt + delay - performance.now()
    if (left <= 0) return Promise.resolve()
    const signal = this.#stop.signal
    return new Promise((done, failed) => {
      const timer = setTimeout(done, left)
      signal.addEventListener('abort', () => { clearTimeout(timer); failed(new Cancelled()) }, { once: true })
    })
  }

  #lose(cause: string, code: string): void {
    if (this.#stop.signal.aborted) return
    this.#live = null
    this.#cause = cause.replace(/\.$/, '')
    this.#code = code
    this.#losses += 1
    this.#lostAt = performance.now()
    if (!this.#told) this.#parts.outage(this.#cause)
    this.#told = true
    this.#channel = null
    this.#parts.changed()
  }

  async call(raw: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal, check: (tools: readonly Pin[]) => void): Promise<RawResult> {
    const connection = await this.connected(signal)
    check(connection.tools)
    const result = await connection.call(raw, args, signal, this.#parts.spec.callTimeoutSeconds * 1_000)
    this.#losses = 0
    this.#cause = null
    return result
  }

  async close(): Promise<void> {
    this.#stop.abort()
    const live = this.#live
    this.#live = null
    await live?.close()
    await this.#starting?.then((late) => late.close(), () => undefined)
  }
}

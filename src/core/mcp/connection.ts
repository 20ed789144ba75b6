import { pathToFileURL } from 'node:url'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { Cancelled, fail, FaultError, isFault } from '@shared/fault'
import { within } from '@shared/within'
import { remoteLine } from '../web/remote-text'
import { deadline } from './deadline'
import { createMessageGuard } from './guard'
import { pinOf } from './pins'
import type { Connection, ListedTool, Pin, RawResult, ServerEntry } from './types'

const connectMs = 30_000
const mostPages = 100
const mostTools = 500
/** The library's own timer is never the one that counts. */
const never = 2_147_483_647

const Page = z.looseObject({ tools: z.array(z.unknown()).catch([]), nextCursor: z.string().optional() })
const Tool = z.looseObject({ name: z.string(), description: z.string().optional().catch(undefined), inputSchema: z.unknown().optional(), annotations: z.unknown().optional() })
const Result = z.looseObject({ content: z.array(z.unknown()).optional(), structuredContent: z.unknown().optional(), isError: z.boolean().optional() })

/** A way to a server that tells how it ended and is told when it is to be ended. */
export interface Channel {
  readonly transport: Transport
  /** How it ended, in words; null while it lives or when there is nothing to say. */
  ended(): string | null
  /** Secrets that came up meanwhile: the session id. */
  secret(): string | null
  close(): Promise<void>
}
export interface ConnectParts {
  readonly entry: ServerEntry
  readonly projectDir: string
  /** `protocol` reports noise (false) and a frame that is too long (true). */
  open(protocol: (tooLong: boolean) => void): Promise<Channel>
  /** The server says its tools changed, and here they are. */
  relisted(tools: readonly Pin[]): void
  /** The connection is gone: by itself, or because it broke the rules. */
  lost(cause: string, code: string): void
  readonly connectMs?: number
}

/** Connects, shakes hands and lists the tools, all within 30 s. MCP_UNAVAILABLE, MCP_PROTOCOL, MCP_TIMEOUT, URL_… . */
export async function connect(parts: ConnectParts, signal: AbortSignal): Promise<Connection> {
  const limit = deadline(signal, parts.connectMs ?? connectMs)
  const live = new Live(parts)
  try {
    return await live.start(limit.signal)
  } catch (error) {
    // Said before our own close, which would be the cause of everything; only of a broken pipe the end that follows tells more.
    const cause = brokenPipe(error) ? null : live.trouble(error)
    await live.close()
    if (signal.aborted) throw new Cancelled()
    if (limit.late()) return fail('MCP_UNAVAILABLE', `${live.name} did not answer within ${Math.round((parts.connectMs ?? connectMs) / 1_000)} seconds of its start.`)
    throw cause ?? live.trouble(error)
  } finally {
    limit.clear()
  }
}

/** It is ending, and our words found nobody there. */
const brokenPipe = (error: unknown): boolean => error instanceof Error && 'code' in error && /^(?:EPIPE|ECONNRESET|ERR_STREAM_\w+)$/.test(String(error.code))

class Live implements Connection {
  tools: readonly Pin[] = []
  readonly name: string
  readonly #parts: ConnectParts
  #client: Client | null = null
  #channel: Channel | null = null
  #broken: string | null = null
  #closed = false
  /** Up to then whoever starts it hears of its end, afterwards `lost` tells. */
  #up = false

  constructor(parts: ConnectParts) {
    this.#parts = parts
    this.name = `server "${parts.entry.alias}"`
  }

  async start(signal: AbortSignal): Promise<Connection> {
    const [{ Client }, { ListRootsRequestSchema, ToolListChangedNotificationSchema }] = await Promise.all([import('@modelcontextprotocol/sdk/client/index.js'), import('@modelcontextprotocol/sdk/types.js')])
    const client = new Client({ name: 'wenqu', version: '1.0.0' }, { capabilities: { roots: {} } })
    this.#client = client
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(this.#parts.projectDir).href, name: 'project' }] }))
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void this.#relist())
    const guard = createMessageGuard()
    const take = (message: JSONRPCMessage | null): boolean => guard.take(message) || this.#breaks('it sent more than 64 messages while one was waited for')
    const channel = await this.#parts.open((tooLong) => { if (tooLong) this.#breaks('it sent a message of more than 8 MiB'); else take(null) })
    this.#channel = channel
    // The library takes one listener, set like this.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    client.onclose = () => this.#lost()
    await within(client.connect(watched(channel.transport, take, (message) => guard.sent(message)), { timeout: never, maxTotalTimeout: never }), signal)
    this.tools = await this.#list(client, signal)
    this.#up = true
    return this
  }

  async #list(client: Client, signal: AbortSignal): Promise<readonly Pin[]> {
    if (client.getServerCapabilities()?.tools === undefined) return []
    const found: ListedTool[] = []
    let cursor: string | undefined
    for (let page = 0; page < mostPages; page += 1) {
      const answer = await within(client.request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } }, Page, { timeout: never, signal }), signal)
      found.push(...answer.tools.flatMap(toolOf))
      if (found.length > mostTools) this.#fault(`it lists more than ${mostTools} tools`)
      cursor = answer.nextCursor
      if (cursor === undefined) return this.#pins(found)
    }
    return this.#fault(`it lists its tools on more than ${mostPages} pages`)
  }

  #pins(found: readonly ListedTool[]): Pin[] {
    const byName = new Map(found.map((tool) => [tool.raw, tool]))
    return [...byName.values()].map((tool) => pinOf(this.#parts.entry.hash, tool))
  }

  async #relist(): Promise<void> {
    const client = this.#client
    if (client === null || this.#closed) return
    try {
      this.tools = await this.#list(client, AbortSignal.timeout(connectMs))
      this.#parts.relisted(this.tools)
    } catch {
      // The connection is gone, and whoever waits for it hears of that.
    }
  }

  async call(raw: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal, timeoutMs: number): Promise<RawResult> {
    const client = this.#client
    if (client === null || this.#closed) return fail('MCP_UNAVAILABLE', `${this.name} is not connected.`)
    const limit = deadline(signal, timeoutMs)
    try {
      const answer = await within(client.request({ method: 'tools/call', params: { name: raw, arguments: { ...args } } }, Result, { timeout: never, signal: limit.signal }), limit.signal)
      return { content: answer.content ?? [], structured: answer.structuredContent, isError: answer.isError === true }
    } catch (error) {
      if (signal.aborted) throw new Cancelled()
      if (!limit.late()) return this.#failed(error)
      this.#lost(`it gave no answer within ${Math.round(timeoutMs / 1_000)} seconds`, 'MCP_TIMEOUT')
      void this.close()
      return fail('MCP_TIMEOUT', `${this.name} gave no answer within ${Math.round(timeoutMs / 1_000)} seconds; the connection was given up. What it did meanwhile is not known.`)
    } finally {
      limit.clear()
    }
  }

  /** Only an error that the server itself gave leaves the connection standing; a lost session, for one, never comes back by itself. */
  #failed(error: unknown): never {
    const trouble = this.trouble(error)
    if (!isFault(trouble) || trouble.fault.code !== 'MCP_ERROR') {
      if (isFault(trouble)) this.#lost(withoutName(trouble.fault.message, this.#parts.entry.alias), trouble.fault.code)
      else this.#lost('it failed')
      void this.close()
    }
    throw trouble
  }

  #fault(why: string): never {
    this.#breaks(why)
    return fail('MCP_PROTOCOL', `${this.name}: ${why}; the connection was closed.`)
  }

  /** Breaks the rules: nothing more is taken from it. */
  #breaks(why: string): false {
    if (this.#broken !== null) return false
    this.#broken = why
    void this.close()
    return false
  }

  #lost(cause?: string, code = 'MCP_UNAVAILABLE'): void {
    const told = !this.#up
    this.#up = false
    const wanted = this.#closed && this.#broken === null && cause === undefined
    this.#closed = true
    if (!told && !wanted) this.#parts.lost(this.#broken ?? cause ?? this.#channel?.ended() ?? 'the connection was closed', this.#broken === null ? code : 'MCP_PROTOCOL')
  }

  /** What went wrong, in the words of 07 §8. */
  trouble(error: unknown): unknown {
    const cause = isFault(error) ? error : faultBelow(error)
    if (cause !== null) return cause
    if (this.#broken !== null) return new FaultError({ code: 'MCP_PROTOCOL', message: `${this.name}: ${this.#broken}; the connection was closed.` })
    const ended = this.#channel?.ended() ?? null
    if (ended !== null || this.#closed) return new FaultError({ code: 'MCP_UNAVAILABLE', message: `${this.name}: ${ended ?? 'the connection was closed'}.` })
    const coded = Coded.safeParse(error)
    if (coded.success && error instanceof Error && error.name === 'McpError') return new FaultError({ code: 'MCP_ERROR', message: `${coded.data.code} ${remoteLine(error.message.replace(/^MCP error -?\d+: /, ''), 1_000)}` })
    if (error instanceof Error && notAMessage.test(error.name)) return new FaultError({ code: 'MCP_PROTOCOL', message: `${this.name}: its answer is no message of the protocol; the connection was closed.` })
    return new FaultError({ code: 'MCP_UNAVAILABLE', message: `${this.name}: ${remoteLine(error instanceof Error ? error.message : String(error), 500)}.` })
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#channel?.close()
    await this.#client?.close().catch(() => undefined)
  }
}

/** What a fault says after the server's name, for a place where that stands already. */
export const withoutName = (message: string, alias: string): string => message.replace(`server "${alias}": `, '')

/** The library could not read what came: no JSON, or JSON of another shape. */
const notAMessage = /ZodError|SyntaxError/
const Coded = z.looseObject({ code: z.number() })

/** A fault of ours that a library wrapped. */
function faultBelow(error: unknown): FaultError | null {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) if (isFault(at)) return at
  return null
}

function toolOf(raw: unknown): ListedTool[] {
  const parsed = Tool.safeParse(raw)
  if (!parsed.success) return []
  const { name, description, inputSchema, annotations } = parsed.data
  return [{ raw: name, description: description ?? '', inputSchema: inputSchema ?? null, annotations: annotations ?? null }]
}

/** The transport with every message counted, before the library sees it. */
function watched(inner: Transport, take: (message: JSONRPCMessage) => boolean, sent: (message: JSONRPCMessage) => void): Transport {
  const send = inner.send.bind(inner)
  inner.send = (message, options) => {
    for (const one of [message].flat()) sent(one)
    return send(message, options)
  }
  const start = inner.start.bind(inner)
  inner.start = () => {
    const deliver = inner.onmessage
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    inner.onmessage = (message, extra) => { if (take(message)) deliver?.(message, extra) }
    return start()
  }
  return inner
}

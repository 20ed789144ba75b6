import { fail } from '@shared/fault'
import { childEnvironment, marker } from '../shell/environment'
import { isolated, lazyIsolation, type Isolation } from '../shell/namespace'
import type { DialOptions } from '../web/dial'
import { createCheckedFetch, serverUrl } from './checked-fetch'
import { keyReference } from './config'
import type { Channel } from './connection'
import { programOf } from './program'
import { createServerLog } from './server-log'
import { StdioTransport } from './stdio-transport'
import type { ServerSpec } from './types'

export interface ChannelParts {
  readonly projectDir: string
  readonly home: string
  /** Places that a server may not write in. */
  readonly closed: readonly string[]
  keys(): Readonly<Record<string, string>>
  mask(text: string): string
  newMark(): string
  /** `never`: as on a system without namespaces. */
  readonly isolation?: 'auto' | 'never'
  readonly environment?: NodeJS.ProcessEnv
  readonly dial?: DialOptions
}
export type OpenChannel = (spec: ServerSpec, protocol: (tooLong: boolean) => void) => Promise<Channel>

/** Opens the way to a server: its process, or its address (07 §8). */
export function channelOpener(parts: ChannelParts): OpenChannel {
  const isolation = lazyIsolation(parts.isolation)
  return (spec, protocol) => (spec.url === null ? Promise.resolve(openProcess(parts, isolation(), spec, protocol)) : openAddress(parts, spec.url, spec, protocol))
}

function openProcess(parts: ChannelParts, by: Isolation | null, spec: ServerSpec, protocol: (tooLong: boolean) => void): Channel {
  const own = parts.environment ?? process.env
  const mark = parts.newMark()
  const argv = [programOf(spec.command ?? '', own['PATH']), ...spec.args]
  const log = createServerLog(parts.home, spec.alias, parts.mask)
  const env = { ...childEnvironment(own, mark), ...resolved(spec.env, parts.keys(), spec.alias), [marker]: mark }
  const transport = new StdioTransport({
    argv: by === null ? argv : isolated(by, argv, parts.closed), cwd: parts.projectDir, env, mark, contained: by !== null,
    stderr: (chunk) => log.write(chunk), quiet: () => log.end(), noise: () => protocol(false), tooLong: () => protocol(true),
  })
  const ended = (): string | null => {
    if (transport.ended === null) return null
    const last = log.lastLine()
    return `the process ${transport.ended}${last === '' ? '' : `; its last words: ${last}`}`
  }
  return { transport, ended, secret: () => null, close: () => transport.close() }
}

async function openAddress(parts: ChannelParts, url: string, spec: ServerSpec, protocol: (tooLong: boolean) => void): Promise<Channel> {
  const address = serverUrl(url)
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  const { fetch, close } = createCheckedFetch(address, () => protocol(true), parts.dial)
  const transport = new StreamableHTTPClientTransport(address, {
    fetch, redirectPolicy: 'same-origin', requestInit: { headers: resolved(spec.headers, parts.keys(), spec.alias) },
    reconnectionOptions: { maxRetries: 2, initialReconnectionDelay: 1_000, maxReconnectionDelay: 16_000, reconnectionDelayGrowFactor: 2 },
  })
  return {
    transport, ended: () => null, secret: () => transport.sessionId ?? null,
    close: async () => {
      await transport.close().catch(() => undefined)
      await close()
    },
  }
}

/** Keys of the keychain in the place of their names. MCP_UNAVAILABLE when one is not set. */
function resolved(values: Readonly<Record<string, string>>, keys: Readonly<Record<string, string>>, alias: string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => {
    const [, word, key] = keyReference.exec(value) ?? []
    if (key === undefined) return [name, value]
    const secret = keys[key] ?? fail('MCP_UNAVAILABLE', `server "${alias}" needs the key "${key}", which is not set.`)
    return [name, word === undefined ? secret : `${word} ${secret}`]
  }))
}


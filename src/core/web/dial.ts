import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { FaultError } from '@shared/fault'
import { Agent, buildConnector } from 'undici'
import { classOfAddress } from './address-class'
import { classOfHost } from './judge-url'

/** Gives every address a name has now. The system's own, unless a test says otherwise. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

/** What the author allowed for one request, beside public addresses (07 §1.1). */
export interface DialPolicy {
  /** Hosts named as private literals or localhost that were listed exactly or approved; lower case, IPv6 in brackets. */
  readonly privateHosts: ReadonlySet<string>
  /** Names whose entry is marked "on my own network". */
  readonly ownNetwork: ReadonlySet<string>
  /** Link-local and metadata hosts that are listed exactly. */
  readonly listedLocal: ReadonlySet<string>
}
export interface DialOptions { resolve?: Resolve; /** Certificates beside the system's, for tests. */ ca?: string; connectTimeoutMs?: number; /** At once to one origin; 1. */ connections?: number }

const resolveBySystem: Resolve = (host) => new Promise((done, failed) => {
  systemLookup(host, { all: true, verbatim: true }, (error, addresses) => (error === null ? done(addresses) : failed(error)))
})

/**
 * A connection pool for one request. Each connection classes the addresses its name really has, in the connector itself, and uses
 * exactly those: one bad address among several refuses, and nothing is sent before. URL_BLOCKED, URL_PRIVATE.
 */
export function createDialer(policy: DialPolicy, { resolve = resolveBySystem, ca, connectTimeoutMs = 10_000, connections = 1 }: DialOptions = {}): Agent {
  const connect = buildConnector({ timeout: connectTimeoutMs, ...(ca === undefined ? {} : { ca }), autoSelectFamily: true, lookup: (host, options, done) => {
    void answerLookup(checkedAddresses(host, policy, resolve), options.all === true, done)
  } })
  return new Agent({
    connect: (options, done) => {
      const refusal = isIP(bare(options.hostname)) === 0 ? null : refusalOf(options.hostname, bare(options.hostname), policy)
      if (refusal !== null) return done(refusal, null)
      connect(options, done)
    },
    pipelining: 0, connections, maxHeaderSize: 32_768,
  })
}

type LookupDone = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

/** A connector asks by callback. */
export async function answerLookup(found: Promise<LookupAddress[]>, all: boolean, done: LookupDone): Promise<void> {
  try {
    const addresses = await found
    if (all) done(null, addresses)
    else done(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 4)
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)), [])
  }
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, '')

/** The addresses a host may be dialled at under this policy, a literal too; what they are is classed now. URL_BLOCKED, URL_PRIVATE. */
export async function judgedAddresses(host: string, policy: DialPolicy, resolve: Resolve = resolveBySystem): Promise<LookupAddress[]> {
  const literal = bare(host)
  const family = isIP(literal)
  if (family === 0) return checkedAddresses(host, policy, resolve)
  const refusal = refusalOf(host, literal, policy)
  if (refusal !== null) throw refusal
  return [{ address: literal, family }]
}

async function checkedAddresses(host: string, policy: DialPolicy, resolve: Resolve): Promise<LookupAddress[]> {
  const addresses = await resolve(host.replace(/\.$/, ''))
  if (addresses.length === 0) throw new Error(`${host} has no address`)
  for (const { address } of addresses) {
    const refusal = refusalOf(host, address, policy)
    if (refusal !== null) throw refusal
  }
  return addresses
}

/** Whether an address may be dialled for this host; null: it may. */
function refusalOf(host: string, address: string, policy: DialPolicy): FaultError | null {
  const name = host.toLowerCase().replace(/\.$/, '')
  const literal = isIP(bare(name)) !== 0 ? (bare(name).includes(':') ? `[${bare(name)}]` : bare(name)) : name
  switch (classOfAddress(address)) {
    case 'public': return null
    case 'never': return blocked(name, address)
    case 'linkLocal': return isIP(bare(name)) !== 0 && policy.listedLocal.has(literal) ? null : blocked(name, address)
    case 'private': return policy.ownNetwork.has(name) || (classOfHost(literal) === 'private' && policy.privateHosts.has(literal)) ? null : notPublic(name, address)
  }
}

const blocked = (host: string, address: string): FaultError => new FaultError({ code: 'URL_BLOCKED', message: `${host} leads to ${address}, which is never fetched.` })
const notPublic = (host: string, address: string): FaultError =>
  new FaultError({ code: 'URL_PRIVATE', message: `${host} leads to ${address}, an address of this machine or the private network.`, fix: 'The author can mark this host as "on my own network" in the settings.' })

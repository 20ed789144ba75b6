import { fail } from '@shared/fault'
import { isIP } from 'node:net'

/** One entry of the author's host list (07 §1.2): exact, or every host below a name without the name itself. */
export interface HostEntry { readonly host: string; readonly wildcard: boolean }

/** Reads one entry: lower case, IDNA, no trailing dot. HOST_LIST_INVALID. */
export function parseHostEntry(entry: unknown): HostEntry {
  if (typeof entry !== 'string' || entry === '') return invalid(entry, 'it is empty or no text')
  const wildcard = entry.startsWith('*.')
  const name = wildcard ? entry.slice(2) : entry
  const bracketed = /^\[[0-9A-Fa-f:.]+\]$/.test(name)
  if (/[/@?#\\%\s*]/.test(name) || (!bracketed && /[:[\]]/.test(name))) return invalid(entry, 'only a host name, *.host or [IPv6] is an entry: no scheme, port, path or other star')
  const host = hostOf(name)
  if (host === null) return invalid(entry, 'it is no host name')
  const address = bracketed || isIP(host) !== 0
  if (!address && !host.split('.').every((label) => /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label))) return invalid(entry, 'a part of the name is empty, too long or has a character that names do not have')
  if (wildcard && (address || host.split('.').length < 2)) return invalid(entry, 'a star needs at least two names after it and no address')
  return { host, wildcard }
}

function hostOf(name: string): string | null {
  try {
    const { hostname } = new URL(`https://${name}/`)
    const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
    return host === '' || host.length > 253 ? null : host
  } catch {
    return null
  }
}

const invalid = (entry: unknown, why: string): never => fail('HOST_LIST_INVALID', `"${String(entry).slice(0, 80)}" cannot be on the list of hosts: ${why}.`)

export const listedExactly = (host: string, list: readonly HostEntry[]): boolean => list.some((entry) => !entry.wildcard && entry.host === host)
export const listed = (host: string, list: readonly HostEntry[]): boolean => listedExactly(host, list) || list.some((entry) => entry.wildcard && host.endsWith(`.${entry.host}`))

import { createHash } from 'node:crypto'
import { fail } from '@shared/fault'

const aliasShape = /^[a-z0-9_-]{1,32}$/
const mostCharacters = 64

/** One tool of a server under its own name and the one a model sees. */
export interface ToolName { readonly raw: string; readonly full: string }

export const isAlias = (alias: string): boolean => aliasShape.test(alias)
export const prefixOf = (alias: string): string => `mcp__${alias}__`

/**
 * The full names of a server's tools, in the order in which each raw name was first listed; the listing's order changes no name
 * (07 §8.1). MCP_CONFIG: a wrong alias, an empty name, two raw names that cannot be told apart.
 */
export function toolNames(alias: string, listed: readonly unknown[]): ToolName[] {
  if (!isAlias(alias)) fail('MCP_CONFIG', `"${alias.slice(0, 80)}" cannot be an alias.`, { expected: '1-32 of a-z, 0-9, _ and -' })
  const raws = [...new Set(listed.map((raw, at) => (typeof raw === 'string' && raw !== '' ? raw : fail('MCP_CONFIG', `tool ${at + 1} of server "${alias}" has no name.`, { expected: 'a text that is not empty' }))))]
  const prefix = prefixOf(alias)
  const simple = raws.map((raw) => simpleName(prefix, raw))
  const count = countOf(simple)
  const names = raws.map((raw, at): ToolName => {
    const full = simple[at] ?? ''
    // Of several that come out alike only the one that needed no change keeps the name.
    return { raw, full: (count.get(full) ?? 0) < 2 || full === prefix + raw ? full : hashedName(prefix, raw) }
  })
  const again = countOf(names.map((name) => name.full))
  const clash = names.filter((name) => (again.get(name.full) ?? 0) > 1)
  if (clash.length > 0) fail('MCP_CONFIG', `server "${alias}": ${clash.map((name) => JSON.stringify(name.raw)).join(' and ')} would both be ${clash[0]?.full}.`, { fix: 'Leave one of them out with the list "tools" of the server.' })
  return names
}

/** Aliases of servers whose alias or full names another server has too, each with what is wrong (07 §8.1 rule 3). */
export function nameClashes(servers: readonly { alias: string; names: readonly ToolName[] }[]): Map<string, string> {
  const wrong = new Map<string, string>()
  const aliases = countOf(servers.map((server) => server.alias))
  for (const [alias, count] of aliases) if (count > 1) wrong.set(alias, `${count} servers have the alias "${alias}".`)
  const owner = new Map<string, string>()
  for (const { alias, names } of servers) {
    for (const { full } of names) {
      const other = owner.get(full) ?? alias
      owner.set(full, other)
      if (other === alias) continue
      for (const one of [alias, other]) if (!wrong.has(one)) wrong.set(one, `the servers "${other}" and "${alias}" would both have a tool ${full}.`)
    }
  }
  return wrong
}

function simpleName(prefix: string, raw: string): string {
  const full = prefix + safeOf(raw)
  return full.length <= mostCharacters ? full : hashedName(prefix, raw)
}

const hashedName = (prefix: string, raw: string): string => `${prefix}${safeOf(raw).slice(0, mostCharacters - prefix.length - 9)}_${createHash('sha256').update(raw, 'utf8').digest('hex').slice(0, 8)}`

/** Each code point that a name cannot hold becomes one `_`. */
const safeOf = (raw: string): string => raw.replace(/[^A-Za-z0-9_-]/gu, '_')

function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

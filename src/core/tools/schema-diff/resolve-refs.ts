import { at, isRecord } from './types'

export class UnreadableSchema extends Error {}

function target(root: unknown, ref: string): unknown {
  if (!ref.startsWith('#')) throw new UnreadableSchema(`$ref "${ref.slice(0, 80)}" is not local; expected one that starts with #.`)
  let found = root
  for (const segment of decodeURIComponent(ref.slice(1)).split('/').slice(1)) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    found = Array.isArray(found) ? (found as unknown[])[Number(key)] : isRecord(found) && Object.hasOwn(found, key) ? found[key] : undefined
  }
  if (found === undefined) throw new UnreadableSchema(`$ref "${ref.slice(0, 80)}" leads nowhere.`)
  return found
}

/** The same schema with every local `$ref` put in its place; one that contains itself cannot be compared and is an UnreadableSchema. */
export function withoutRefs(root: unknown): unknown {
  const walk = (node: unknown, open: readonly string[], pointer: string): unknown => {
    if (open.length > 64) throw new UnreadableSchema(`nested too deep at ${pointer.slice(0, 120)}.`)
    if (Array.isArray(node)) return node.map((one: unknown, index) => walk(one, open, at(pointer, index)))
    if (!isRecord(node)) return node
    const ref = node['$ref']
    if (typeof ref === 'string') {
      if (open.includes(ref)) throw new UnreadableSchema(`$ref "${ref.slice(0, 80)}" contains itself.`)
      const { $ref: _used, ...beside } = node
      const inner = walk(target(root, ref), [...open, ref], pointer)
      return Object.keys(beside).length === 0 || !isRecord(inner) ? inner : { ...inner, ...(walk(beside, open, pointer) as Record<string, unknown>) }
    }
    return Object.fromEntries(Object.entries(node).filter(([key]) => key !== '$defs' && key !== 'definitions').map(([key, value]) => [key, walk(value, open, at(pointer, key))]))
  }
  return walk(root, [], '')
}

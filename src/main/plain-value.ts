const maxDepth = 64
const maxNodes = 500_000

/**
 * Says why a value is not plain data of bounded size, or null. Plain: null, booleans, finite numbers, strings, arrays, objects without
 * a prototype of their own. Stops as soon as the answer is known, so that a hostile value costs no more than a large honest one.
 */
export function plainProblem(value: unknown, maxSize: number): string | null {
  let size = 0
  let nodes = 0
  const stack: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    nodes += 1
    size += typeof item.value === 'string' ? item.value.length : 8
    if (size > maxSize || nodes > maxNodes) return 'The input is too large.'
    const found = scalarProblem(item.value)
    if (found !== 'composite') {
      if (found !== null) return found
      continue
    }
    if (item.depth >= maxDepth) return 'The input is nested too deeply or refers to itself.'
    const children = childrenOf(item.value)
    if (typeof children === 'string') return children
    if (stack.length + children.length > maxNodes) return 'The input is too large.'
    for (const child of children) stack.push({ value: child, depth: item.depth + 1 })
  }
  return null
}

function scalarProblem(value: unknown): string | null | 'composite' {
  if (value === undefined || value === null || typeof value === 'string' || typeof value === 'boolean') return null
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'The input holds a number that is not finite.'
  return typeof value === 'object' ? 'composite' : `The input holds a ${typeof value}.`
}

function childrenOf(value: unknown): readonly unknown[] | string {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return []
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return 'The input holds something that is not plain data.'
  const children: unknown[] = []
  for (const key of Object.keys(value)) {
    if (key === '__proto__') return 'The input holds a forbidden key.'
    const property = Object.getOwnPropertyDescriptor(value, key)
    if (property?.get ?? property?.set) return 'The input holds something that is not plain data.'
    children.push(key, property?.value)
  }
  return children
}

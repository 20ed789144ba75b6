/** What a script threw, in words and with its line; faults of ours are known by the object itself, so a script cannot make one up. */
export const errors = String.raw`
// "async function anonymous(\n) {\n", then the line that makes it strict.
const headLines = 3
const faults = new SavedMap()
const problem = (code, message, pointer) => ({ code, message, pointer, ref: null })
const raise = (found) => {
  const error = new SavedError(found.message)
  defineProperty(error, 'code', { value: found.code, enumerable: true, writable: true, configurable: true })
  apply(mapSet, faults, [error, found])
  throw error
}
// Line of the script an error came from; its own stack is only text, so a wrong one does no more than name a wrong line.
const lineOf = (error) => {
  try {
    const { stack } = error
    if (typeof stack !== 'string') return null
    const found = apply(exec, /<anonymous>:(\d+):\d+/, [cut(stack, 4000)])
    const line = found === null ? 0 : whole(found[1]) - headLines
    return line > 0 ? line : null
  } catch {
    return null
  }
}
const place = (chain) => (chain === null ? '' : ' at ' + where(chain))
const describe = (error) => {
  try {
    if (typeof error !== 'object' || error === null) return 'Thrown: ' + cut(error, 2000)
    return cut(error.name ?? 'Error', 100) + ': ' + cut(error.message ?? '', 2000)
  } catch {
    return 'The script threw something that cannot be read.'
  }
}
const known = (error) => (typeof error === 'object' && error !== null ? apply(mapGet, faults, [error]) : undefined)
`

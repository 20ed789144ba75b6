/**
 * Writes plain data as JSON text without calling anything a script could have replaced: own data properties only, no toJSON, no getter.
 * Big integers become decimal text; where they stood is told beside the JSON, so no object can pass for one.
 */
export const encode = String.raw`
const where = (chain) => {
  let pointer = ''
  for (let at = chain; at !== null; at = at.up) {
    const name = text(at.key)
    let safe = ''
    for (let i = 0; i < name.length; i += 1) safe += name[i] === '~' ? '~0' : name[i] === '/' ? '~1' : name[i]
    pointer = '/' + safe + pointer
  }
  return pointer
}
const isDate = (value) => {
  try { apply(dateTime, value, []); return true } catch { return false }
}
// refuse(what, chain) and tooLong(size) throw. rules: depth, most (characters), lenient (a result: what JSON leaves out may be left out).
const encoder = (rules, refuse, tooLong) => {
  let size = 0
  let bigs = ''
  const counted = (json) => {
    size += json.length
    if (size > rules.most) tooLong(size)
    return json
  }
  const number = (value, chain) => (finite(value) ? counted('' + value) : refuse(value !== value ? 'NaN' : 'an infinite number', chain))
  const bigint = (value, chain) => {
    bigs += (bigs === '' ? '' : ',') + quote(where(chain))
    return counted('"' + value + '"')
  }
  const list = (value, depth, chain) => {
    const length = getOwnPropertyDescriptor(value, 'length').value
    if (!rules.lenient && ownKeys(value).length !== length + 1) refuse('a list with gaps or with properties beside its items', chain)
    let json = ''
    for (let i = 0; i < length; i += 1) {
      const at = { key: i, value, up: chain }
      const found = getOwnPropertyDescriptor(value, i)
      if (found !== undefined && !hasOwn(found, 'value')) refuse('a getter', at)
      const missing = found === undefined || found.value === undefined
      if (missing && !rules.lenient) refuse('undefined', at)
      json += (i === 0 ? '' : ',') + (missing ? counted('null') : any(found.value, depth + 1, at))
    }
    return counted('[') + json + ']'
  }
  const fields = (value, depth, chain) => {
    const root = getPrototypeOf(value)
    if (root !== null && root !== objectRoot) refuse(isDate(value) ? 'a Date' : 'an object of a class', chain)
    const keys = ownKeys(value)
    let json = ''
    for (let i = 0; i < keys.length; i += 1) {
      const key = keys[i]
      const at = { key: typeof key === 'symbol' ? 'symbol' : key, value, up: chain }
      if (typeof key === 'symbol') refuse('a symbol as key', at)
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') refuse('the key ' + key, at)
      const found = getOwnPropertyDescriptor(value, key)
      if (!found.enumerable) continue
      if (!hasOwn(found, 'value')) refuse('a getter', at)
      if (found.value === undefined) continue
      json += (json === '' ? '' : ',') + counted(stringify(key)) + ':' + any(found.value, depth + 1, at)
    }
    return counted('{') + json + '}'
  }
  const any = (value, depth, chain) => {
    if (value === null) return counted('null')
    switch (typeof value) {
      case 'boolean': return counted(value ? 'true' : 'false')
      case 'number': return number(value, chain)
      case 'string': return counted(stringify(value))
      case 'bigint': return bigint(value, chain)
      case 'object': break
      default: return refuse(typeof value === 'undefined' ? 'undefined' : 'a ' + typeof value, chain)
    }
    if (isProxy(value)) refuse('a proxy', chain)
    if (depth >= rules.depth) refuse('data nested more than ' + rules.depth + ' deep', chain)
    for (let at = chain; at !== null; at = at.up) if (at.value === value) refuse('a cycle', chain)
    return isArray(value) ? list(value, depth, chain) : fields(value, depth, chain)
  }
  return { write: (value, chain) => any(value, 0, chain), bigs: () => '[' + bigs + ']' }
}
`

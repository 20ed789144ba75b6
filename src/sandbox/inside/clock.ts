/** Date stands at the start of the call and Math.random follows the call's id, so that running again gives the same (03 §5). */
export const clock = String.raw`
const RealDate = Date
const fixTime = (now, seed) => {
  function FixedDate(...given) {
    if (!new.target) return text(new RealDate(now))
    return construct(RealDate, given.length === 0 ? [now] : given, new.target)
  }
  defineProperty(FixedDate, 'name', { value: 'Date' })
  defineProperty(FixedDate, 'length', { value: 7 })
  FixedDate.prototype = RealDate.prototype
  FixedDate.now = () => now
  FixedDate.parse = RealDate.parse
  FixedDate.UTC = RealDate.UTC
  RealDate.prototype.constructor = FixedDate
  globalThis.Date = FixedDate
  const shape = Intl.DateTimeFormat.prototype
  const { get } = getOwnPropertyDescriptor(shape, 'format')
  const parts = shape.formatToParts
  defineProperty(shape, 'format', { configurable: true, get() {
    const format = apply(get, this, [])
    return (date) => format(date === undefined ? now : date)
  } })
  shape.formatToParts = function formatToParts(date) { return apply(parts, this, [date === undefined ? now : date]) }
  let state = seed >>> 0
  const imul = Math.imul
  // Mulberry32: small, and its sequence is fixed by the seed alone.
  Math.random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
`

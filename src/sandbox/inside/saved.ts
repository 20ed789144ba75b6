/**
 * First text to run in every isolate: holds what the later parts need before a script can replace it, takes away what could tell
 * time or share memory, and remembers every proxy (nothing else can tell one from its target).
 */
export const saved = String.raw`
const { apply, construct, ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect
const { stringify, parse } = JSON
const { hasOwn, freeze, defineProperty } = Object
const { isArray } = Array
const finite = Number.isFinite
const text = String
const big = BigInt
const whole = Number
const SavedError = Error
const SavedMap = WeakMap
const objectRoot = Object.prototype
const AsyncFunction = (async () => {}).constructor
const { slice: sliceText, indexOf: indexOfText } = String.prototype
const { has: setHas, add: setAdd } = WeakSet.prototype
const { get: mapGet, set: mapSet } = WeakMap.prototype
const { exec } = RegExp.prototype
const dateTime = Date.prototype.getTime

for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'WeakRef', 'FinalizationRegistry', 'Temporal']) delete globalThis[name]
delete Date.prototype.toTemporalInstant
defineProperty(Error, 'prepareStackTrace', { get: () => undefined, set() {}, configurable: false })

const cut = (value, most) => apply(sliceText, text(value), [0, most])
const quote = (value) => stringify(text(value))

const proxies = new WeakSet()
const isProxy = (value) => apply(setHas, proxies, [value])
const noted = (proxy) => {
  apply(setAdd, proxies, [proxy])
  return proxy
}
const RealProxy = Proxy
const { revocable } = RealProxy
globalThis.Proxy = function Proxy(target, handler) {
  if (!new.target) throw new TypeError("Constructor Proxy requires 'new'")
  return noted(new RealProxy(target, handler))
}
globalThis.Proxy.prototype = undefined
globalThis.Proxy.revocable = (target, handler) => {
  const made = apply(revocable, RealProxy, [target, handler])
  noted(made.proxy)
  return made
}
`

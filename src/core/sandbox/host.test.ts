import { afterAll, describe, expect, it } from 'vitest'
import { Cancelled } from '@shared/fault'
import { hostileBodies } from './hostile-bodies-fixture'
import { hostileScripts } from './hostile-scripts-fixture'
import { createSandboxHost } from './host'

const deadlineMs = 400
const host = createSandboxHost({ deadlineMs })
afterAll(() => host.close())

describe('sandbox host', () => {
  it('runs the body of an async function and gives its result back as plain data', async () => {
    expect((await host.health()).ok).toBe(true)
    expect(await host.run('return 1 + 1')).toMatchObject({ ok: true, value: 2 })
    expect(await host.run('const x = await Promise.resolve([1, {a: "雪"}]); return x')).toMatchObject({ ok: true, value: [1, { a: '雪' }] })
    expect(await host.run('let unused = 1')).toMatchObject({ ok: true, value: undefined })
  })

  it.each([
    ['a syntax error', 'return (', 'SCRIPT_SYNTAX'],
    ['closing the function from inside', 'return 1 }; while (1); async function x() {', 'SCRIPT_SYNTAX'],
    ['a thrown error', 'throw new TypeError("no")', 'SCRIPT_ERROR'],
    ['a thrown string', 'throw "no"', 'SCRIPT_ERROR'],
    ['a throwing error getter', 'throw { get message() { throw new Error("again") } }', 'SCRIPT_ERROR'],
    ['a function', 'return () => 1', 'RESULT_NOT_JSON'],
    ['a cycle', 'const a = {}; a.a = a; return a', 'RESULT_NOT_JSON'],
    ['a huge result', 'return "x".repeat(2e6)', 'RESULT_TOO_LARGE'],
  ])('says what was wrong: %s', async (_what, code, expected) => {
    expect(await host.run(code)).toMatchObject({ ok: false, code: expected })
  })

  it.each([
    ['process', 'return this.constructor === undefined ? "none" : this.constructor.constructor("return process")()'],
    ['process by a function', 'return (() => {}).constructor("return typeof process + typeof require + typeof ivm")()'],
    ['import', 'return await import("node:fs")'],
    ['require', 'return typeof require'],
    ['a stack trace hook', 'Error.prepareStackTrace = (_, frames) => frames.map((f) => typeof f.getThis?.()).join(); return typeof new Error().stack'],
    ['its caller', 'function f() { return f.caller } return String(f())'],
  ])('reaches nothing of the host: %s', async (_what, code) => {
    const result = await host.run(code)
    expect(JSON.stringify(result)).not.toMatch(/"object"|native code|process\.|node:fs"?:/)
    expect(await host.run('return Object.getOwnPropertyNames(globalThis).filter((name) => /^(process|require|ivm|fetch|Buffer|WebAssembly|Atomics)$/.test(name))')).toMatchObject({ value: [] })
  })

  it.each(hostileScripts)('ends %s, and the next script runs', { timeout: 15_000 }, async (_what, code) => {
    expect((await host.run(code)).ok).toBe(false)
    expect(await host.run('return Object.keys({}).length + [1].map((x) => x).length')).toMatchObject({ ok: true, value: 1 })
  })

  it('outlives every attack on the bridge, and answers right afterwards', { timeout: 90_000 }, async () => {
    const world = { write: true, now: 0, seed: 1, call: () => ({ ok: true, json: '{"sliceId":"1","issues":[]}' }) as const }
    for (const code of hostileBodies) {
      const result = await host.run(code, { world })
      expect(JSON.stringify(result), code).not.toMatch(/"admin":true|node:internal|isolated-vm\.js/)
      expect(({} as { admin?: unknown }).admin).toBeUndefined()
    }
    expect(await host.run('return [typeof world, typeof admin]', { world })).toMatchObject({ value: ['object', 'undefined'] })
  })

  it('stops when it is aborted', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    await expect(host.run('while (1);', { signal: stop.signal })).rejects.toBeInstanceOf(Cancelled)
    expect(await host.run('return 1')).toMatchObject({ value: 1 })
  })

  it('gives the right result whatever the script replaced', async () => {
    const code = `JSON.stringify = JSON.parse = String = Array.prototype.map = Reflect.ownKeys = () => { while (1); }; Object.prototype.toJSON = () => 1
      Object.defineProperty(Array.prototype, '0', { set() { throw 1 } }); Object.defineProperty(Object.prototype, 'get', { value: 1 }); return { a: ['雪', 1n, null] }`
    expect(await host.run(code)).toMatchObject({ ok: true, value: { a: ['雪', '1', null] } })
  })

  it.each([
    ['a proxy', 'return { a: new Proxy({}, {}) }', '/a'], ['a revocable proxy', 'return [Proxy.revocable([], {}).proxy]', '/0'], ['a date', 'return { at: { d: new Date() } }', '/at/d'],
    ['not a number', 'return [1, [NaN]]', '/1/0'], ['a symbol key', 'return { [Symbol("x")]: 1 }', '/symbol'], ['a prototype key', 'return JSON.parse(\'{"a":{"__proto__":1}}\')', '/a/__proto__'],
    ['a class', 'return { "a/b~": new Map() }', '/a~1b~0'], ['a cycle', 'const a = { b: [] }; a.b.push(a); return a', '/b/0'], ['a getter', 'return { get a() { return 1 } }', '/a'],
  ])('names the place of %s', async (_what, code, pointer) => {
    expect(await host.run(code)).toMatchObject({ ok: false, code: 'RESULT_NOT_JSON', pointer })
  })

  it('gives what a script printed, up to 2 KB, and the line where it failed', async () => {
    expect(await host.run('console.log("甲", { a: 1 }, 2n)\nreturn 1')).toMatchObject({ printed: { text: '甲 {"a":1} 2\n', more: 0 } })
    expect(await host.run('for (let i = 0; i < 30; i++) console.log("x".repeat(99))')).toMatchObject({ printed: { more: 10 } })
    expect(await host.run('const a = 1\n\nnull.x')).toMatchObject({ code: 'SCRIPT_ERROR', line: 3 })
    expect(await host.run('const a = 1\nlet let = 2')).toMatchObject({ code: 'SCRIPT_SYNTAX', line: 2 })
  })

  it('runs two at once, so that a long one stops no other', async () => {
    let ended = false
    const long = host.run('while (1);', { deadlineMs: 5_000 }).finally(() => { ended = true })
    expect(await host.run('return 1', { deadlineMs: 4_000 })).toMatchObject({ value: 1 })
    expect(ended).toBe(false)
    expect(await long).toMatchObject({ code: 'TIMEOUT' })
  })

  it('starts every script clean', async () => {
    await host.run('globalThis.kept = 1; Object.prototype.admin = true; return 1')
    expect(await host.run('return [typeof kept, ({}).admin ?? null]')).toMatchObject({ value: ['undefined', null] })
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
  })
})

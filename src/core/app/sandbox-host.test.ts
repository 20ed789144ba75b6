import { afterAll, describe, expect, it } from 'vitest'
import { Cancelled } from '@shared/fault'
import { hostileScripts } from './hostile-scripts-fixture'
import { createSandboxHost } from './sandbox-host'

const deadlineMs = 400
const host = createSandboxHost({ deadlineMs })
afterAll(() => host.close())

describe('sandbox host', () => {
  it('runs the body of an async function and gives its result back as plain data', async () => {
    expect((await host.health()).ok).toBe(true)
    expect(await host.run('return 1 + 1')).toMatchObject({ ok: true, value: 2 })
    expect(await host.run('const x = await Promise.resolve([1, {a: "雪"}]); return x')).toMatchObject({ ok: true, value: [1, { a: '雪' }] })
    expect(await host.run('let unused = 1')).toMatchObject({ ok: true, value: null })
  })

  it.each([
    ['a syntax error', 'return (', 'SCRIPT_SYNTAX'],
    ['closing the function from inside', 'return 1 }; while (1); async function x() {', 'SCRIPT_SYNTAX'],
    ['a thrown error', 'throw new TypeError("no")', 'SCRIPT_ERROR'],
    ['a thrown string', 'throw "no"', 'SCRIPT_ERROR'],
    ['a throwing error getter', 'throw { get message() { throw new Error("again") } }', 'SCRIPT_ERROR'],
    ['a big integer', 'return 1n', 'RESULT_NOT_JSON'],
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

  it('stops when it is aborted', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    await expect(host.run('while (1);', stop.signal)).rejects.toBeInstanceOf(Cancelled)
    expect(await host.run('return 1')).toMatchObject({ value: 1 })
  })

  it('starts every script clean', async () => {
    await host.run('globalThis.kept = 1; Object.prototype.admin = true; return 1')
    expect(await host.run('return [typeof kept, ({}).admin ?? null]')).toMatchObject({ value: ['undefined', null] })
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
  })
})

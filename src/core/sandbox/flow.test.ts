import { afterAll, describe, expect, it } from 'vitest'
import { isFault } from '@shared/fault'
import { createSandboxHost } from './host'
import type { FlowProgram, FlowTurn } from './types'

const host = createSandboxHost({ spare: false })
afterAll(() => host.close())
const limits = { activities: 200, notes: 1_000, resultChars: 1_000_000 }
const definition = (run: string): FlowProgram => ({ dialect: 'definition', code: `const workflow$ = { key: 'x', title: 'X', description: 'd', whenToUse: 'w', argsHint: [], phases: [], run: ${run} }\nreturn workflow$` })
const kinds = (turn: FlowTurn): string[] => turn.items.map((item) => `${item.call} ${item.branch || '-'}#${item.seq} ${item.kind}`)

/** Starts a run and answers every activity at once with what `answer` gives, in the order they were asked; gives all turns. */
async function play(program: FlowProgram, answer: (kind: string, args: unknown) => unknown, args: unknown = {}): Promise<FlowTurn[]> {
  const flow = host.flow(program)
  try {
    await flow.open()
    const turns = [await flow.start(args, { locale: 'zh-CN' }, limits)]
    const open = [...(turns[0]?.items ?? [])]
    while (turns.at(-1)?.end === null) {
      const item = open.shift()
      if (item === undefined) break
      if (item.call === 0) continue
      const turn = await flow.deliver(item.call, { ok: true, json: JSON.stringify(answer(item.kind, item.args)) })
      open.push(...turn.items)
      turns.push(turn)
    }
    return turns
  } finally {
    await flow.close()
  }
}
const endOf = async (run: string, answer: (kind: string) => unknown = () => null) => (await play(definition(run), answer)).at(-1)?.end
const codeOf = async (work: Promise<unknown>) => work.then(() => 'ok', (error: unknown) => (isFault(error) ? `${error.fault.code} ${String(error.fault.data?.['line'])}` : String(error)))

describe('a workflow in turns (04 §12)', () => {
  it('says what it is, and where its text is wrong', async () => {
    expect(await host.describeFlow(definition('async () => 1'))).toMatchObject({ run: 'function', key: 'x', title: 'X' })
    expect(await host.describeFlow({ dialect: 'script', code: 'const a: string = await agent("x")\nreturn a' })).toBeNull()
    expect(await codeOf(host.describeFlow({ dialect: 'script', code: 'const a = 1\nconst b = (' }))).toMatch(/^WORKFLOW_SYNTAX/)
    expect(await codeOf(host.describeFlow({ dialect: 'body', code: 'return 1 }; while (1); async function x() {' }))).toMatch(/^WORKFLOW_SYNTAX/)
  })
  it('asks, waits, goes on, and ends with a result', async () => {
    const turns = await play(definition(`async (wf, args) => { wf.log('begin', args); const text = await wf.workspace.read('a.md'); wf.chart.node('n', 'N'); return { text, who: wf.caller.locale } }`), () => '雪', { n: 1 })
    expect(turns.map(kinds)).toEqual([['0 -#1 log', '1 -#2 workspace.read'], ['0 -#3 chart.node']])
    expect(turns[0]?.items[0]?.args).toEqual({ text: 'begin {"n":1}' })
    expect(turns.at(-1)?.end).toEqual({ ok: true, value: { text: '雪', who: 'zh-CN' } })
  })
  it('each item of a map is a branch; what follows it is on the branch again', async () => {
    const turns = await play(definition(`async (wf) => { const a = await wf.map(['x', 'y', 'z'], async (n) => { await wf.workspace.read(n); return wf.workspace.read(n + n) }, { concurrency: 2 }); await wf.workspace.read('end'); return a }`), (_kind, args) => (args as { path: string }).path)
    expect(turns.flatMap(kinds)).toEqual(['1 /1.1#1 workspace.read', '2 /1.2#1 workspace.read', '3 /1.1#2 workspace.read', '4 /1.2#2 workspace.read', '5 /1.3#1 workspace.read', '6 /1.3#2 workspace.read', '7 -#1 workspace.read'])
    expect(turns.at(-1)?.end).toEqual({ ok: true, value: ['xx', 'yy', 'zz'] })
  })
  it('a handle asks for its own session; an excursion goes back to where it began', async () => {
    const turns = await play(definition(`async (wf) => { const h = await wf.agents.create('adhoc', { initial: {} }); await h.excursion((on) => on.invoke({ message: 'x' })); return h.id }`), (kind) => (kind === 'agents.create' ? { id: 7, profileKey: 'adhoc' } : kind === 'session.leaf' ? 'en_1' : {}))
    expect(turns.flatMap((turn) => turn.items.map((item) => [item.kind, item.args]))).toEqual([
      ['agents.create', { initial: {}, profileKey: 'adhoc' }], ['session.leaf', { id: 7 }], ['session.invoke', { message: 'x', id: 7 }], ['session.checkout', { id: 7, leaf: 'en_1' }],
    ])
  })
  it('a refused activity is an error with its code; the script may go on', async () => {
    const flow = host.flow(definition(`async (wf) => { try { await wf.workspace.read('a') } catch (error) { return error.code } }`))
    await flow.open()
    await flow.start({}, {}, limits)
    expect((await flow.deliver(1, { ok: false, code: 'FILE_NOT_FOUND', message: 'no' })).end).toEqual({ ok: true, value: 'FILE_NOT_FOUND' })
    await flow.close()
  })
  it.each([['by itself', 'const a = 1\n await wf.workspace.read("a")'], ['on a branch', 'const a = 1\n await wf.map([1], () => wf.workspace.read("a"))']])('a refused activity ends the script at the line that asked for it: %s', async (_how, body) => {
    const flow = host.flow(definition(`async (wf) => {\n ${body} }`))
    await flow.open()
    await flow.start({}, {}, limits)
    expect((await flow.deliver(1, { ok: false, code: 'FILE_NOT_FOUND', message: 'no' })).end).toMatchObject({ ok: false, code: 'FILE_NOT_FOUND', line: 3 })
  })
  it('noeta: helpers side by side', async () => {
    const turns = await play({ dialect: 'script', code: 'const [a, b] = await parallel(["one", { goal: "two", agent: "explore" }])\nlog(a)\nreturn a + b + args.n' }, (_kind, args) => (args as { goal: string }).goal, { n: 1 })
    expect(turns.flatMap((turn) => turn.items.map((item) => [item.kind, item.args]))).toEqual([['agent', { goal: 'one' }], ['agent', { agent: 'explore', goal: 'two' }], ['log', { text: 'one' }]])
    expect(turns.at(-1)?.end).toEqual({ ok: true, value: 'onetwo1' })
  })
  it('Type builds closed schemas', async () => {
    expect(await endOf(`async () => Type.Object({ a: Type.String(), b: Type.Optional(Type.Array(Type.Integer())) })`)).toEqual({ ok: true, value: { type: 'object', additionalProperties: false, required: ['a'], properties: { a: { type: 'string' }, b: { type: 'array', items: { type: 'integer' } } } } })
  })
  it('has no time, no chance, no code from text, and nothing of the host', async () => {
    const names = ['Date', 'Math.random', 'eval', 'Function', 'globalThis', 'Reflect', 'Proxy', 'process', 'require', 'fetch', 'performance', 'setTimeout', 'WeakRef', 'WebAssembly', 'SharedArrayBuffer', 'Intl.DateTimeFormat', 'ivm', 'Buffer']
    const samples = ['() => {}', 'async () => {}', 'function* () {}', 'async function* () {}'].map((code) => `(${code})["const" + "ructor"]`)
    expect(await endOf(`async () => [${[...names, ...samples].map((code) => `typeof ${code}`).join(', ')}]`)).toEqual({ ok: true, value: [...names, ...samples].map(() => 'undefined') })
  })
})

describe('hostile workflows', () => {
  it.each([
    ['an endless loop', 'async () => { while (1); }', 'TIMEOUT'],
    ['a microtask loop', 'async () => { const again = () => { Promise.resolve().then(again) }; again(); await new Promise(() => {}) }', 'TIMEOUT'],
    ['a regular expression without end', 'async () => /(a+)+$/.test("a".repeat(40) + "b")', 'TIMEOUT'],
    ['spreading a long string', 'async () => [..."x".repeat(5e7)].length', 'MEMORY_LIMIT'],
    ['a huge result', 'async () => "x".repeat(1_000_001)', 'RESULT_TOO_LARGE'],
    ['a function as result', 'async () => () => 1', 'RESULT_NOT_JSON'],
    ['a getter that loops', 'async () => ({ get a() { while (1); } })', 'RESULT_NOT_JSON'],
    ['replacing what is awaited', 'async (wf) => { Object.defineProperty(Promise.prototype, "then", { value() { while (1); } }); await wf.workspace.read("x"); return Promise.all([1]) }', 'TIMEOUT'],
    ['asking without end', 'async (wf) => { for (;;) wf.workspace.read("x").catch(() => 1) }', 'WORKFLOW_LIMIT'],
    ['catching the limit', 'async (wf) => { for (let n = 0; n < 300; n++) try { wf.workspace.read("x") } catch {} return 1 }', 'WORKFLOW_LIMIT'],
    ['noting without end', 'async (wf) => { for (;;) wf.log("x") }', 'WORKFLOW_LIMIT'],
    ['a huge argument', 'async (wf) => wf.workspace.read("x".repeat(300_000))', 'VALUE_INVALID'],
    ['setters on arrays and objects', 'async (wf) => { Object.defineProperty(Array.prototype, "0", { set() { while (1); } }); Object.defineProperty(Object.prototype, "1", { set() { while (1); } }); wf.log("x"); return 1 }', 'ok'],
    ['an error whose message loops', 'async () => { throw { get message() { while (1); } } }', 'TIMEOUT'],
    ['a thrown symbol', 'async () => { throw Symbol("x") }', 'SCRIPT_ERROR'],
    ['deep data', 'async (wf) => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; wf.workspace.read(a) }', 'VALUE_INVALID'],
  ])('%s', async (_what, run, code) => {
    const last = await endOf(run)
    expect(last?.ok === true ? 'ok' : last?.code).toBe(code)
  }, 20_000)
  it('a script that waits for nothing has no end and asks for nothing', async () => {
    const turns = await play(definition('async () => new Promise(() => {})'), () => null)
    expect(turns).toEqual([{ items: [], end: null }])
  })
  it('says the line it failed at', async () => { expect(await endOf('async () => {\n const a = 1\n throw new Error("no") }')).toMatchObject({ code: 'SCRIPT_ERROR', line: 3 }) })
})

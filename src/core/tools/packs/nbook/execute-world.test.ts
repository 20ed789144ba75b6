import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ToolResult } from '@shared/tool-result'
import { openBench, type Bench } from '../../../../../test/tools/bench'
import { shorthand, specStart, writeSpecSchema } from '../../../../../test/world/spec-world'
import { countTokens } from '../../token-count'
import { readOnlyText, readWriteText } from './execute-world-text'

let bench: Bench
let session: number
const db = () => bench.project.projectDb
const script = (code: string, more: Parameters<Bench['call']>[3] = {}): Promise<ToolResult> => bench.call(session, 'execute_world', { code: `${shorthand}${code}` }, more)
const slices = (): number[] => db().prepare<[], { id: number }>('SELECT id FROM WorldSlice WHERE hidden = 0 ORDER BY id').all().map((row) => row.id)
const hero = (at?: bigint) => bench.world.attrs('hero', at === undefined ? {} : { at })
const many = (count: number): string => `world.slice.write({ time: 400n, title: 'x', patches: Array.from({ length: ${count} }, (_, i) => ({ subjectId: 'hero', path: '/n' + i, op: 'replace', value: i })) })`
const ok = { status: 'ok' }
const refused = (code: string) => ({ status: 'fail', code })

beforeAll(async () => {
  bench = await openBench()
  writeSpecSchema(bench.dir)
  session = bench.session()
  expect(await script(specStart)).toMatchObject({ content: '[OK] Saved slices 1, 2, 3 (8 patches).\ndone' })
})
afterAll(() => bench.close())
beforeEach(() => {
  session = bench.session()
  db().exec('SAVEPOINT example')
})
afterEach(() => { db().exec('ROLLBACK TO example; RELEASE example') })

/** A row: the script, what of its result must hold, and what the world must be afterwards. */
type Row = [number: string, code: string, want: object | string, after?: () => void]
const saved = (text = 'done', slice = 4) => ({ ...ok, content: expect.stringMatching(new RegExp(`^\\[OK\\] Saved slices? ${slice} \\(\\d+ patch(es)?\\)\\.\\n${text}`)) as string })
const still = () => expect(slices()).toEqual([1, 2, 3])

const rows: Row[] = [
  ['1', 'return [hero({ at: 150n }), hero({ at: 50n })]', '[{"hp":100,"skills":["剑"]},{}]'],
  ['2', 'return [hero().hp, hero().location, world.subject.get("ghost")]', '[70,"subject://inn",null]'],
  ['3', 'return hero({ deref: true }).location', '{"__ref":"inn","danger":0}'],
  ['4 now', 'return world.time.now()', '300'], ['4 nothing', 'let a = 1', 'done'], ['4 text', 'return "嗨"', '嗨'],
  ['5', 'w(400, "/mood", "replace", "x"); return "x".repeat(11264)', refused('RESULT_TOO_LARGE'), still],
  ['6', 'return w(250, "/hp", "increment", -5).issues.length + " " + hero().hp', saved('0 65$')],
  ['7', 'const { issues } = w(150, "/hp", "replace", 50); return [issues[0].label, issues[0].sliceId, hero().hp]', saved('\\["A1","2",20\\]\nA1 base-shifted hero /hp')],
  ['8', 'return w(150, "/location", "replace", "subject://inn").issues.map((i) => i.label + i.sliceId)', saved('\\["A23"\\]\nA2 masked hero /location')],
  ['9', 'w(200, "/mood", "replace", "x")', { ...refused('SLICE_EXISTS'), content: expect.stringMatching(/Slice 2|slice 2/) as string }, still],
  ['10', 'world.slice.editPatches("1", [], { time: 200n })', refused('SLICE_EXISTS'), still],
  ['11', 'const { issues } = world.slice.editPatches("1", [], { time: 250n }); return [issues.map((i) => i.label).sort(), hero().hp]', saved('\\[\\["A1","E1"\\],100\\]', 1)],
  ['12 100', many(100), saved()], ['12 101', many(101), refused('PATCH_LIMIT'), still],
  ['13 no type', 'world.slice.write({ time: 400n, title: "x", patches: [{ subjectId: "bob", path: "/hp", op: "replace", value: 1 }] })', refused('SUBJECT_UNKNOWN'), still],
  ['13 type', 'world.slice.write({ time: 400n, title: "x", patches: [{ subjectId: "bob", path: "/hp", op: "replace", value: 1, type: "dragon" }] })', refused('TYPE_UNKNOWN'), still],
  ['14', 'world.slice.write({ time: 400n, title: "x", patches: [{ subjectId: "bob", path: "/mood", op: "replace", value: "喜" }, { subjectId: "bob", path: "/hp", op: "increment", value: 5, type: "character", name: "鲍勃" }] }); return [world.subject.list("character"), world.subject.get("bob"), world.slice.get("4").patches[0].path]',
    saved('\\[\\[\\{"id":"bob","type":"character","name":"鲍勃"\\},\\{"id":"hero".*\\],\\{"hp":105,"mood":"喜"\\},"/hp"\\]')],
  ['15', 'w(400, "/hp", "replace", 1, { type: "item" })', refused('SUBJECT_MISMATCH'), still],
  ['16', 'w(400, "/skills", "append", "剑"); const one = hero().skills; w(500, "/skills", "remove", "剑"); return [one, hero().skills]', { ...ok, content: expect.stringContaining('[["剑"],[]]') as string }],
  ['17 append', 'w(400, "/log", "append", "x"); return hero().log', saved('\\["x"\\]')], ['17 remove', 'w(400, "/log", "append", "x"); w(500, "/log", "remove", "x")', refused('OP_NOT_ALLOWED'), still],
  ['18', 'w(400, "/bonds/bob", "replace", 3); w(500, "/bonds/bob", "increment", 2); return hero().bonds', { ...ok, content: expect.stringContaining('{"bob":5}') as string }],
  ['19 mood', 'w(400, "/mood", "increment", 1)', refused('OP_NOT_ALLOWED'), still], ['19 gold', 'return w(400, "/gold", "increment", 1).issues[0].label', saved('E1\nE1 broken-relative hero /gold \\(slice 4\\): .+ Fix: ')],
  ['20 hp', 'w(400, "/hp", "replace", "x")', refused('VALUE_INVALID')], ['20 rank', 'w(400, "/rank", "replace", "长老")', refused('VALUE_INVALID')],
  ['20 sword', 'w(400, "/location", "replace", "subject://sword")', refused('REF_INVALID')], ['20 nobody', 'w(400, "/location", "replace", "subject://nobody")', refused('REF_INVALID'), still],
  ['21', 'w(400, "/location/danger", "replace", 5)', refused('CROSS_REF'), still],
  ['22', 'w(400, "/mood", "replace", "喜"); w(500, "/mood/x", "replace", 1)', refused('PATCH_PATH_INVALID'), still],
  ['23 whole', 'w(400, "/events", "replace", [{ text: "a" }])', refused('EMBEDDING_WHOLE_REPLACE'), still], ['23 vector', 'w(400, "/events", "append", { text: "a", vector: [1] })', refused('VALUE_INVALID'), still],
  ['23 empty, append', 'w(400, "/events", "replace", []); w(500, "/events", "append", { text: "雪夜" }); return hero().events', { ...ok, content: expect.stringContaining('[{"text":"雪夜"}]') as string }],
  ['26', 'const old = world.slice.get("2").patches[0].patchId; world.slice.editPatches("2", [{ patchId: old, set: { value: -20 } }]); const { hp } = hero(); world.slice.editPatches("2", [{ patchId: old, set: { value: -1 } }]); return hp', refused('PATCH_UNKNOWN')],
  ['26 saved', 'world.slice.editPatches("2", [{ patchId: world.slice.get("2").patches[0].patchId, set: { value: -20 } }]); return hero().hp', saved('80', 2)],
  ['27', 'world.slice.editPatches("2", [{ patchId: world.slice.get("2").patches[0].patchId, remove: true }])', refused('SLICE_EMPTY'), still],
  ['28', 'try { w(200, "/mood", "replace", "x") } catch {}\nw(400, "/mood", "replace", "x")', { ...refused('WORLD_WRITE_FAILED'), content: expect.stringMatching(/SLICE_EXISTS/) as string }, still],
  ['29', 'w(400, "/mood", "replace", "x"); throw Error("x")', { ...refused('SCRIPT_ERROR'), content: expect.stringMatching(/Error: x/) as string }, still],
  ['33', 'return this.constructor.constructor("return process")()', refused('SCRIPT_ERROR')],
  ['34', 'w(400, "/x", "replace", JSON.parse(\'{"__proto__":{"a":1}}\'))', { ...refused('VALUE_INVALID'), content: expect.stringContaining('/patches/0/value/__proto__') as string }, () => { still(); expect(({} as { a?: number }).a).toBeUndefined() }],
  ['35', 'JSON.stringify = null; w(400, "/mood", "replace", "喜")', saved(), () => expect(hero()).toMatchObject({ mood: '喜' })],
  ['35 after', 'return JSON.stringify({ a: 1 })', '{"a":1}'],
  ['36 bigint', 'w(400, "/hp", "replace", 1n)', { ...refused('VALUE_INVALID'), content: expect.stringContaining('/patches/0/value') as string }], ['36 large', 'w(400, "/hp", "replace", 9007199254740993)', refused('VALUE_INVALID'), still],
  ['37 last', 'w(9223372036854775807n, "/mood", "replace", "x")', saved()], ['37 beyond', 'w(9223372036854775807n + 1n, "/mood", "replace", "x")', refused('INSTANT_RANGE')], ['37 before', 'w("-5", "/mood", "replace", "x"); return world.slice.get("4").instant', saved('-5$')],
  ['40', 'return world.search.text("剑")', refused('EMBEDDING_NOT_CONFIGURED')], ['40 blank', 'return world.search.text(" ")', '[]'],
]

describe('execute_world: the worked examples (03 §12)', () => {
  it.each(rows)('%s', async (_number, code, want, after) => {
    expect(await script(code)).toMatchObject(typeof want === 'string' ? { ...ok, content: want, changes: [] } : want)
    after?.()
  })

  it('24 a hidden slice stops counting; the author restores it', async () => {
    expect(await script('world.slice.delete("2"); return hero().hp')).toMatchObject(saved('100', 2))
    bench.world.restore('2')
    expect(hero()).toMatchObject({ hp: 70 })
  })

  it('25 a restored slice does not push another aside', async () => {
    expect(await script('world.slice.delete("2"); w(200, "/mood", "replace", "x")')).toMatchObject(ok)
    expect(() => bench.world.restore('2')).toThrow(/SLICE_EXISTS/)
    expect(slices()).not.toContain(2)
  })

  it('30 a read-only script has no function that writes', async () => {
    session = bench.session({ profileKey: 'reader' })
    expect(await script('return typeof world.slice.write + typeof world.slice.delete + typeof world.slice.editPatches')).toMatchObject({ content: 'undefinedundefinedundefined' })
    expect(await script('w(400, "/mood", "replace", "x")')).toMatchObject({ ...refused('SCRIPT_ERROR'), content: expect.stringMatching(/line \d+: TypeError/) as string })
  })

  it.each([['31 a loop', 'for(;;);'], ['31 a promise', 'await new Promise(()=>{})']])('%s ends at its deadline, and the next call works', { timeout: 30_000 }, async (_what, code) => {
    session = bench.session({ profileKey: 'reader' })
    expect(await script(code)).toMatchObject(refused('TIMEOUT'))
    expect(await script('return 1')).toMatchObject({ content: '1' })
  })

  it('32 memory', { timeout: 30_000 }, async () => {
    const result = await script('for(let a=[];;)a.push(a.length)')
    expect(['MEMORY_LIMIT', 'SANDBOX_CRASHED']).toContain(result.code)
  })

  /** Commits from elsewhere each time the script asks for this subject. */
  function meddle(times: number): () => void {
    let left = times
    const { begin } = bench.world
    const world = bench.world as { begin: Bench['world']['begin'] }
    world.begin = () => {
      const run = begin()
      if (left > 0) {
        left -= 1
        const other = begin()
        other.write({ do: 'write', slice: { time: String(1_000 + left), title: 'elsewhere', patches: [{ subjectId: 'inn', path: '/danger', op: 'replace', value: left }] } })
        bench.world.commit(other, { by: { actor: 'author', sessionId: null } })
      }
      return run
    }
    return () => { world.begin = begin }
  }

  it.each([[1, ok], [2, refused('WORLD_CONFLICT')]])('38 another write commits meanwhile, %i times', async (times, want) => {
    const stop = meddle(times)
    expect(await script('w(400, "/mood", "replace", "喜"); return world.slice.get("3").title')).toMatchObject(want)
    stop()
    expect(hero()?.['mood']).toBe(times === 1 ? '喜' : undefined)
  })

  it('39 in discuss mode nothing is saved before the author agrees, then once', async () => {
    session = bench.session({ workMode: 'discuss' })
    const waiting = await script('w(400, "/hp", "increment", Math.random() < 2 ? -1 : -2, { summary: String(Math.random()) + Date.now() }); return hero().hp')
    expect(waiting).toMatchObject({ status: 'needs_approval', code: 'MODE_DISCUSS', approval: { effects: [{ kind: 'world', action: 'create', preview: '+hero /hp increment -1' }, { kind: 'world', type: 'character', fields: [{ field: 'hp', from: 70, to: 69 }] }] } })
    still()
    const answer = () => bench.pipeline.answer(waiting.approval?.id ?? '', 'approve', String(waiting.details['effectsHash']), 'window', null)
    expect(await answer()).toMatchObject({ status: 'executed', result: { content: '[OK] Saved slice 4 (1 patch).\n69', details: { data: '69', issues: [], written: { slices: ['4'], patches: 1 } } } })
    expect(await answer()).toMatchObject({ code: 'APPROVAL_NOT_PENDING' })
    expect(hero()).toMatchObject({ hp: 69 })
  })
})

describe('what the rows leave out', () => {
  it.each([
    ['an unknown option', 'hero({ when: 1 })', 'ARGS_INVALID'], ['an instant that is none', 'hero({ at: "甲" })', 'ARGS_INVALID'], ['an unknown patch field', 'w(400, "/mood", "replace", "x", { extra: 1 })', 'ARGS_INVALID'],
    ['too many calls', 'for (let i = 0; i < 10001; i++) world.time.now()', 'CALL_LIMIT'], ['calls over the limit, caught', 'for (let i = 0; i < 10001; i++) try { world.time.now() } catch {}', 'CALL_LIMIT'],
    ['too many writes', 'for (let i = 0; i < 51; i++) w(1000 + i, "/mood", "replace", "x")', 'CALL_LIMIT'], ['a large argument', 'w(400, "/mood", "replace", "x".repeat(300000))', 'CALL_LIMIT'],
    ['a caught large argument', 'try { w(400, "/mood", "replace", "x".repeat(300000)) } catch {}', 'CALL_LIMIT'], ['a caught refusal inside the isolate', 'try { w(400, "/mood", "replace", () => 1) } catch {}', 'WORLD_WRITE_FAILED'],
    ['a failed write nobody waits for', 'Promise.resolve().then(() => w(200, "/mood", "replace", "x")); await null; await null', 'WORLD_WRITE_FAILED'], ['a search without vectors, caught', 'try { world.search.text("剑") } catch (e) { return e.code }', null],
    ['an unknown slice', 'world.slice.get("9")', 'SLICE_UNKNOWN'],
  ])('%s', { timeout: 30_000 }, async (_what, code, want) => {
    expect(await script(code)).toMatchObject(want === null ? ok : refused(want))
    still()
  })

  it('a call after the end is not saved', async () => {
    expect(await script('(async () => { for (let i = 0; i < 50; i++) await null; w(400, "/mood", "replace", "late") })(); return 1')).toMatchObject({ content: '1' })
    still()
  })

  it('says what a page left out, and what was printed', async () => {
    expect(await script('console.log("看", { a: 1n }); return world.slice.list({ limit: 2 }).map((s) => s.instant)')).toMatchObject({ content: '["100","200"]\n(slice.list: 2 of 3, use offset)\n看 {"a":"1"}' })
  })

  it('names the line of a failed write', async () => {
    expect((await bench.call(session, 'execute_world', { code: 'let n = 0\ntry {\n  world.slice.delete("9")\n} catch {}' })).content).toMatch(/WORLD_WRITE_FAILED: line 3: .*SLICE_UNKNOWN/)
  })

  it('says the same again for the same call', async () => {
    const caller = bench.caller(session)
    const twice = await Promise.all([1, 2].map(() => bench.pipeline.invoke({ ...caller, startedAt: '2026-01-02T03:04:05.000Z' }, 'execute_world', { code: 'return [Math.random(), Date.now(), new Date().toISOString(), new Intl.DateTimeFormat("en").format()]' })))
    expect(twice[0]?.content).toMatch(/^\[0\.\d+,1767323045000,"2026-01-02T03:04:05.000Z","1\/2\/2026"\]$/)
    expect(twice[1]?.content).toBe(twice[0]?.content)
  })

  it('fits its budget, and shows a reader no function that writes', async () => {
    expect(await countTokens({ name: '', description: readWriteText, inputSchema: {} })).toBeLessThanOrEqual(920)
    expect(readOnlyText).not.toMatch(/Issue|slice\.write|editPatches|delete|One slice|Never catch/)
    const shown = (profileKey: string) => bench.pipeline.definitions(profileKey, 'root').find((one) => one.name === 'execute_world')?.description
    expect([shown('leader.default'), shown('reader')]).toEqual([readWriteText, readOnlyText])
  })
})

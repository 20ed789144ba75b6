import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startEmbeddingServer, type EmbeddingServer } from '../../../../../test/model-server/embedding-server'
import { openBench, type Bench } from '../../../../../test/tools/bench'
import { specStart, writeSpecSchema } from '../../../../../test/world/spec-world'

let bench: Bench
let server: EmbeddingServer
let session: number
const script = (code: string) => bench.call(session, 'execute_world', { code })
/** Snow, sword and tea are three directions; what names none of them points between. */
const vectorOf = (text: string): number[] => (/雪/.test(text) ? [1, 0, 0] : /剑/.test(text) ? [0, 1, 0] : /茶/.test(text) ? [0.6, 0.8, 0] : [0, 0, 1])

beforeAll(async () => {
  bench = await openBench()
  server = await startEmbeddingServer(vectorOf)
  writeSpecSchema(bench.dir)
  session = bench.session()
  const remember = (time: string, subject: string, path: string, op: string, text: string) => `world.slice.write({ time: ${time}, title: 'x', patches: [{ subjectId: '${subject}', path: '${path}', op: '${op}', value: { text: '${text}' }${subject === 'bob' ? ", type: 'character'" : ''} }] })`
  expect(await script([specStart, remember('400n', 'hero', '/events', 'append', '雪夜入住'), remember('500n', 'hero', '/events', 'append', '得一剑'), remember('600n', 'bob', '/memory/tea', 'replace', '煮茶')].join('\n'))).toMatchObject({ status: 'ok' })
})
beforeEach(() => {
  session = bench.session()
  server.mood = 'vectors'
  server.requests.length = 0
  bench.settings.models.embedding = 'local/bge'
  bench.settings.models.providers = { local: { kind: 'openai-compatible', baseURL: server.url, timeoutMs: 1_000, models: {} } }
})
afterAll(async () => {
  await bench.close()
  await server.close()
})

describe('world.search.text (03 §9)', () => {
  it('finds by meaning, makes missing vectors once, and rounds', async () => {
    expect(await script('return world.search.text("大雪")')).toMatchObject({
      content: '[{"subjectId":"hero","attr":"/events","text":"雪夜入住","score":1},{"subjectId":"bob","attr":"/memory/tea","text":"煮茶","score":0.6},{"subjectId":"hero","attr":"/events","text":"得一剑","score":0}]',
    })
    expect(server.requests.map((one) => [one.path, one.model, one.input])).toEqual([['/v1/embeddings', 'bge', ['大雪']], ['/v1/embeddings', 'bge', ['煮茶', '雪夜入住', '得一剑']]])
    expect(await script('return world.search.text("剑", { k: 1 })')).toMatchObject({ content: '[{"subjectId":"hero","attr":"/events","text":"得一剑","score":1}]' })
    expect(server.requests.slice(2).map((one) => one.input)).toEqual([['剑']])
  })

  it.each([
    ['a threshold', '"雪", { threshold: 0.9 }', ['雪夜入住']], ['an attribute', '"雪", { attrs: ["memory"] }', ['煮茶']], ['an earlier time', '"雪", { at: 450n }', ['雪夜入住']], ['before everything', '"雪", { at: 50n }', []],
    ['a type without texts', '"雪", { types: ["item"] }', []], ['a blank question', '"  "', []],
  ])('narrows by %s', async (_what, args, texts) => {
    expect(await script(`return world.search.text(${args}).map((hit) => hit.text)`)).toMatchObject({ content: JSON.stringify(texts) })
  })

  it('sees what the script itself wrote, and keeps vectors of its model and dimensions apart', async () => {
    expect(await script(`world.slice.write({ time: 700n, title: 'x', patches: [{ subjectId: 'hero', path: '/memory/new', op: 'replace', value: { text: '雪停了' } }] }); return world.search.text("雪", { k: 2 }).map((hit) => hit.attr)`)).toMatchObject({ content: expect.stringContaining('["/events","/memory/new"]') as string })
    bench.settings.models.embedding = 'local/other'
    await script('return world.search.text("雪").length')
    expect(server.requests.at(-1)?.input).toHaveLength(4)
  })

  it.each([
    ['an unknown attribute', '"雪", { attrs: ["hp"] }', 'SEARCH_ATTR_UNKNOWN'], ['an unknown type', '"雪", { types: ["dragon"] }', 'TYPE_UNKNOWN'], ['too many', '"雪", { k: 51 }', 'ARGS_INVALID'], ['no text', '5', 'ARGS_INVALID'],
  ])('refuses %s', async (_what, args, code) => { expect(await script(`return world.search.text(${args})`)).toMatchObject({ status: 'fail', code }) })

  it.each(['status', 'html', 'fewer'] as const)('never falls back to words when the provider fails: %s', async (mood) => {
    server.mood = mood
    expect(await script('return world.search.text("雪")')).toMatchObject({ status: 'fail', code: 'EMBEDDING_FAILED' })
  })

  it('a provider that says nothing ends with the script', { timeout: 30_000 }, async () => {
    server.mood = 'silence'
    session = bench.session({ profileKey: 'reader' })
    const result = await script('return world.search.text("雪")')
    expect(['TIMEOUT', 'EMBEDDING_FAILED']).toContain(result.code)
    server.mood = 'vectors'
    expect(await script('return 1')).toMatchObject({ content: '1' })
  })

  it('says when no provider makes vectors', async () => {
    bench.settings.models.embedding = 'gone/bge'
    expect(await script('return world.search.text("雪")')).toMatchObject({ code: 'EMBEDDING_NOT_CONFIGURED' })
  })
})

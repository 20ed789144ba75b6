import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startEmbeddingServer, type EmbeddingServer } from '../../../../../test/model-server/embedding-server'
import { openBench, type Bench } from '../../../../../test/tools/bench'
import type { CuratorRequest } from '../../../subjects/types'

let bench: Bench
let server: EmbeddingServer
let session: number
let dimensions = 3
let count = 0
/** Snow, sword and tea are three directions; all else is far from each. */
const vectorOf = (text: string): number[] => (/雪/.test(text) ? [2, 0, 0] : /剑/.test(text) ? [0, 1, 0] : /茶/.test(text) ? [0.6, 0.8, 0] : [0, 0, -1]).slice(0, dimensions)

const place = (subjectPath: string, source: string): string => join(bench.dir, subjectPath, `${source}.jsonl`)
const put = (subjectPath: string, source: string, text: string): void => { mkdirSync(join(bench.dir, subjectPath), { recursive: true }); writeFileSync(place(subjectPath, source), text) }
const text = (subjectPath: string, source: string): string => readFileSync(place(subjectPath, source), 'utf8')
/** A subject that no other test knows. */
const subject = (): string => `simulation/subjects/人物-${++count}`
const append = (subjectPath: string, events: unknown) => bench.call(session, 'subject_event_append', { subjectPath, events })
const search = (subjectPath: string, query: string, more: Record<string, unknown> = {}) => bench.call(session, 'subject_rag_search', { subjectPath, query, sources: ['events'], ...more })
const update = (subjectPath: string, facts: unknown, more = {}) => bench.call(session, 'subject_memory_update', { subjectPath, facts }, more)
const asked = (): string[] => server.requests.flatMap(({ input }) => input)
/** Bound as `initial` of simulator.actor binds it. */
const bind = (id: number, subjectPath: string): void => void bench.project.sessionsDb.prepare('UPDATE Session SET initial = ? WHERE id = ?').run(JSON.stringify({ subjectPath, kind: 'npc' }), id)

beforeAll(async () => {
  bench = await openBench()
  server = await startEmbeddingServer(vectorOf)
})
beforeEach(() => {
  session = bench.session()
  dimensions = 3
  server.mood = 'vectors'
  server.requests.length = 0
  bench.deps.services.subjects?.clearIndex()
  bench.settings.models.embedding = 'local/bge'
  bench.settings.models.providers = { local: { kind: 'openai-compatible', baseURL: server.url, timeoutMs: 1_000, models: {} } }
})
afterAll(async () => {
  await bench.close()
  await server.close()
})

describe('subjectPath (07 §5)', () => {
  it.each(['simulation/subjects', 'simulation/subjects/', 'simulation/subjects/a/', 'simulation/subjects/a/b', 'simulation/subjects/..', 'simulation/subjects/.', './simulation/subjects/a', 'Simulation/subjects/a', 'workspace/demo/simulation/subjects/a', '/simulation/subjects/a', 'simulation\\subjects\\a', 'simulation/subjects/a\\b', 'simulation//subjects/a', 'a'])('%s is none', async (path) => {
    for (const [tool, rest] of [['subject_event_append', { events: [{ text: 'x' }] }], ['subject_rag_search', { query: 'x', sources: ['events'] }], ['subject_memory_update', { facts: ['x'] }]] as const) {
      expect(await bench.call(session, tool, { subjectPath: path, ...rest })).toMatchObject({ status: 'fail', code: 'SUBJECT_PATH' })
    }
    expect(server.requests).toEqual([])
  })

  it('a bound session, and a helper of it, reaches its own subject and no other: by name, by link, by file tools', async () => {
    const [own, other] = [subject(), subject()]
    for (const each of [own, other]) { put(each, 'events', '{"text":"雪夜"}\n'); put(each, 'memory', '') }
    symlinkSync(join(bench.dir, other), join(bench.dir, 'simulation/subjects/门'))
    bind(session, own)
    const helper = bench.session({ parentId: session, role: 'child' })
    const writer = bench.session({ profileKey: 'main' })
    bind(writer, own)
    for (const id of [session, helper]) {
      expect(await bench.call(id, 'subject_rag_search', { subjectPath: own, query: '雪', sources: ['events'] })).toMatchObject({ status: 'ok' })
      for (const subjectPath of [other, 'simulation/subjects/门']) {
        expect(await bench.call(id, 'subject_rag_search', { subjectPath, query: '雪', sources: ['events'] })).toMatchObject({ status: 'fail', code: 'SUBJECT_FORBIDDEN' })
        expect(await bench.call(id, 'subject_event_append', { subjectPath, events: [{ text: 'x' }] })).toMatchObject({ code: 'SUBJECT_FORBIDDEN' })
        expect(await bench.call(id, 'subject_memory_update', { subjectPath, facts: ['x'] })).toMatchObject({ code: 'SUBJECT_FORBIDDEN' })
      }
      expect(await bench.call(id, 'read', { path: `${own}/events.jsonl` })).toMatchObject({ status: 'ok' })
      expect(await bench.call(id, 'read', { path: `${other}/events.jsonl` })).toMatchObject({ code: 'SUBJECT_FORBIDDEN' })
    }
    expect((await bench.call(writer, 'Glob', { pattern: 'simulation/subjects/**' })).content).not.toContain(other)
    expect((await bench.call(writer, 'Grep', { pattern: '雪夜', path: 'simulation', output_mode: 'files_with_matches' })).content).toContain(own)
    expect((await bench.call(writer, 'Grep', { pattern: '雪夜', path: 'simulation', output_mode: 'files_with_matches' })).content).not.toContain(other)
    expect(await bench.call(writer, 'Read', { file_path: join(bench.dir, other, 'events.jsonl') })).toMatchObject({ code: 'SUBJECT_FORBIDDEN' })
    expect(text(other, 'events')).toBe('{"text":"雪夜"}\n')
  })

  it('one bound to what is no subject reaches none', async () => {
    const own = subject()
    bind(session, `${own}/x`)
    expect(await append(own, [{ text: 'x' }])).toMatchObject({ code: 'SUBJECT_FORBIDDEN' })
  })
})

describe('subject_event_append', () => {
  it('makes the file, adds behind what is there, and adds a missing last line break first', async () => {
    const own = subject()
    expect(await append(own, [{ text: '雪夜入城', tick: 3, time: '三年冬' }, { text: '得一剑', tick: '第四回' }])).toMatchObject({ status: 'ok', content: `[OK] Added 2 events to ${own}/events.jsonl (2 now).`, details: { appended: 2, total: 2 }, changes: [{ kind: 'file', target: `${own}/events.jsonl`, before: null }] })
    put(own, 'events', '{ "text": "旧事" }')
    expect(await append(own, [{ text: '新事' }])).toMatchObject({ details: { total: 2 } })
    expect(text(own, 'events')).toBe('{ "text": "旧事" }\n{"text":"新事"}\n')
    put(own, 'events', '\uFEFF{"text":"旧事"}\r\n')
    await append(own, [{ text: '新事' }])
    expect(text(own, 'events')).toBe('\uFEFF{"text":"旧事"}\r\n{"text":"新事"}\r\n')
  })

  it.each([
    ['no JSON', '{"text":"a"}\n{"text":\n{"text":"c"}\n', 2], ['no object', '{"text":"a"}\n\n[1]\n', 3], ['no text', '{"tick":1}\n', 1], ['a blank text', '{"text":" "}\n', 1], ['another key', '{"text":"a","score":1}\n', 1], ['a wrong time', '{"text":"a","time":3}\n', 1],
  ])('a broken line stops everything, named with file and line: %s', async (_what, content, line) => {
    const own = subject()
    put(own, 'events', content)
    for (const result of [await append(own, [{ text: 'x' }]), await search(own, '雪')]) {
      expect(result).toMatchObject({ status: 'fail', code: 'JSONL_INVALID' })
      expect(result.content).toContain(`${own}/events.jsonl, line ${line}`)
    }
    expect(text(own, 'events')).toBe(content)
  })

  it.each([['none', []], ['a blank one', [{ text: '雪' }, { text: ' ' }]], ['a key too many', [{ text: '雪', score: 1 }]]])('all events are checked before any is written: %s', async (_what, events) => {
    const own = subject()
    expect(await append(own, events)).toMatchObject({ status: 'fail', code: 'ARGS_INVALID' })
    expect(existsSync(place(own, 'events'))).toBe(false)
  })

  it('asks in discuss mode with the events on the card, and does not write over what came in between', async () => {
    const own = subject()
    const discussing = bench.session({ workMode: 'discuss' })
    const waiting = await bench.call(discussing, 'subject_event_append', { subjectPath: own, events: [{ text: '雪夜', time: '三年冬' }] })
    expect(waiting).toMatchObject({ status: 'needs_approval', approval: { effects: [{ kind: 'subject', target: `${own}/events.jsonl`, action: 'create', fields: [{ field: '三年冬', from: null, to: '雪夜' }] }] } })
    put(own, 'events', '{"text":"先到的"}\n')
    const row = bench.project.sessionsDb.prepare<[string], { effectsHash: string }>('SELECT effectsHash FROM Approval WHERE id = ?')
    const first = waiting.approval?.id ?? ''
    const stale = await bench.pipeline.answer(first, 'approve', row.get(first)?.effectsHash ?? '', 'author', null)
    expect(stale.status).toBe('stale')
    const next = stale.newId ?? ''
    expect(await bench.pipeline.answer(next, 'approve', row.get(next)?.effectsHash ?? '', 'author', null)).toMatchObject({ status: 'executed' })
    expect(text(own, 'events')).toBe('{"text":"先到的"}\n{"text":"雪夜","time":"三年冬"}\n')
  })
})

describe('subject_rag_search', () => {
  it('finds the nearest of one source of one subject, without scores, and makes each vector once', async () => {
    const [own, other] = [subject(), subject()]
    await append(own, [{ text: '煮茶' }, { text: '雪夜入城', tick: 3, time: '三年冬' }, { text: '闲坐' }])
    await append(other, [{ text: '大雪封山' }])
    const found = await search(own, '雪')
    expect(found.details).toEqual({ subjectPath: own, source: 'events', results: [{ text: '雪夜入城', tick: 3, time: '三年冬' }, { text: '煮茶' }] })
    expect(found.content).not.toMatch(/score|distance|大雪/)
    expect(asked()).toEqual(['雪', '煮茶', '雪夜入城', '闲坐'])
    server.requests.length = 0
    expect((await search(own, '剑', { limit: 1 })).details['results']).toEqual([{ text: '煮茶' }])
    expect(asked()).toEqual(['剑'])
  })

  it('looks again only when the source was written: by the tool, or by anybody else', async () => {
    const own = subject()
    await append(own, [{ text: '雪' }])
    await search(own, '雪')
    server.requests.length = 0
    await append(own, [{ text: '又雪' }])
    expect(bench.project.projectDb.prepare('SELECT dirty FROM SubjectPartition WHERE subjectId = ?').get(own.split('/')[2])).toEqual({ dirty: 1 })
    expect((await search(own, '雪')).details['results']).toHaveLength(2)
    expect(asked()).toEqual(['雪', '又雪'])
    put(own, 'events', '{"text":"得剑"}\n')
    expect((await search(own, '雪')).details['results']).toEqual([])
    expect(bench.project.projectDb.prepare('SELECT count(*) AS n FROM SubjectVector WHERE subjectId = ?').get(own.split('/')[2])).toEqual({ n: 1 })
  })

  it('memories are searched by topic and other names, in pieces of at most 1,200 characters', async () => {
    const own = subject()
    put(own, 'memory', [{ topic: '艾琳娜', aliases: ['粉发的女孩'], view: '雪夜帮过我。' }, { topic: '城', view: `${'平'.repeat(700)}。${'安'.repeat(700)}剑` }].map((one) => JSON.stringify(one)).join('\n'))
    expect((await search(own, '雪', { sources: ['memory'] })).details['results']).toEqual([{ text: '艾琳娜 (粉发的女孩): 雪夜帮过我。' }])
    expect((await search(own, '剑', { sources: ['memory'] })).details['results']).toEqual([{ text: `城: ${'安'.repeat(700)}剑` }])
    for (const text of asked()) expect([...text].length).toBeLessThanOrEqual(1_200)
  })

  it('gives at most 6 events and 4 memories unless told', async () => {
    const own = subject()
    await append(own, Array.from({ length: 25 }, (_, at) => ({ text: `雪 ${at}` })))
    put(own, 'memory', Array.from({ length: 9 }, (_, at) => `${JSON.stringify({ topic: `雪 ${at}`, view: 'x' })}\n`).join(''))
    const counts = await Promise.all([search(own, '雪'), search(own, '雪', { sources: ['memory'] }), search(own, '雪', { limit: 20 })].map(async (one) => ((await one).details['results'] as unknown[]).length))
    expect(counts).toEqual([6, 4, 20])
    expect(await search(own, '雪', { limit: 21 })).toMatchObject({ code: 'ARGS_INVALID' })
  })

  it('07 §9 row 32: exactly one source', async () => {
    for (const sources of [['events', 'memory'], [], ['soul']]) expect(await search(subject(), '雪', { sources })).toMatchObject({ status: 'fail', code: 'ARGS_INVALID' })
  })

  it('07 §9 row 33: without embeddings it says so, also where there is nothing to find; no words are compared instead', async () => {
    const own = subject()
    await append(own, [{ text: '雪' }])
    bench.settings.models.embedding = null
    expect(await search(own, '雪')).toMatchObject({ status: 'fail', code: 'EMBEDDING_NOT_CONFIGURED' })
    expect(await search(subject(), '雪')).toMatchObject({ code: 'EMBEDDING_NOT_CONFIGURED' })
  })

  it.each(['status', 'html', 'fewer', 'silence'] as const)('a provider that fails is told, and the index stays as it was: %s', async (mood) => {
    const own = subject()
    await append(own, [{ text: '雪' }])
    server.mood = mood
    if (mood === 'silence') {
      expect(await bench.call(session, 'subject_rag_search', { subjectPath: own, query: '雪', sources: ['events'] }, { signal: AbortSignal.timeout(300) })).toMatchObject({ status: 'fail' })
    } else expect(await search(own, '雪')).toMatchObject({ status: 'fail', code: 'EMBEDDING_FAILED' })
    server.mood = 'vectors'
    expect((await search(own, '雪')).details['results']).toEqual([{ text: '雪' }])
  })

  it('another model or another length than the index has: EMBEDDING_CHANGED until the author clears it', async () => {
    const own = subject()
    await append(own, [{ text: '雪' }])
    await search(own, '雪')
    expect(bench.deps.services.subjects?.index()).toEqual({ texts: 1, models: ['local/bge'] })
    bench.settings.models.embedding = 'local/other'
    const changed = await search(own, '雪')
    expect(changed).toMatchObject({ status: 'fail', code: 'EMBEDDING_CHANGED' })
    expect(changed.content).toMatch(/local\/bge.*local\/other/s)
    bench.settings.models.embedding = 'local/bge'
    dimensions = 2
    expect(await search(own, '雪')).toMatchObject({ code: 'EMBEDDING_CHANGED' })
    expect(bench.deps.services.subjects?.clearIndex()).toBe(1)
    expect((await search(own, '雪')).details['results']).toEqual([{ text: '雪' }])
  })
})

describe('subject_memory_update', () => {
  const requests: CuratorRequest[] = []
  const answers = (...patches: unknown[]): void => {
    requests.length = 0
    bench.curator.ask = (request) => { requests.push(request); return Promise.resolve(patches[Math.min(requests.length, patches.length) - 1]) }
  }
  const old = '{"topic":"艾琳娜",  "aliases":["粉发的女孩"],"view":"帮过我"}\n{"topic":"城","view":"很大"}\n'

  it('gives the curator the facts and what is remembered, and writes what its patch makes of it; untouched lines stay as they are', async () => {
    const own = subject()
    put(own, 'memory', old)
    answers([{ op: 'test', path: '/1/topic', value: '城' }, { op: 'replace', path: '/1/view', value: '不过如此' }, { op: 'add', path: '/-', value: { topic: '剑', view: '很重' } }])
    expect(await update(own, ['城小得很', '得了剑'])).toMatchObject({ status: 'ok', content: `[OK] updated: 2 topics of ${own}/memory.jsonl.`, details: { status: 'updated', attempts: 1 }, changes: [{ target: `${own}/memory.jsonl` }] })
    expect(text(own, 'memory')).toBe('{"topic":"艾琳娜",  "aliases":["粉发的女孩"],"view":"帮过我"}\n{"topic":"城","view":"不过如此"}\n{"topic":"剑","view":"很重"}\n')
    expect(requests).toMatchObject([{ subjectPath: own, facts: ['城小得很', '得了剑'], problem: null, memories: [{ topic: '艾琳娜', aliases: ['粉发的女孩'], view: '帮过我' }, { topic: '城', view: '很大' }] }])
    answers([])
    expect(await update(own, ['城小得很'])).toMatchObject({ status: 'ok', details: { status: 'unchanged' }, changes: [] })
  })

  it('07 §9 row 34: a topic twice is told to the curator once, then the author looks at it and nothing is written', async () => {
    const own = subject()
    put(own, 'memory', old)
    answers([{ op: 'add', path: '/-', value: { topic: '城', view: '又一个' } }])
    const result = await update(own, ['x'])
    expect(result).toMatchObject({ status: 'ok', details: { status: 'needs_review', attempts: 2 }, changes: [] })
    expect(result.content).toMatch(/^\[OK\] needs_review: nothing was written .*"城" would stand twice/)
    expect(requests.map(({ problem }) => problem)).toEqual([null, 'the topic "城" would stand twice'])
    expect(text(own, 'memory')).toBe(old)
  })

  it('a second patch that fits counts', async () => {
    const own = subject()
    answers(null, [{ op: 'add', path: '/0', value: { topic: '剑', view: '很重' } }])
    expect(await update(own, ['x'])).toMatchObject({ details: { status: 'updated', attempts: 2 } })
  })

  it.each([
    ['no list', { op: 'add' }], ['an unknown operation', [{ op: 'merge', path: '/0' }]], ['a path that is no pointer', [{ op: 'remove', path: '0' }]], ['a place that is not there', [{ op: 'replace', path: '/7/view', value: 'x' }]], ['a test that fails', [{ op: 'test', path: '/0/topic', value: '别人' }]],
    ['a memory without a view', [{ op: 'remove', path: '/0/view' }]], ['a key too many', [{ op: 'add', path: '/0/score', value: 1 }]], ['the whole list away', [{ op: 'remove', path: '' }]], ['something else for the list', [{ op: 'replace', path: '', value: 'x' }]], ['no value', [{ op: 'add', path: '/-' }]],
    ['a prototype', [{ op: 'add', path: '/__proto__/x', value: 1 }]], ['a constructor', [{ op: 'add', path: '/0/constructor/prototype/x', value: 1 }]],
  ])('%s needs review', async (_what, patch) => {
    const own = subject()
    put(own, 'memory', old)
    answers(patch)
    expect(await update(own, ['x'])).toMatchObject({ status: 'ok', details: { status: 'needs_review', attempts: 2 } })
    expect(text(own, 'memory')).toBe(old)
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it('takes keys that models fill in for nothing', async () => {
    const own = subject()
    put(own, 'memory', old)
    answers([{ op: 'remove', path: '/1', from: null, value: null }, { op: 'move', path: '/-', from: '/0', value: null }])
    expect(await update(own, ['x'])).toMatchObject({ details: { status: 'updated' } })
    expect(text(own, 'memory')).toBe('{"topic":"艾琳娜",  "aliases":["粉发的女孩"],"view":"帮过我"}\n')
  })

  it.each([['a topic twice', '{"topic":"城","view":"a"}\n{"topic":" 城","view":"b"}\n', 2], ['no view', '{"topic":"城"}\n', 1]])('a broken line is named and the curator is not asked: %s', async (_what, content, line) => {
    const own = subject()
    put(own, 'memory', content)
    answers([])
    const result = await update(own, ['x'])
    expect(result).toMatchObject({ status: 'fail', code: 'JSONL_INVALID' })
    expect(result.content).toContain(`memory.jsonl, line ${line}`)
    expect(requests).toEqual([])
  })

  it('a file written while the curator works stays: STALE_READ', async () => {
    const own = subject()
    put(own, 'memory', old)
    bench.curator.ask = () => { put(own, 'memory', `${old}{"topic":"新","view":"来的"}\n`); return Promise.resolve([{ op: 'remove', path: '/0' }]) }
    expect(await update(own, ['x'])).toMatchObject({ status: 'fail', code: 'STALE_READ' })
    expect(text(own, 'memory')).toContain('来的')
  })

  it('what the author approves is what the card showed: the curator is not asked again, and is when the file changed', async () => {
    const own = subject()
    put(own, 'memory', old)
    answers([{ op: 'replace', path: '/1/view', value: '第一次' }], [{ op: 'replace', path: '/1/view', value: '第二次' }])
    session = bench.session({ workMode: 'discuss' })
    const waiting = await update(own, ['x'])
    expect(waiting).toMatchObject({ status: 'needs_approval', approval: { effects: [{ kind: 'subject', fields: [{ field: '城', from: '很大', to: '第一次' }] }] } })
    const hash = (id: string): string => bench.project.sessionsDb.prepare<[string], { effectsHash: string }>('SELECT effectsHash FROM Approval WHERE id = ?').get(id)?.effectsHash ?? ''
    // Another process answers.
    const id = waiting.approval?.id ?? ''
    expect(await bench.again().answer(id, 'approve', hash(id), 'author', null)).toMatchObject({ status: 'executed' })
    expect([text(own, 'memory').includes('第一次'), requests.length]).toEqual([true, 1])
    const second = (await update(own, ['y'])).approval?.id ?? ''
    expect(bench.project.sessionsDb.prepare('SELECT count(*) AS n FROM SubjectCuration').get(), 'of a call that is over nothing is kept').toEqual({ n: 1 })
    put(own, 'memory', old)
    expect(await bench.pipeline.answer(second, 'approve', hash(second), 'author', null)).toMatchObject({ status: 'stale' })
    expect(requests).toHaveLength(3)
  })
})

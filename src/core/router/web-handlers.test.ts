import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CallInput, Output, ProcedureName } from '@shared/procedures'
import { startEmbeddingServer } from '../../../test/model-server/embedding-server'
import { tempFolder } from '../../../test/project/make-project'
import { html, openSite, type Page } from '../../../test/web/loopback-site'
import { createCore } from '../app/create-core'
import { createProject } from '../project/create-project'
import { coreHandlers } from './index'
import { createRouter } from './router'

async function novel(keys: Record<string, string> = {}) {
  const workspace = tempFolder()
  const home = join(workspace, 'home')
  const core = await createCore({ home, demoSpeed: 0, watch: false, keys })
  onTestFinished(() => core.close())
  const { dir } = await createProject(join(workspace, 'novel'), { title: '雪', locale: 'zh-CN' }, core.env)
  const runtime = await core.open(dir)
  const router = createRouter(core, coreHandlers, (name, error) => { throw new Error(name, { cause: error }) })
  const site = await openSite()
  onTestFinished(() => site.close())
  const call = async <N extends ProcedureName>(name: N, input: Omit<CallInput<N>, 'project'>, principal: 'human' | 'open' = 'human'): Promise<Output<N>> => {
    const answer = await router.handle(name, /^(hosts|subjects|approvals)\./.test(name) ? { project: runtime.project.slug, ...input } : input, principal)
    if (!answer.ok) throw new Error(answer.fault.code)
    return answer.value as Output<N>
  }
  const session = runtime.agents.create({ profileKey: 'main' }).id
  let calls = 0
  const fetchPage = (url: string, approve: 'ask' | 'yes' = 'ask') => runtime.pipeline.invoke({ kind: 'test', sessionId: session, runId: null, callId: `c${(calls += 1)}`, profileKey: 'main', role: 'root', signal: new AbortController().signal, approve }, 'WebFetch', { url, prompt: '讲什么？' })
  return { core, runtime, home, site, call, fetchPage, session }
}
const json = (value: unknown, status = 200): Page => (_request, response) => { response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value)) }
const names = (rows: Output<'hosts.list'>): string[] => rows.hosts.filter((row) => row.source === 'author').map((row) => `${row.verdict} ${row.host}${row.ownNetwork ? ' own' : ''}`)

describe('lists of hosts (07 §1.2)', () => {
  it('are added to in their stored form, shown in both forms, and taken back', async () => {
    const { call, home } = await novel()
    await call('hosts.add', { host: 'Example.COM.', verdict: 'allow' })
    await call('hosts.add', { host: '*.docs.test', verdict: 'allow', ownNetwork: true })
    await call('hosts.add', { host: 'nas.test', verdict: 'allow', ownNetwork: true })
    const listed = await call('hosts.add', { host: 'münchen.de', verdict: 'deny' })
    expect(names(listed)).toEqual(['allow *.docs.test', 'allow example.com', 'allow nas.test own', 'deny xn--mnchen-3ya.de'])
    expect(listed.hosts.find((row) => row.verdict === 'deny')).toMatchObject({ readable: 'münchen.de', mixed: false })
    expect((await call('hosts.add', { host: 'аpple.com', verdict: 'deny' })).hosts.find((row) => row.readable === 'аpple.com')).toMatchObject({ mixed: true })
    expect(listed.hosts.at(-1)).toMatchObject({ host: 'localhost', source: 'novelData' })
    expect(names(await call('hosts.remove', { host: 'example.com' }))).not.toContain('allow example.com')
    // One host stands on one list.
    expect(names(await call('hosts.add', { host: 'nas.test', verdict: 'deny' }))).toEqual(['allow *.docs.test', 'deny nas.test', 'deny xn--mnchen-3ya.de', 'deny xn--pple-43d.com'])
    const before = readFileSync(join(home, 'web-hosts.json'), 'utf8')
    await expect(call('hosts.add', { host: '*.com', verdict: 'allow' })).rejects.toThrow('HOST_LIST_INVALID')
    await expect(call('hosts.add', { host: 'https://x.test/', verdict: 'deny' })).rejects.toThrow('HOST_LIST_INVALID')
    await expect(call('hosts.add', { host: 'x.test', verdict: 'allow' }, 'open')).rejects.toThrow('HUMAN_ONLY')
    expect(readFileSync(join(home, 'web-hosts.json'), 'utf8')).toBe(before)
  })

  it('several at once are all kept; a broken file is told and refuses every fetch', async () => {
    const { call, home, fetchPage } = await novel()
    const many = Array.from({ length: 12 }, (_, at) => `h${at}.test`)
    await Promise.all(many.map((host) => call('hosts.add', { host, verdict: 'allow' })))
    expect((await call('hosts.list', {})).hosts).toHaveLength(13)
    writeFileSync(join(home, 'web-hosts.json'), '{"projects": 1}')
    expect(await call('hosts.list', {})).toMatchObject({ error: expect.stringContaining('web-hosts.json') as string })
    expect(await fetchPage('https://h1.test/')).toMatchObject({ status: 'fail', code: 'HOST_LIST_INVALID' })
  })

  it('a denied host is denied in every mode, also where it is listed by a star or the author says yes', async () => {
    const { call, fetchPage, site, runtime, session } = await novel()
    site.on('/', html('<p>雪</p>'))
    await call('hosts.add', { host: 'localhost', verdict: 'allow' })
    expect(await fetchPage(site.base)).toMatchObject({ status: 'ok' })
    await call('hosts.add', { host: 'localhost', verdict: 'deny' })
    runtime.agents.configure(session, { permissionMode: 'bypassPermissions' })
    expect(await fetchPage(site.base, 'yes')).toMatchObject({ status: 'denied', code: 'DENIED_POLICY' })
    expect(site.asked).toEqual(['/'])
    await call('hosts.add', { host: '*.docs.test', verdict: 'deny' })
    expect(await fetchPage('https://a.b.docs.test/')).toMatchObject({ code: 'DENIED_POLICY' })
  })

  it('a card offers its host; approving with it lists the host, so that the next call does not ask', async () => {
    const { call, fetchPage, site, runtime, session } = await novel()
    site.on('/', html('<p>雪</p>'))
    const waiting = await fetchPage(site.base)
    const id = waiting.approval?.id ?? ''
    expect(await call('hosts.offer', { id })).toMatchObject({ host: { host: 'localhost', readable: null } })
    const { effectsHash } = runtime.approvals.get(id)
    expect(await call('approvals.answer', { id, verdict: 'approve', effectsHash, note: null, remember: true })).toMatchObject({ status: 'executed' })
    expect(names(await call('hosts.list', {}))).toEqual(['allow localhost'])
    expect(await fetchPage(`${site.base}/?2`)).toMatchObject({ status: 'ok' })
    // Taken back, it asks again; a refusal lists nothing.
    await call('hosts.remove', { host: 'localhost' })
    const again = (await fetchPage(`${site.base}/?3`)).approval?.id ?? ''
    await call('approvals.answer', { id: again, verdict: 'deny', effectsHash: runtime.approvals.get(again).effectsHash, note: null, remember: true })
    expect(names(await call('hosts.list', {}))).toEqual([])
    // A card that asks for another reason offers none.
    const write = await runtime.pipeline.invoke({ kind: 'test', sessionId: session, runId: null, callId: 'w', profileKey: 'main', role: 'root', signal: new AbortController().signal, approve: 'ask' }, 'Write', { file_path: 'a.md', content: 'x' })
    expect(await call('hosts.offer', { id: write.approval?.id ?? '' })).toEqual({ host: null })
  })
})

describe('search engines and rankings, tried for real (07 §2)', () => {
  it('each engine is asked by itself, with its own key and address, and its own error is told without the key', async () => {
    const { call, site, core } = await novel({ tavily: 'key-1', brave: 'key-2' })
    site.on('/search', json({ results: [{ title: '长安', url: 'https://a.test/' }] }))
    site.on('/res/v1/web/search', json({ error: 'no' }, 401))
    await call('settings.setSearch', { providers: [{ kind: 'brave', baseURL: site.base }, { kind: 'tavily', baseURL: site.base }] })
    expect(core.settings.get().config.search.providers.map((one) => one.kind)).toEqual(['brave', 'tavily'])
    expect(await call('search.check', { kind: 'tavily' })).toMatchObject({ ok: true, message: '' })
    expect(site.asked).toEqual(['/search'])
    const failed = await call('search.check', { kind: 'brave' })
    expect(failed).toMatchObject({ ok: false, message: expect.stringContaining('HTTP 401') as string })
    expect(failed.message).not.toContain('key-2')
    core.setKeys({ brave: 'key-2' })
    expect(await call('search.check', { kind: 'tavily' })).toMatchObject({ ok: false, message: 'tavily has no key.' })
    await expect(call('settings.setSearch', { providers: [{ kind: 'brave' }, { kind: 'brave' }] })).rejects.toThrow('SETTING_INVALID')
  })

  it('the service for rankings is asked for one', async () => {
    const { call, site, core } = await novel()
    site.on('/v1/rankings/qidian/yuepiao', json({ rankType: '月票', rankTypeKey: 'yuepiao', platform: 'qidian', fetchedAt: '2026-01-01T00:00:00Z', expiresAt: '2099-01-01T00:00:00Z', items: [] }))
    await call('settings.setNovelData', { baseURL: site.base })
    expect(await call('novelData.check', {})).toMatchObject({ ok: true })
    expect(site.asked).toEqual(['/v1/rankings/qidian/yuepiao'])
    expect((await call('hosts.list', {})).hosts.at(-1)).toMatchObject({ host: 'localhost', source: 'novelData' })
    site.on('/v1/rankings/qidian/yuepiao', json({ items: 1 }))
    expect(await call('novelData.check', {})).toMatchObject({ ok: false, message: expect.stringContaining('/rankType') as string })
    await call('settings.setNovelData', { baseURL: 'http://127.0.0.1:9' })
    expect(await call('novelData.check', {})).toMatchObject({ ok: false, message: expect.stringMatching(/ECONNREFUSED|bad port/) as string })
    await expect(call('settings.setNovelData', { baseURL: 'file:///etc/passwd' })).rejects.toThrow('ARGS_INVALID')
    expect(core.settings.get().config.novelData.baseURL).toBe('http://127.0.0.1:9')
  })
})

describe('what search by meaning keeps (07 §5)', () => {
  it('is counted, and forgotten when the author says so', async () => {
    const { call, core, runtime } = await novel()
    const server = await startEmbeddingServer(() => [1, 0])
    onTestFinished(() => server.close())
    await core.settings.update((config) => ({ ...config, models: { ...config.models, embedding: 'box/e', providers: { box: { kind: 'openai-compatible', baseURL: server.url, timeoutMs: 1_000, models: {} } } } }))
    const place = { id: 'lin', path: 'simulation/subjects/lin' }
    const file = { text: '{"text":"雪"}\n', hash: 'h', eol: 'lf' } as const
    await runtime.subjects.search({ place, source: 'events', file, shown: 'events.jsonl', query: '雪', limit: 1, signal: new AbortController().signal })
    expect(await call('subjects.index', {})).toEqual({ texts: 1, models: ['box/e'] })
    expect(await call('subjects.clearIndex', {})).toEqual({ texts: 1 })
    expect(await call('subjects.index', {})).toEqual({ texts: 0, models: [] })
  })
})

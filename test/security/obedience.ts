import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import type { Approval } from '@shared/approval'
import type { WorkMode } from '@shared/tool-result'
import { loadProfiles } from '../../src/core/agents/profiles'
import { setTrust } from '../../src/core/project/trust'
import { author } from '../../src/core/story/story-fixture'
import { isMounted } from '../../src/core/tools/mounted'
import { createHostStore } from '../../src/core/web/host-store'
import { call, end, say, scripted } from '../model-server/agent-bench'
import { openBench, storyOf, type Bench } from '../tools/bench'
import type { Site } from '../web/loopback-site'
import { CARRIERS, commands, markersIn, type Command, type Pack } from './injections'

const INSTRUCTIONS = 100

/** May run in discuss mode, or without the author's word, by 05 §3: it changes nothing of the novel and reaches nobody. */
const HARMLESS: Record<Pack, RegExp> = {
  nbook: /^(read|get_.*|create_agent|invoke_agent|detach_agent|list_.*|get_job|cancel_job|task_.*|request_user_input|report_result|Mail|Pop)$/,
  noeta: /^(Read|Glob|Grep|BashOutput|WebSearch|WebFetch|open_app|memory_read|memory_search|ToolSearch|Task|TodoWrite|AskUserQuestion|skill|RecallHistory)$/,
}
export interface Sites { readonly site: Site; /** A stranger nobody may ask. */ readonly canary: Site }
export interface Run extends Sites { readonly bench: Bench; readonly before: Map<string, string>; readonly obeyed: Set<string>; readonly asked: Command[] }

/** A novel, and a model that first looks where it is told to and then does whatever it has read anywhere. */
export async function openRun({ site, canary }: Sites, trusted: boolean): Promise<Run> {
  const profiles = loadProfiles({ resourcesDir: join(process.cwd(), 'resources'), home: '/nonexistent', projectDir: '/nonexistent', trusted: false, enabledHashes: [] })
  const wishes = commands(`http://canary.example:${canary.port}`)
  const obeyed = new Set<string>()
  const asked: Command[] = []
  let ids = 0
  const model = scripted([(request) => {
    const { sessionId } = request.hint
    const looked = asked[sessionId]
    if (looked !== undefined && !obeyed.has(`${sessionId}`)) { obeyed.add(`${sessionId}`); return [call(`c${++ids}`, looked.tool, looked.args), end()] }
    const said = request.messages.flatMap((message) => (message.role === 'system' ? [] : [message.text])).join('\n')
    const fresh = markersIn(said).filter((n) => !obeyed.has(`${sessionId} ${n}`) && obeyed.add(`${sessionId} ${n}`))
    const calls = fresh.flatMap((n) => wishes[n % wishes.length] ?? []).map((wish) => call(`c${++ids}`, wish.tool, wish.args))
    return calls.length === 0 ? [say('好'), end()] : [...calls, end()]
  }], { spec: { context: 1_000_000 } })
  const made = await openBench([], profiles, model)
  await setTrust(made.project.env, made.dir, trusted)
  made.deps.mounted = (name) => isMounted(name, { trusted: () => made.project.trusted(), shell: () => 'allowlist', searchReady: () => false, memoryReadOnly: () => false })
  made.web.dial.resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  made.web.digest = ({ page }) => Promise.resolve(page)
  await createHostStore(made.project.env, made.dir).add('localhost', false)
  for (const path of ['manuscript/c1.md', 'manuscript/c2.md', 'manuscript/c3.md', 'lore/l1.md', 'lore/l2.md']) {
    mkdirSync(dirname(join(made.dir, path)), { recursive: true })
    writeFileSync(join(made.dir, path), `雪落在${path}。\n`)
  }
  storyOf(made.deps).save({ kind: 'thread', action: 'create', id: null, fields: { name: 't1', title: '主线' } }, { by: author, exactlyOnce: null })
  canary.asked.length = 0
  return { site, canary, bench: made, before: new Map(), obeyed, asked }
}

export function textsOf({ dir }: Bench): Map<string, string> {
  const names = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name)).filter((path) => !path.includes('/.nbook/'))
  return new Map(names.map((path) => [path.slice(dir.length + 1), readFileSync(path, 'utf8')]))
}

/** Each instruction in a session of its own; nobody approves anything. */
export async function play(run: Run, pack: Pack, workMode: WorkMode): Promise<void> {
  const { agents } = run.bench
  for (const [path, text] of textsOf(run.bench)) run.before.set(path, text)
  for (let n = 0; n < INSTRUCTIONS; n++) {
    const already = textsOf(run.bench)
    const one = CARRIERS[n % CARRIERS.length]?.(run.bench, run.site, n)[pack]
    if (one === undefined) continue
    for (const [path, text] of textsOf(run.bench)) if (already.get(path) !== text) run.before.set(path, text)
    const { id } = agents.create({ profileKey: pack === 'nbook' ? 'leader.default' : 'main', workMode })
    run.asked[id] = one.by
    await agents.send(id, `看看${one.where}`, 'prompt')
    const { status } = await agents.whenQuiet(id)
    expect([one.where, [...run.obeyed].some((key) => key.startsWith(`${id} `))], 'the planted text is read and obeyed').toEqual([one.where, true])
    if (status === 'waiting') await agents.cancel(id)
    // So that no more than 16 of one family are open.
    for (const session of agents.list()) if (session.status === 'idle') agents.archive(session.id, true)
  }
}

interface CallRow { tool: string; args: string; result: string; sessionId: number }
const ranIn = ({ bench: { project } }: Run): CallRow[] => project.sessionsDb.prepare<[], CallRow>("SELECT tool, args, result, sessionId FROM Call WHERE state = 'finished' AND json_extract(result, '$.status') = 'ok'").all()

/** True in every mode. */
export function expectKept(run: Run): void {
  const { dir, home, project } = run.bench
  expect(run.canary.asked, 'nobody strange was asked').toEqual([])
  for (const path of [join(dir, '../outside.md'), join(dir, '../gone.md'), '/etc/wenqu-canary', join(dir, '.git/hooks/post-commit'), join(dir, '.nbook/profiles/writer.md'), join(dir, '.NBOOK'), join(home, '.wenqu/memory/evil.md')]) expect([path, existsSync(path)]).toEqual([path, false])
  const modes = project.sessionsDb.prepare<[], { n: number }>("SELECT count(*) AS n FROM Session WHERE permissionMode <> 'default' OR writeMode <> 'dry_run'").get()
  expect(modes?.n, 'no session has more rights').toBe(0)
  const approved = project.sessionsDb.prepare<[], { n: number }>("SELECT count(*) AS n FROM Approval WHERE status NOT IN ('pending', 'expired', 'stale')").get()
  expect(approved?.n, 'only the author approves').toBe(0)
  expect(project.projectDb.prepare<[], { n: number }>('SELECT count(*) AS n FROM StoryThread').get()?.n, 'no row is deleted').toBeGreaterThanOrEqual(1)
}

/** LM-08: whatever the author was asked came from a planted text, and the card says which it was. */
function expectNamed({ bench: { project }, asked }: Run): void {
  const rows = project.sessionsDb.prepare<[], { askedBy: string; root: number; tool: string }>('SELECT askedBy, surfaceSessionId AS root, tool FROM Approval').all()
  expect(rows.length, 'the author is asked').toBeGreaterThan(0)
  for (const row of rows) {
    const by = asked[row.root]
    const { read } = JSON.parse(row.askedBy) as Approval['askedBy']
    expect([row.tool, read?.named.map(({ tool, place }) => `${tool} ${place}`)]).toEqual([row.tool, expect.arrayContaining([`${by?.tool} ${String(Object.values(by?.args ?? {})[0])}`])])
  }
}

/** Everything that is planted is obeyed, and nothing changes without the author. */
export async function expectUnmoved(sites: Sites, pack: Pack, workMode: WorkMode, opened: (bench: Bench) => void): Promise<void> {
  const run = await openRun(sites, false)
  opened(run.bench)
  await play(run, pack, workMode)
  expectKept(run)
  expectNamed(run)
  expect(textsOf(run.bench), 'every text is as it was').toEqual(run.before)
  const ran = ranIn(run)
  expect([...new Set(ran.map((one) => one.tool))].filter((tool) => !HARMLESS[pack].test(tool)), 'only what needs no word of the author').toEqual([])
  for (const { args } of ran.filter((one) => one.tool === 'WebFetch')) expect(new URL(String((JSON.parse(args) as { url: string }).url)).hostname).toBe('localhost')
  expect(run.bench.project.sessionsDb.prepare<[], { workMode: string }>("SELECT DISTINCT workMode FROM Session WHERE role = 'root'").all()).toEqual([{ workMode }])
}

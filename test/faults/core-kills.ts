import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Entry } from '@shared/session'
import { createCore } from '../../src/core/app/create-core'
import type { ProjectRuntime } from '../../src/core/app/types'
import { messageOf, rolesIn } from '../../src/core/agents/conversation'
import { createProject } from '../../src/core/project/create-project'
import { createEnv } from '../../src/core/project/env'
import { bundleCore } from '../model-server/bundle-child'
import { startModelServer, stream, text, toolCall, type ModelServer, type Reply } from '../model-server/openai-server'
import { allQuiet } from './core-quiet'

/** What one call does in the world; the test counts how often it really did. */
export const SCENES = {
  story: { tool: 'save_story_thread', args: { action: 'create', name: 't1', title: '主线' } },
  file: { tool: 'write', args: { path: 'manuscript/a.md', content: '雪夜。\n' } },
  bash: { tool: 'bash', args: { command: 'echo x >> ran.txt' } },
  child: { tool: 'invoke_agent', args: { sessionId: 2, message: '写一段' } },
  job: { tool: 'invoke_agent', args: { sessionId: 2, message: '写一段', background: true } },
} as const
export type Scene = keyof typeof SCENES

interface Asked { role: string; content: unknown }
export interface KillRange { root: string; child: string; server: ModelServer; scene(scene: Scene): void; close(): Promise<void> }

/** A model that makes the scene's call for the author and writes for whoever else asks; after any call it has no more to say. */
export async function openRange(): Promise<KillRange> {
  let scene: Scene = 'story'
  let ids = 0
  const answer = (): Reply => {
    const messages = (server.requests.at(-1)?.body['messages'] ?? []) as Asked[]
    if (messages.some((one) => one.role === 'tool')) return stream([text('好了')])
    const author = messages.some(({ content }) => content === 'begin' || JSON.stringify(content).includes('"text":"begin"'))
    const { tool, args } = author ? SCENES[scene] : { tool: 'write', args: { path: 'manuscript/b.md', content: '雪停了。\n' } }
    return stream(toolCall(0, `call_${++ids}`, tool, JSON.stringify(args), 50), { finish: 'tool_calls' })
  }
  const server: ModelServer = await startModelServer([answer])
  const root = mkdtempSync(join(tmpdir(), 'wq-kills-'))
  const child = await bundleCore('test/faults/core-child.ts')
  const home = join(root, 'home')
  await createProject(join(root, 'demo'), { title: '雪夜', locale: 'zh-CN' }, createEnv(home))
  const core = await createCore({ home, demoSpeed: 0, watch: false })
  await core.settings.update((config) => ({ ...config, models: { ...config.models, default: 'o/m', small: 'demo/author', providers: { o: { kind: 'openai-compatible', baseURL: server.url, key: 'keychain:x', timeoutMs: 60_000, models: { m: { context: 65_536, maxOutput: 200, tools: true, parallelTools: true, vision: false, reasoning: 'none', structured: false, cache: 'none' } } } } } }))
  const { agents } = await core.open(join(root, 'demo'), { trust: true })
  agents.create({ profileKey: 'leader.default' })
  agents.create({ profileKey: 'rp.writer', role: 'child', parentId: 1 })
  await core.close()
  return { root, child, server, scene: (given) => { scene = given }, close: async () => { await server.close(); rmSync(root, { recursive: true, force: true }) } }
}

/** Runs a scene in a core of its own that kills itself at a statement; 0: nowhere. Gives the folder, and how many statements there were. */
async function play(range: KillRange, scene: Scene, killAt: number): Promise<{ place: string; statements: number | null }> {
  range.scene(scene)
  const place = mkdtempSync(join(tmpdir(), 'wq-kill-'))
  for (const part of ['demo', 'home']) cpSync(join(range.root, part), join(place, part), { recursive: true })
  const running = spawn(process.execPath, [range.child, join(place, 'demo'), join(place, 'home'), String(killAt)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  running.stdout.setEncoding('utf8').on('data', (part: string) => { said += part })
  const signal = await new Promise<string | null>((done) => { running.on('close', (_code, how) => done(how)) })
  return { place, statements: signal === 'SIGKILL' ? null : Number(said.trim()) }
}

/** How many statements of a scene write to a database: its kill points. */
export async function killPoints(range: KillRange, scene: Scene): Promise<number> {
  const { place, statements } = await play(range, scene, 0)
  rmSync(place, { recursive: true, force: true })
  if (statements === null || statements < 10) throw new Error(`the scene ${scene} was not played`)
  return statements
}

/** Kills at one point, starts again, and checks what 04 §10 promises. Gives how the call ended. */
export async function killAndRecover(range: KillRange, scene: Scene, killAt: number): Promise<string> {
  const { place, statements } = await play(range, scene, killAt)
  if (statements !== null) { rmSync(place, { recursive: true, force: true }); return 'not killed' }
  const core = await createCore({ home: join(place, 'home'), demoSpeed: 0, keys: { x: 'sk-test' }, watch: false })
  try {
    const runtime = await core.open(join(place, 'demo'), { trust: true })
    await allQuiet(runtime.agents, runtime.jobs)
    const ended = check(runtime, scene, killAt)
    // The author goes on: the provider takes the history, and nothing is done again.
    const before = effects(runtime, scene)
    for (const { id, status } of runtime.agents.list()) if (status === 'interrupted') await runtime.agents.continue(id)
    await allQuiet(runtime.agents, runtime.jobs)
    check(runtime, scene, killAt)
    // A session that was asked and had not begun may do its work now, once.
    if (before === 1) expect([scene, killAt, effects(runtime, scene)], 'nothing is done again').toEqual([scene, killAt, 1])
    return ended
  } finally {
    await core.close()
    rmSync(place, { recursive: true, force: true })
  }
}

/** How often the call, or the one of the session it asked, really took effect. */
function effects({ project: { dir, projectDb, sessionsDb } }: ProjectRuntime, scene: Scene): number {
  const written = (path: string): number => {
    const times = sessionsDb.prepare<[string], { n: number }>("SELECT count(*) AS n FROM Journal WHERE path = ? AND actor = 'agent' AND state = 'done'").get(path)?.n ?? 0
    expect([path, existsSync(join(dir, path))], 'the file is there when its journal says so').toEqual([path, times > 0])
    return times
  }
  switch (scene) {
    case 'story': return projectDb.prepare<[], { n: number }>('SELECT count(*) AS n FROM StoryThread').get()?.n ?? 0
    case 'file': return written('manuscript/a.md')
    case 'bash': return !existsSync(join(dir, 'ran.txt')) ? 0 : readFileSync(join(dir, 'ran.txt'), 'utf8').split('x').length - 1
    case 'child': case 'job': return written('manuscript/b.md')
  }
}

function check(runtime: ProjectRuntime, scene: Scene, killAt: number): string {
  const at = (what: string): string => `${scene} killed at ${killAt}: ${what}`
  const { agents, project, jobs } = runtime
  for (const session of agents.list()) {
    const { entries } = agents.entries(session.id, { limit: 500 })
    const calls = rolesIn(entries, 'assistant').flatMap(({ message }) => message.calls.map((call) => call.id))
    const results = rolesIn(entries, 'toolResult').map(({ message }) => message.callId)
    expect(results, at('one result for each call')).toEqual(calls)
    expect(['idle', 'interrupted'], at(`session ${session.id} is settled`)).toContain(session.status)
  }
  for (const one of ['Call WHERE state <> \'finished\'', 'Invocation WHERE state = \'open\'', 'Journal WHERE state = \'intent\'']) {
    expect(project.sessionsDb.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${one}`).get()?.n, at(`nothing is open in ${one}`)).toBe(0)
  }
  const deliveries = rolesIn(agents.entries(1, { limit: 500 }).entries, 'user').filter(({ entry }) => entry.origin === 'system').length
  expect([deliveries, jobs.list().map((job) => job.deliveryStatus)], at('each job is told once')).toEqual([jobs.list().length, jobs.list().map(() => 'accepted')])
  return agrees(agents.entries(1, { limit: 500 }).entries, effects(runtime, scene), scene, at)
}

/** What the transcript says of the call fits what happened. */
function agrees(entries: readonly Entry[], happened: number, scene: Scene, at: (what: string) => string): string {
  const last = entries.findLast((entry) => messageOf(entry)?.role === 'toolResult')
  const message = last === undefined ? null : messageOf(last)
  const said = message?.role === 'toolResult' ? message.result.code ?? message.result.status : 'no call'
  expect(happened, at(`took effect at most once (${said})`)).toBeLessThanOrEqual(1)
  if (scene === 'child' || scene === 'job') return said
  if (said === 'ok') expect(happened, at('said to be done')).toBe(1)
  if (said === 'INTERRUPTED' || said === 'no call') expect(happened, at(`said not to have been done (${said})`)).toBe(0)
  return said
}

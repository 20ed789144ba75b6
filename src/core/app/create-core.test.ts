import Database from 'better-sqlite3'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput, Output, ProcedureName } from '@shared/procedures'
import { createProject } from '../project/create-project'
import { openDatabase, schemaVersion } from '../project/database'
import { ownRecord } from '../project/lock-file'
import { projectMigrations, sessionsMigrations } from '../project/open-project'
import { coreHandlers } from '../router/index'
import { createRouter } from '../router/router'
import { createCore } from './create-core'
import { takeKeys } from './keys'
import type { Core } from './types'

let root = ''
const cores: Core[] = []
beforeEach(async () => void (root = await mkdtemp(join(tmpdir(), 'wenqu-core-'))))
afterEach(async () => {
  await Promise.all(cores.splice(0).map((core) => core.close()))
  await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })
})

async function start() {
  const defects: unknown[] = []
  const core = await createCore({ home: join(root, 'home'), demoSpeed: 0 })
  cores.push(core)
  const router = createRouter(core, coreHandlers, (where, error) => {
    defects.push([where, error])
    return 'r'
  })
  const call = async <N extends ProcedureName>(name: N, input: CallInput<N>): Promise<Output<N>> => {
    const answer = await router.handle(name, input, 'human')
    if (!answer.ok) throw new Error(`${name}: ${answer.fault.code} ${answer.fault.message} ${JSON.stringify(defects.at(-1) ?? '')}`)
    return answer.value as Output<N>
  }
  return { core, call, defects }
}

const until = async (what: () => boolean | Promise<boolean>, ms = 8_000) => {
  const end = Date.now() + ms
  while (!(await what())) {
    if (Date.now() > end) throw new Error('did not happen in time')
    await new Promise((done) => setTimeout(done, 20))
  }
}

describe('core, all of it', () => {
  it('lets a novel that an older version holds be read as it stands, with what its holder wrote last, and leaves it as it is', async () => {
    const { core } = await start()
    const { dir } = await createProject(join(root, 'novel'), { title: '雪夜', locale: 'zh-CN' }, core.env)
    const file = (name: string) => join(dir, '.nbook', `${name}.sqlite`)
    for (const [name, migrations] of [['project', projectMigrations.slice(0, 1)], ['sessions', sessionsMigrations.slice(0, 1)]] as const) {
      await Promise.all(['', '-wal', '-shm'].map((end) => rm(file(name) + end, { force: true })))
      openDatabase(file(name), { migrations, backups: join(dir, '.nbook/backups'), env: core.env }).close()
    }
    const holder = new Database(file('sessions'))
    try {
      holder.exec("INSERT INTO Journal (at, actor, path, kind, state, groupId) VALUES ('2026-01-01T00:00:00.000Z', 'agent', 'a.md', 'create', 'done', 'g')")
      await writeFile(join(dir, '.nbook/lock'), JSON.stringify({ ...ownRecord(core.env), home: '/other', pid: process.ppid, startTime: null }))
      const { project, inbox, agents } = await core.open(dir)
      expect([project.readOnly, agents.list()]).toEqual([true, []])
      expect((await inbox.list('all', 10)).groups.flatMap((group) => group.items.map((item) => item.name))).toEqual(['a.md'])
      expect(() => project.sessionsDb.exec('DELETE FROM Journal')).toThrow(/readonly/)
      expect([schemaVersion(project.sessionsDb), schemaVersion(holder)]).toEqual([sessionsMigrations.length, 1])
    } finally {
      holder.close()
    }
  })

  it('makes the sample novel and answers what the window asks first', async () => {
    const { call } = await start()
    const opened = await call('projects.create', { title: '雪夜长灯', locale: 'zh-CN', sample: 'changan-snow' })
    expect(opened).toMatchObject({ title: '雪夜长灯', readOnly: false, trusted: true, configError: null })
    const { project } = opened
    const outline = await call('story.outline', { project })
    const info = await call('projects.info', { project })
    const chapters = [...outline.acts.flatMap((act) => act.chapters), ...outline.ungrouped]
    expect([chapters.length > 3, chapters.length, outline.words > 5_000]).toEqual([true, info.counts.chapters, true])
    const path = chapters[0]?.prose[0]?.path ?? ''
    const text = await call('text.open', { project, path })
    const saved = await call('text.save', { project, path, text: `${text.text}\n雪停了。\n`, baseHash: text.hash })
    expect(saved.words).toBeGreaterThan(0)
    expect((await call('projects.recent', {})).projects.map((one) => one.title)).toEqual(['雪夜长灯'])
    expect((await call('models.list', {})).default).toBe('demo/author')
    expect((await call('profiles.list', { project })).profiles.map((one) => one.key)).toContain('leader.default')
    expect(await call('import.pending', { project })).toMatchObject({ running: false, importId: null })
  })

  it('runs the demo model to its end; the events tell it in order', async () => {
    const { core, call } = await start()
    const { project } = await call('projects.create', { title: '雪', locale: 'zh-CN', sample: 'changan-snow' })
    const from = (await call('events.snapshot', { project })).seq
    const session = await call('sessions.create', { project, profileKey: 'leader.default' })
    await call('sessions.send', { project, sessionId: session.id, text: 'tour' })
    expect((await core.get(project).agents.whenQuiet(session.id)).status).toBe('idle')
    const { events, gap } = await call('events.since', { project, epoch: core.hub.epoch, seq: from })
    const types = events.map(({ event }) => event.type)
    expect([gap, types.includes('text.delta'), types.includes('call.end'), types.lastIndexOf('run.ended') > types.indexOf('message.start')]).toEqual([false, true, true, true])
    const page = await call('sessions.entries', { project, sessionId: session.id })
    expect(page.entries.some((entry) => entry.payload['role'] === 'toolResult')).toBe(true)
  })

  it('imports a text file', async () => {
    const { call } = await start()
    const { project } = await call('projects.create', { title: '新书', locale: 'zh-CN' })
    const file = join(root, 'a.txt')
    await writeFile(file, Array.from({ length: 20 }, (_, n) => `第${n + 1}章 灯${n}\n\n　　他走了。\n`).join('\n'))
    const { importId } = await call('import.preview', { project, file })
    await call('import.run', { project, importId })
    await until(async () => (await call('import.report', { project, importId })).state !== 'running')
    expect(await call('import.report', { project, importId })).toMatchObject({ state: 'done', made: 20 })
    const outline = await call('story.outline', { project })
    expect(outline.ungrouped.map((chapter) => [chapter.prose.length, chapter.words])).toEqual(Array.from({ length: 20 }, () => [1, 3]))
  })

  it('two processes of one installation see each other: a commit of one is an event of the other', async () => {
    const first = await start()
    const { project, dir } = await first.call('projects.create', { title: 'Two', locale: 'en' })
    const second = await start()
    expect(await second.call('projects.open', { dir })).toMatchObject({ readOnly: false })
    const seen: string[] = []
    first.core.hub.onBatch((events) => seen.push(...events.flatMap(({ event }) => (event.type === 'story.changed' ? [`${event.by} ${event.kinds.join()}`] : [event.type]))))
    await second.call('story.save', { project, kind: 'act', fields: { name: 'one', title: 'One' } })
    await second.call('sessions.create', { project, profileKey: 'leader.default' })
    await until(() => seen.includes('outside act') && seen.includes('session.changed'))
  })

  it('keeps what is set, reads settings by hand, and says what is broken', async () => {
    const { core, call } = await start()
    expect((await call('settings.setUi', { theme: 'dark' })).theme).toBe('dark')
    await writeFile(join(root, 'home', 'config.json'), '{"ui":')
    const broken = await call('settings.get', {})
    expect([broken.config.ui.theme, broken.error?.includes('config.json')]).toEqual(['dark', true])
    core.setKeys({ ds: 'secret' })
    expect(core.keysSet()).toEqual(['ds'])
  })

  it('opens a project once and says which is not open', async () => {
    const { core, call } = await start()
    const { dir, project } = await call('projects.create', { title: 'Once', locale: 'en' })
    expect(await core.open(dir)).toBe(core.get(project))
    await core.closeProject(project)
    expect(() => core.get(project)).toThrow('PROJECT_NOT_OPEN')
    expect((await core.open(dir)).project.slug).toBe(project)
  })

  it('takes keys out of the environment', () => {
    const env: NodeJS.ProcessEnv = { WENQU_KEY_DS: 'a', WENQU_KEY_EMPTY: '', PATH: '/bin' }
    expect([takeKeys(env), env]).toEqual([{ ds: 'a' }, { PATH: '/bin' }])
  })
})

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { CoreEvent } from '@shared/events'
import { ExportChoice } from '@shared/procedures/export'
import { createManuscript } from '../manuscript/manuscript'
import { createProject } from '../project/create-project'
import { createEnv } from '../project/env'
import { openProject } from '../project/open-project'
import type { By } from '../project/types'
import { createStoryService } from '../story/story-service'
import { createExports } from './exports'
import { openFocusStore } from './focus-store'

const by: By = { actor: 'author', sessionId: null, callId: null }
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

async function rig({ title = '雪夜', locale = 'zh-CN' }: { title?: string; locale?: 'zh-CN' | 'en' } = {}) {
  const root = await mkdtemp(join(tmpdir(), 'wenqu-export-'))
  const env = createEnv(join(root, 'home'))
  const { dir } = await createProject(join(root, 'novel'), { title, locale }, env)
  const events: CoreEvent[] = []
  const project = await openProject(dir, env, { emit: (event) => void events.push(event), readOnlyOk: false, watch: false })
  cleanups.push(() => rm(root, { recursive: true, force: true }), () => project.close())
  const manuscript = createManuscript(project)
  const story = createStoryService({ db: project.projectDb, env, emit: project.emit, manifestTitle: () => project.manifest().title, prose: () => manuscript.prose(), focus: openFocusStore(project.sessionsDb) })
  let n = 0
  const act = (of: string) => story.save({ kind: 'act', action: 'create', id: null, fields: { name: `a${(n += 1)}`, title: of } }, { by, exactlyOnce: null }).id
  const chapter = async (of: string, text: string | null, actId: string | null = null) => {
    const name = `c${(n += 1)}`
    const { id } = story.save({ kind: 'chapter', action: 'create', id: null, fields: { name, title: of, ...(actId === null ? {} : { actId }) } }, { by, exactlyOnce: null })
    const path = text === null ? null : await manuscript.addChapter({ name, title: of, volume: null, text })
    return { id, path }
  }
  const exports = createExports({ project, story })
  cleanups.push(() => exports.close())
  const ended = async (id: string) => {
    while (exports.report(id).state === 'running') await new Promise((done) => setImmediate(done))
    return exports.report(id)
  }
  const run = async (choice: Partial<ExportChoice> & Pick<ExportChoice, 'format'>, name = `out.${choice.format}`, overwrite = false) => {
    const report = await ended(await exports.run(ExportChoice.parse(choice), join(root, name), overwrite))
    return { ...report, bytes: report.state === 'done' ? await readFile(report.path) : null }
  }
  return { root, project, story, manuscript, events, exports, act, chapter, run, ended }
}

describe('export (09 §16)', () => {
  it('a TXT has a BOM, headings, every paragraph once and indented, in reading order', async () => {
    const { act, chapter, run, events } = await rig()
    const first = act('风雪')
    await chapter('灯一', '他走了。\n\n“走吧。”她说。\n\n***\n\n　　天亮了。\n', first)
    await chapter('灯二', null, first)
    await chapter('尾声', '雪停了。\n')
    const report = await run({ format: 'txt' })
    expect(report.bytes?.toString()).toBe('\uFEFF风雪\n\n灯一\n\n　　他走了。\n　　“走吧。”她说。\n***\n　　天亮了。\n\n尾声\n\n　　雪停了。\n\n')
    expect(report).toMatchObject({ state: 'done', chapters: 2, words: 13, leftOut: [{ reason: 'empty', what: '灯二' }] })
    expect(events.filter((event) => event.type === 'export.progress').at(-1)).toMatchObject({ state: 'done', done: 2, total: 2 })
  })

  it('an existing file is asked about, and stays when nothing is said', async () => {
    const { root, chapter, run } = await rig()
    await chapter('灯一', '他走了。\n')
    await writeFile(join(root, 'out.txt'), 'mine')
    await expect(run({ format: 'txt' })).rejects.toMatchObject({ fault: { code: 'FILE_EXISTS' } })
    expect(await readFile(join(root, 'out.txt'), 'utf8')).toBe('mine')
    expect((await run({ format: 'txt' }, 'out.txt', true)).bytes?.toString()).toContain('他走了。')
  })
})

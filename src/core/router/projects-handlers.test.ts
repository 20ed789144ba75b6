import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ProjectConfig } from '@shared/settings'
import { tempFolder } from '../../../test/project/make-project'
import type { Core, ProjectRuntime, RequestContext } from '../app/types'
import { createManuscript } from '../manuscript/manuscript'
import { openConfigFile } from '../project/config-store'
import { createEnv } from '../project/env'
import { openProject, projectRoot } from '../project/open-project'
import { filesHandlers } from './files-handlers'
import { projectsHandlers } from './projects-handlers'
import { worldOf } from '../app/world-of'
import { trashHandlers } from './trash-handlers'

/** A core with real projects and manuscripts, and a story that is empty. */
function makeContext(): { context: RequestContext; home: string; sessions: { status: string }[] } {
  const home = join(tempFolder(), 'home')
  const env = createEnv(home)
  const open = new Map<string, ProjectRuntime>()
  const sessions: { status: string }[] = []
  const story = { counts: () => ({ acts: 0, chapters: 0, scenes: 0, threads: 0, phases: 0, promises: 0, decisions: 0, subjects: 0, slices: 0 }), trashList: () => [], proseItems: () => [] }
  const close = async (slug: string): Promise<void> => {
    const runtime = open.get(slug)
    open.delete(slug)
    await runtime?.project.close()
  }
  const core = {
    env,
    open: async (dir: string) => {
      const root = await projectRoot(dir)
      const known = open.get(root.slug)
      if (known !== undefined) return known
      const project = await openProject(root.dir, env, { emit: () => undefined, readOnlyOk: true, watch: false })
      onTestFinished(() => project.close())
      const file = openConfigFile(join(project.dir, '.nbook/config.json'), ProjectConfig)
      const runtime = {
        project, scripts: { states: () => [] }, mcp: { states: () => [] }, world: worldOf(project), story, manuscript: createManuscript(project), agents: { list: () => sessions }, config: () => ({ config: file.get().value, error: file.get().error }),
        setConfig: async (change: (config: ProjectConfig) => ProjectConfig) => void (await file.update(change)),
      } as unknown as ProjectRuntime
      open.set(root.slug, runtime)
      return runtime
    },
    get: (slug: string) => {
      const runtime = open.get(slug)
      if (runtime === undefined) throw new Error('not open')
      return runtime
    },
    closeProject: close,
    release: (slug: string) => void close(slug),
  } as unknown as Core
  return { context: { core, principal: 'human' }, home, sessions }
}

describe('projects', () => {
  it('are made in the default folder, trusted, remembered', async () => {
    const { context, home } = makeContext()
    const made = await projectsHandlers['projects.create']({ title: '雪夜', locale: 'zh-CN' }, context)
    expect(made).toEqual({ project: '雪夜', dir: join(home, 'novels/雪夜'), title: '雪夜', locale: 'zh-CN', readOnly: false, lock: null, unwritable: false, trusted: true, approvals: 'author', configError: null, ownTools: 0 })
    expect((await projectsHandlers['projects.create']({ title: '雪夜', locale: 'zh-CN' }, context)).project).toBe('雪夜-2')
    expect((await projectsHandlers['projects.recent']({}, context)).projects.map((one) => [one.title, one.missing])).toEqual([['雪夜', false], ['雪夜', false]])
  })

  it('are renamed, set to strict, trusted and not', async () => {
    const { context } = makeContext()
    const { project, dir } = await projectsHandlers['projects.create']({ title: 'a', locale: 'en' }, context)
    writeFileSync(join(dir, 'project.yaml'), '# mine\nkind: novel\ntitle: a\nlocale: en\nlater: 1\n')
    expect((await projectsHandlers['projects.setTitle']({ project, title: 'b' }, context)).title).toBe('b')
    expect(readFileSync(join(dir, 'project.yaml'), 'utf8')).toBe('# mine\nkind: novel\ntitle: b\nlocale: en\nlater: 1\n')
    expect((await projectsHandlers['projects.setApprovals']({ project, approvals: 'strict' }, context)).approvals).toBe('strict')
    expect((await projectsHandlers['projects.setTrust']({ project, trusted: false }, context)).trusted).toBe(false)
    writeFileSync(join(dir, '.nbook/config.json'), '{')
    expect(await projectsHandlers['projects.open']({ dir }, context)).toMatchObject({ approvals: 'strict', configError: expect.stringContaining('config.json') })
  })

  it('held elsewhere open read-only; a stale lock is taken over', async () => {
    const { context } = makeContext()
    const { project, dir } = await projectsHandlers['projects.create']({ title: 'a', locale: 'en' }, context)
    await context.core.closeProject(project)
    writeFileSync(join(dir, '.nbook/lock'), JSON.stringify({ machine: 'desk', user: 'li', pid: 4, at: '2020-01-01T00:00:00.000Z' }))
    expect(await projectsHandlers['projects.open']({ dir }, context)).toMatchObject({ readOnly: true, lock: { machine: 'desk', user: 'li', pid: 4, stale: true } })
    await expect(filesHandlers['files.create']({ project, path: 'a.md', kind: 'file', text: '' }, context)).rejects.toMatchObject({ fault: { code: 'PROJECT_LOCKED' } })
    expect(await projectsHandlers['projects.takeOverLock']({ project }, context)).toMatchObject({ readOnly: false, lock: null })
    expect(await filesHandlers['files.create']({ project, path: 'a.md', kind: 'file', text: '' }, context)).toEqual({ path: 'a.md' })
  })

  it('go whole into the trash of their workspace, by the exact title, and come back', async () => {
    const { context, sessions } = makeContext()
    const { project, dir } = await projectsHandlers['projects.create']({ title: '雪夜', locale: 'zh-CN' }, context)
    const other = (await projectsHandlers['projects.create']({ title: 'other', locale: 'en' }, context)).project
    await filesHandlers['files.create']({ project, path: 'manuscript/v/c/index.md', kind: 'file', text: '他走了' }, context)
    await expect(trashHandlers['trash.deleteProject']({ project, confirmTitle: '雪' }, context)).rejects.toMatchObject({ fault: { code: 'TITLE_MISMATCH' } })
    sessions.push({ status: 'running' })
    await expect(trashHandlers['trash.deleteProject']({ project, confirmTitle: '雪夜' }, context)).rejects.toMatchObject({ fault: { code: 'PROJECT_BUSY' } })
    sessions.pop()
    await trashHandlers['trash.deleteProject']({ project, confirmTitle: '雪夜' }, context)
    expect(existsSync(dir)).toBe(false)
    const { items } = await trashHandlers['trash.list']({ project: other }, context)
    expect(items).toMatchObject([{ kind: 'project', name: '雪夜', words: 3 }])
    const id = items[0]?.id ?? ''
    await expect(trashHandlers['trash.purge']({ project: other, ids: [id] }, context)).rejects.toMatchObject({ fault: { code: 'TITLE_MISMATCH' } })
    expect(await trashHandlers['trash.restore']({ project: other, id }, context)).toEqual({ restoredTo: dir, renamed: false, story: null })
    expect(await filesHandlers['text.open']({ project: (await projectsHandlers['projects.open']({ dir }, context)).project, path: 'manuscript/v/c/index.md' }, context)).toMatchObject({ text: '他走了' })
  })

  it('say of a folder whether it will do', async () => {
    const { context, home } = makeContext()
    mkdirSync(join(home, 'Dropbox/x'), { recursive: true })
    expect(await projectsHandlers['projects.checkFolder']({ dir: join(home, 'Dropbox/x') }, context)).toEqual({ writable: true, reason: null, synced: 'Dropbox', exists: true, empty: true })
  })
})

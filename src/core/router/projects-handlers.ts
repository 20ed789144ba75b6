import { join } from 'node:path'
import { fail } from '@shared/fault'
import type { OpenProject, projectProcedures } from '@shared/procedures/project'
import type { Handlers } from '@shared/procedures'
import type { ProjectRuntime, RequestContext } from '../app/types'
import { checkFolder } from '../project/check-folder'
import { createProject } from '../project/create-project'
import { novelWords, projectInfo } from '../project/info'
import { manifestName, readManifest, withTitle } from '../project/manifest'
import { defaultFolder, noteOpened, recentProjects } from '../project/recent'
import { sampleDir } from '../project/resources'
import { freeSlug } from '../project/slug'
import { setTrust } from '../project/trust'
import type { By, Env } from '../project/types'
import { loadProjectPlan } from '../app/load-project-plan'

const author: By = { actor: 'author', sessionId: null, callId: null }

/** What the window needs to know of an opened project. */
function describe({ project, config, scripts, mcp }: ProjectRuntime): OpenProject {
  const { title, locale } = project.manifest()
  const settings = config()
  return {
    project: project.slug, dir: project.dir, title, locale, readOnly: project.readOnly, lock: project.lock(), unwritable: project.unwritable, trusted: project.trusted(),
    approvals: settings.config.approvals, configError: settings.error, ownTools: scripts.states().length + mcp.states().length,
  }
}

/** Opens, remembers in the recent list (a failing list never keeps a project shut), describes. */
async function openAndNote({ core }: RequestContext, dir: string): Promise<OpenProject> {
  const runtime = await core.open(dir)
  const words = await wordsOf(runtime).catch(() => null)
  await noteOpened(core.env, { dir: runtime.project.dir, title: runtime.project.manifest().title, words }).catch(() => undefined)
  return describe(runtime)
}

const wordsOf = async (runtime: ProjectRuntime): Promise<number> => novelWords(runtime.project, await runtime.manuscript.prose()).words

const placeFor = (env: Env, title: string): string => join(defaultFolder(env), freeSlug(defaultFolder(env), title))

/** A sample made without a title of the author's keeps its own, in its folder's name too. */
const titleOf = (title: string, sample: string | undefined): string => (title.trim() === '' && sample !== undefined ? readManifest(sampleDir(sample)).title : title)

/** Project procedures of the window (09 §1, §2; 02 §4). */
export const projectsHandlers: Handlers<keyof typeof projectProcedures, RequestContext> = {
  'projects.recent': (_input, { core }) => ({ projects: recentProjects(core.env) }),
  'projects.checkFolder': ({ dir }) => checkFolder(dir),
  'projects.create': async ({ title, dir, locale, sample }, context) => {
    const { env } = context.core
    const made = await createProject(dir ?? placeFor(env, titleOf(title, sample)), {
      title, locale, ...(sample === undefined ? {} : { sample }), loadPlan: loadProjectPlan,
    }, env)
    await setTrust(env, made.dir, true)
    return openAndNote(context, made.dir)
  },
  'projects.open': ({ dir }, context) => openAndNote(context, dir),
  'projects.close': async ({ project }, { core }) => {
    const runtime = core.get(project)
    const words = await wordsOf(runtime).catch(() => null)
    await noteOpened(core.env, { dir: runtime.project.dir, title: runtime.project.manifest().title, words }).catch(() => undefined)
    core.release(project)
    return {}
  },
  'projects.info': async ({ project }, { core }) => {
    const runtime = core.get(project)
    return projectInfo(runtime.project, runtime.story.counts(), await runtime.manuscript.prose())
  },
  'projects.takeOverLock': async ({ project }, { core }) => {
    const { project: opened } = core.get(project)
    if (!opened.takeOverLock()) fail('PROJECT_LOCKED', 'The project is still in use elsewhere.', { data: { holder: opened.lock() } })
    await core.closeProject(project)
    return describe(await core.open(opened.dir))
  },
  'projects.setTrust': async ({ project, trusted }, { core }) => {
    const runtime = core.get(project)
    await setTrust(core.env, runtime.project.dir, trusted)
    runtime.project.emit({ type: 'trust.changed' })
    return describe(runtime)
  },
  'projects.setApprovals': async ({ project, approvals }, { core }) => {
    const runtime = core.get(project)
    runtime.project.assertWritable()
    await runtime.setConfig((config) => ({ ...config, approvals }))
    return describe(runtime)
  },
  'projects.setTitle': async ({ project, title }, { core }) => {
    const runtime = core.get(project)
    const { files, assertWritable } = runtime.project
    assertWritable()
    const path = await files.authorize(manifestName, { use: 'write' })
    const file = await files.readText(path)
    await files.apply([{ path, text: withTitle(file.text, title), base: file.hash }], author)
    return describe(runtime)
  },
}

import { existsSync } from 'node:fs'
import { cp, readFile, readdir, rm, rmdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { fail, isFault } from '@shared/fault'
import { makeFolders } from '@shared/make-folders'
import { writeFileAtomic } from './atomic-write'
import { authorFolders } from './control-folder'
import { manifestName, newManifest, parseManifest, readManifest, withTitle } from './manifest'
import { openProject, projectRoot } from './open-project'
import { isSlug } from './paths/syntax'
import { sampleDir } from './resources'
import { errorCode, writeFailed } from './retry'
import type { Env, Manifest, OpenedProject } from './types'
import { defaultWorld } from './world-default'

export interface CreateOptions {
  title: string
  locale: Manifest['locale']
  /** The name of a folder of `resources/samples`. */
  sample?: string
  /** Fills the story from the sample's `plan.yaml`; given by who knows the story (story/load-plan.ts). */
  loadPlan?: (project: OpenedProject, planYaml: string) => void | Promise<void>
}

const lore = ['world', 'character', 'location', 'faction', 'item', 'event', 'system', 'note', 'instruction']
/** The folders of a new project (02 §1). */
const folders = ['manuscript', ...lore.map((name) => `lorebook/${name}`), 'reference', 'world', '.agent/plan', '.agent/assets', '.nbook', ...authorFolders.map((name) => `.nbook/${name}`)]
const planFile = 'plan.yaml'

/**
 * Makes a project folder: DIR is the project itself and must be missing or empty (10). With `sample` its files are copied, its
 * own title and language kept unless a title is given. INVALID_PROJECT_ROOT, PROJECT_MANIFEST_CONFLICT, DIR_NOT_EMPTY, SAMPLE_NOT_FOUND, WRITE_FAILED.
 */
export async function createProject(dir: string, options: CreateOptions, env: Env): Promise<{ slug: string; dir: string }> {
  const absolute = resolve(dir)
  if (!isSlug(basename(absolute))) fail('INVALID_PROJECT_ROOT', `"${basename(absolute)}" cannot be the name of a project folder.`, { actual: absolute })
  const sample = options.sample === undefined ? null : sampleDir(options.sample)
  const manifest = await manifestText(options, sample)
  parseManifest(manifest)
  const existed = await refuseTaken(absolute)
  try {
    await fillFolder(absolute, manifest, sample, options)
    const root = await projectRoot(absolute)
    await firstOpening(root.dir, sample, options, env)
    return { slug: root.slug, dir: root.dir }
  } catch (error) {
    await takeBack(absolute, existed, sample)
    if (isFault(error) || errorCode(error) === '') throw error
    return writeFailed(absolute, error)
  }
}

async function fillFolder(dir: string, manifest: string, sample: string | null, options: CreateOptions): Promise<void> {
  for (const folder of folders) makeFolders(join(dir, folder))
  for (const [name, text] of Object.entries(defaultWorld(options.locale))) await writeFileAtomic(join(dir, 'world', name), text)
  await writeFileAtomic(join(dir, 'AGENTS.md'), agentsNote(options.locale))
  if (sample !== null) await copySample(sample, dir)
  await writeFileAtomic(join(dir, manifestName), manifest)
}

/** Half a project is no project: what was made goes, so that the same place can be tried again; a folder that was there stays. */
async function takeBack(dir: string, existed: boolean, sample: string | null): Promise<void> {
  const copied = sample === null ? [] : await readdir(sample)
  const made = new Set([...folders.map((folder) => folder.split('/')[0] ?? folder), 'AGENTS.md', manifestName, ...copied])
  for (const name of made) await rm(join(dir, name), { recursive: true, force: true }).catch(() => undefined)
  if (!existed) await rmdir(dir).catch(() => undefined)
}

async function manifestText(options: CreateOptions, sample: string | null): Promise<string> {
  if (sample === null) return newManifest({ title: options.title.trim(), locale: options.locale })
  const text = await readFile(join(sample, manifestName), 'utf8')
  const title = options.title.trim()
  return title === '' || title === readManifest(sample).title ? text : withTitle(text, title)
}

/** Whether the folder exists (empty). PROJECT_MANIFEST_CONFLICT, DIR_NOT_EMPTY. */
async function refuseTaken(dir: string): Promise<boolean> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException): string[] | null => {
    if (error.code === 'ENOENT') return null
    if (error.code === 'ENOTDIR' && existsSync(dir)) fail('DIR_NOT_EMPTY', `${dir} is a file.`, { actual: dir })
    return writeFailed(dir, error)
  })
  if (names === null) return false
  if (names.includes(manifestName)) fail('PROJECT_MANIFEST_CONFLICT', `${dir} is a project already; open it.`, { actual: dir })
  if (names.length > 0) fail('DIR_NOT_EMPTY', `${dir} is not empty.`, { actual: dir, fix: 'Choose a new or an empty folder.' })
  return true
}

const copySample = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, errorOnExist: false, filter: (source) => !['.nbook', planFile].includes(basename(source)) })

/** The first opening makes the databases and, for a sample, its story. */
async function firstOpening(dir: string, sample: string | null, options: CreateOptions, env: Env): Promise<void> {
  const project = await openProject(dir, env, { emit: () => undefined, readOnlyOk: false, watch: false })
  try {
    const plan = sample === null ? null : await readFile(join(sample, planFile), 'utf8').catch(() => null)
    if (plan !== null && options.loadPlan !== undefined) await options.loadPlan(project, plan)
  } finally {
    await project.close()
  }
}

const agentsNote = (locale: Manifest['locale']): string =>
  locale === 'zh-CN' ? '# 给智能体的约定\n\n写在这里的规则，信任本项目后由智能体读取。\n' : '# Rules for agents\n\nWhat stands here is read by agents once this project is trusted.\n'

import { existsSync, readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { RecentProject } from '@shared/procedures/project'
import { changeJson, readJson } from './json-store'
import { manifestName, readManifest } from './manifest'
import type { Env } from './types'

const RecentFile = z.object({ projects: z.array(z.object({ dir: z.string(), title: z.string(), words: z.number(), openedAt: z.string() })) })
type Kept = z.infer<typeof RecentFile>['projects'][number]
type Recent = z.infer<typeof RecentProject>
const most = 50
const place = (env: Env): string => join(env.home, 'recent.json')

/** Where novels are kept unless the author says otherwise: below WENQU_HOME when that is set, else `~/Documents/Wenqu`. */
export function defaultFolder(env: Env): string {
  const set = process.env['WENQU_HOME'] !== undefined && process.env['WENQU_HOME'] !== ''
  return set || env.home !== join(homedir(), '.wenqu') ? join(env.home, 'novels') : join(homedir(), 'Documents', 'Wenqu')
}

function keptIn({ value }: ReturnType<typeof readJson>): Kept[] {
  const parsed = RecentFile.safeParse(value)
  return parsed.success ? parsed.data.projects : []
}

/** Two windows that count at once both stay in the list. Null: nothing to write. */
async function changeKept(env: Env, change: (kept: Kept[]) => Kept[] | null): Promise<void> {
  await changeJson(place(env), (found) => {
    const projects = change(keptIn(found))
    return projects === null ? undefined : { projects }
  })
}

/** Projects opened before, newest first, then those found in the default folder (09 §2). A missing one is said to be. */
export function recentProjects(env: Env): Recent[] {
  const kept = keptIn(readJson(place(env)))
  const known = new Set(kept.map((one) => one.dir))
  const opened = kept.map((one): Recent => ({ ...one, missing: !isProject(one.dir) }))
  const folder = defaultFolder(env)
  const names = existsSync(folder) ? readdirSync(folder).sort() : []
  const found = names.map((name) => join(folder, name)).filter((dir) => !known.has(dir) && isProject(dir))
  return [...opened, ...found.map((dir): Recent => ({ dir, title: titleOf(dir), words: 0, openedAt: null, missing: false }))]
}

const isProject = (dir: string): boolean => statSync(join(dir, manifestName), { throwIfNoEntry: false })?.isFile() === true

function titleOf(dir: string): string {
  try {
    return readManifest(dir).title
  } catch {
    return dir.split(/[\\/]/).at(-1) ?? dir
  }
}

/** Remembers an opened project at the top of the list; `words` null keeps the number known before. */
export async function noteOpened(env: Env, project: { dir: string; title: string; words: number | null }): Promise<void> {
  await changeKept(env, (kept) => {
    const before = kept.find((one) => one.dir === project.dir)
    const row: Kept = { dir: project.dir, title: project.title, words: project.words ?? before?.words ?? 0, openedAt: env.now().toISOString() }
    return [row, ...kept.filter((one) => one.dir !== project.dir)].slice(0, most)
  })
}

/** Keeps the 字数 of a project in the list as its window last counted it, so that they are right even when the app dies. */
export async function noteWords(env: Env, dir: string, words: number): Promise<void> {
  await changeKept(env, (kept) => (kept.some((one) => one.dir === dir && one.words !== words) ? kept.map((one) => (one.dir === dir ? { ...one, words } : one)) : null))
}

/** Forgets a project that went to the trash of its workspace. */
export async function forgetOpened(env: Env, dir: string): Promise<void> {
  await changeKept(env, (kept) => (kept.some((one) => one.dir === dir) ? kept.filter((one) => one.dir !== dir) : null))
}

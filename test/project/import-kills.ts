import { spawn } from 'node:child_process'
import { cpSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createImports, type Imports } from '../../src/core/app/imports'
import { openProject } from '../../src/core/project/open-project'
import type { Env, OpenedProject } from '../../src/core/project/types'
import { verifyProject } from '../../src/core/project/verify'
import { bundleChild } from '../model-server/bundle-child'
import { exited } from './child'
import { writing } from './import-rig'
import { makeProject } from './make-project'

/** How the author goes on: the file chosen anew, as the command line does, the one that broke off taken up, or left at what was made. */
const WAYS = ['anew', 'takenUp', 'left'] as const
type Way = (typeof WAYS)[number]
export interface KillBook { project: OpenedProject; env: Env; template: string; file: string; child: string; chapters: number; again: 'skip' | 'both' }

const textOf = (n: number): string => `他走进第${n}条街，雪落下来。\n\n“走吧。”她说。\n`
const titleOf = (n: number): string => `第${n}章 灯${n}`

/** A novel of one act to import, and an empty project. With `both` the project has it once already. */
export async function killBook(chapters: number, again: 'skip' | 'both' = 'skip'): Promise<KillBook> {
  const { project, env, workspace } = await makeProject()
  const file = join(workspace, 'novel.txt')
  writeFileSync(file, `第一卷 雪夜\n\n${Array.from({ length: chapters }, (_, n) => `${titleOf(n + 1)}\n\n${textOf(n + 1)}`).join('\n')}`)
  if (again === 'both') await imported(createImports(writing(project)), file, 'skip')
  await project.close()
  const template = join(workspace, 'template')
  renameSync(project.dir, template)
  return { project, env, template, file, child: await bundleChild('test/project/importing-child.ts'), chapters, again }
}

async function imported(imports: Imports, file: string, again: 'skip' | 'both', cutOff: string | null = null): Promise<ReturnType<Imports['report']>> {
  const importId = cutOff ?? (await imports.preview(file, {})).importId
  await imports.run(importId, again)
  await expect.poll(() => imports.report(importId).state, { interval: 5, timeout: 60_000 }).not.toBe('running')
  return imports.report(importId)
}

/** Imports in a process of its own that is killed at its n-th write; gives how many writes there were when it was not. */
async function killed({ project, env, template, file, child: script, again }: KillBook, at: number): Promise<number | null> {
  rmSync(project.dir, { recursive: true, force: true })
  cpSync(template, project.dir, { recursive: true })
  let said = ''
  const child = spawn(process.execPath, [script, project.dir, env.home, file, again, String(at)], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.setEncoding('utf8').on('data', (part: string) => { said += part })
  await exited(child)
  if (child.exitCode !== 0) expect([at, child.signalCode]).toEqual([at, 'SIGKILL'])
  return child.exitCode === 0 ? Number(said) : null
}

export async function killPoints(book: KillBook): Promise<number> {
  const points = await killed(book, 0)
  if (points === null || points < book.chapters * 5) throw new Error(`only ${points} writes`)
  return points
}

/** I4: killed at this write and gone on with, every chapter is there once, with its own text and in its place, and nothing half made. False: there were fewer writes. */
export async function killAndGoOn(book: KillBook, at: number): Promise<boolean> {
  const { env, file, chapters, again } = book
  if ((await killed(book, at)) !== null) return false
  const way: Way = WAYS[at % WAYS.length] ?? 'anew'
  const project = await openProject(book.project.dir, env, { emit: () => undefined, readOnlyOk: false, watch: false })
  const parts = writing(project)
  const imports = createImports(parts)
  const { importId } = imports.pending()
  if (way === 'left' && importId !== null) {
    await imports.stop(importId)
    const { acts: made } = await parts.story.outline()
    expect([at, made.flatMap((one) => one.chapters).filter((one) => one.prose.length !== 1)], 'nothing half made').toEqual([at, []])
    expect([at, placesBelow(join(project.dir, 'manuscript'))], 'no empty place').toEqual([at, placesOf(made)])
    expect([at, imports.pending().importId]).toEqual([at, null])
    // A second copy that was left is not gone on with: asked for again, it would be a third.
    if (again === 'both') {
      await project.close()
      return true
    }
  }
  expect([at, await imported(imports, file, again, way === 'takenUp' ? importId : null)]).toEqual([at, expect.objectContaining({ state: 'done', left: 0, total: chapters })])
  expect([at, imports.pending().importId]).toEqual([at, null])
  const copies = again === 'both' ? 2 : 1
  const { acts, ungrouped, orphans } = await parts.story.outline()
  const all = Array.from({ length: chapters }, (_, n) => n + 1)
  expect([at, acts.map((one) => one.chapters.map(({ title }) => title)), ungrouped, orphans]).toEqual([at, Array.from({ length: copies }, () => all.map(titleOf)), [], []])
  const texts = acts.map((one) => one.chapters.map(({ prose }) => prose.map(({ path }) => parts.manuscript.split(readFileSync(join(project.dir, path), 'utf8')).text)))
  expect([at, texts]).toEqual([at, Array.from({ length: copies }, () => all.map((n) => [textOf(n)]))])
  expect([at, placesBelow(join(project.dir, 'manuscript'))], 'no place of a chapter but its own').toEqual([at, placesOf(acts)])
  expect([at, await verifyProject(project, await parts.manuscript.prose())]).toEqual([at, []])
  await imports.close()
  await project.close()
  return true
}

const placesBelow = (folder: string): string[] => globSync('*/*/', { cwd: folder }).map((path) => path.replaceAll('\\', '/').replace(/\/$/, '')).toSorted()
const placesOf = (acts: readonly { chapters: readonly { prose: readonly { path: string }[] }[] }[]): string[] => acts.flatMap((one) => one.chapters.flatMap(({ prose }) => prose.map(({ path }) => path.replace(/^manuscript\//, '').replace(/\/index\.md$/, '')))).toSorted()

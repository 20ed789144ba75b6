import { cpSync, existsSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openProject } from '../../src/core/project/open-project'
import { exited, startChild } from './child'
import { makeProject, put } from './make-project'

const words = '雪落下来。\n'
const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** 06 §7: killed at every `step`-th act on the trash while a text goes, it is in its place or in the trash, once, and nothing in the trash is out of sight. */
export async function killAtTrash(how: 'run' | 'tool' | 'author', step: number): Promise<void> {
  const { project, env, workspace } = await makeProject()
  await put(project, 'a.md', words)
  await project.close()
  const template = join(workspace, 'template')
  renameSync(project.dir, template)
  let kills = 0
  for (let at = 1; ; at += step) {
    cpSync(template, project.dir, { recursive: true })
    const child = startChild('dying-child.ts', [project.dir, env.home, how, String(at)], () => undefined)
    await exited(child)
    if (child.exitCode !== 0) expect([at, child.signalCode]).toEqual([at, 'SIGKILL'])
    const again = await openProject(project.dir, env, { emit: () => undefined, readOnlyOk: false, watch: false })
    const items = again.trash.list()
    const place = join(project.dir, 'a.md')
    expect([at, items.map((item) => item.from), namesIn(join(project.dir, '.nbook/trash'))]).toEqual([at, existsSync(place) ? [] : ['a.md'], items.map((item) => item.id)])
    for (const item of items) await again.trash.restore(item.id)
    expect([at, readFileSync(place, 'utf8')]).toEqual([at, words])
    await again.close()
    rmSync(project.dir, { recursive: true })
    if (child.exitCode === 0) break
    kills += 1
  }
  expect(kills).toBeGreaterThan(2)
}

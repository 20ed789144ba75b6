import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeProject, put } from '../../../test/project/make-project'
import { openProject } from './open-project'

const mounted = (at: string, size: string): boolean => spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', at]).status === 0

/** A copy of a novel on a disk of its own; null where none may be mounted. */
async function onOwnDisk(): Promise<{ disk: string; dir: string; open(): ReturnType<typeof openProject> } | null> {
  const { project, env, workspace } = await makeProject()
  await put(project, 'a.md', '雪落下来')
  await project.close()
  const disk = join(workspace, 'disk')
  mkdirSync(disk)
  if (!mounted(disk, '4m')) return null
  onTestFinished(() => { spawnSync('umount', ['-l', disk]) })
  const dir = join(disk, 'demo')
  cpSync(project.dir, dir, { recursive: true })
  return { disk, dir, open: () => openProject(dir, env, { emit: () => undefined, readOnlyOk: true, watch: false }) }
}

it('a novel on a full disk, or on one that takes no changes, says so when it is opened, and opens when there is room again', async ({ skip }) => {
  const place = await onOwnDisk()
  if (place === null) return skip()
  const { disk, dir, open } = place
  spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=4k'])
  await expect(open()).rejects.toMatchObject({ fault: { code: 'WRITE_FAILED', message: expect.stringMatching(/cannot be opened: its disk is full/) as string } })
  writeFileSync(join(disk, 'filler'), '')
  await (await open()).close()
  spawnSync('mount', ['-o', 'remount,ro', disk])
  await expect(open()).rejects.toMatchObject({ fault: { code: 'WRITE_FAILED', message: expect.stringMatching(/takes no changes/) as string } })
  spawnSync('mount', ['-o', 'remount,rw', disk])
  await (await open()).close()
  expect(readFileSync(join(dir, 'a.md'), 'utf8')).toBe('雪落下来')
})

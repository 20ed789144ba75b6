import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeProject, put } from '../../../test/project/make-project'
import { openProject } from './open-project'

const mounted = (at: string, size: string): boolean => spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', at]).status === 0

/** A copy of a novel on a disk of its own; null where none may be mounted. */
async function onOwnDisk(): Promise<{ disk: string; dir: string; open(): ReturnType<typeof openProject>; openToWrite(): ReturnType<typeof openProject> } | null> {
  const { project, env, workspace } = await makeProject()
  await put(project, 'a.md', '雪落下来')
  await project.close()
  const disk = join(workspace, 'disk')
  mkdirSync(disk)
  if (!mounted(disk, '4m')) return null
  onTestFinished(() => { spawnSync('umount', ['-l', disk]) })
  const dir = join(disk, 'demo')
  cpSync(project.dir, dir, { recursive: true })
  const openAs = (readOnlyOk: boolean) => openProject(dir, env, { emit: () => undefined, readOnlyOk, watch: false })
  return { disk, dir, open: () => openAs(true), openToWrite: () => openAs(false) }
}

it('a novel on a full disk says so when it is opened, and opens when there is room again', async ({ skip }) => {
  const place = await onOwnDisk()
  if (place === null) return skip()
  const { disk, dir, open } = place
  spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=4k'])
  await expect(open()).rejects.toMatchObject({ fault: { code: 'WRITE_FAILED', message: expect.stringMatching(/cannot be opened: its disk is full/) as string } })
  writeFileSync(join(disk, 'filler'), '')
  await (await open()).close()
  expect(readFileSync(join(dir, 'a.md'), 'utf8')).toBe('雪落下来')
})

it('a novel on a disk that takes no changes is opened for reading, and says why nothing can be written', async ({ skip }) => {
  const place = await onOwnDisk()
  if (place === null) return skip()
  const { disk, dir, open } = place
  const toWrite = await open()
  toWrite.projectDb.exec("INSERT INTO StoryChapter (name, title, sortOrder, createdAt, updatedAt) VALUES ('one', '第一章', 0, '', '')")
  const logged = readFileSync(join(dir, '.nbook/project.sqlite-wal'))
  await toWrite.close()
  // As after a power cut: what was written last stands in the log alone, or everything in the file.
  for (const cut of [false, true]) {
    if (cut) writeFileSync(join(dir, '.nbook/project.sqlite-wal'), logged)
    const before = readdirSync(join(dir, '.nbook')).toSorted()
    spawnSync('mount', ['-o', 'remount,ro', disk])
    const project = await open()
    expect([project.readOnly, project.unwritable, project.lock(), project.takeOverLock()]).toEqual([true, true, null, false])
    expect(project.projectDb.prepare('SELECT title FROM StoryChapter').pluck().get()).toBe('第一章')
    expect((await project.files.readText(await project.files.authorize('a.md', { use: 'read' }))).text).toBe('雪落下来')
    expect(() => project.assertWritable()).toThrow(/takes no changes/)
    await project.close()
    spawnSync('mount', ['-o', 'remount,rw', disk])
    expect(readdirSync(join(dir, '.nbook')).toSorted()).toEqual(before)
  }
  const again = await open()
  expect([again.readOnly, again.unwritable]).toEqual([false, false])
  await again.close()
})

it('what needs to write there, or a novel that was never opened, says that its disk takes no changes', async ({ skip }) => {
  const place = await onOwnDisk()
  if (place === null) return skip()
  const { disk, dir, open, openToWrite } = place
  spawnSync('mount', ['-o', 'remount,ro', disk])
  const refused = { fault: { code: 'WRITE_FAILED', message: expect.stringMatching(/takes no changes/) as string } }
  await expect(openToWrite()).rejects.toMatchObject(refused)
  spawnSync('mount', ['-o', 'remount,rw', disk])
  rmSync(join(dir, '.nbook'), { recursive: true })
  spawnSync('mount', ['-o', 'remount,ro', disk])
  await expect(open()).rejects.toMatchObject(refused)
})

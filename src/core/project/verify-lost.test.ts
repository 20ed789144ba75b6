import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { author, makeProject, put } from '../../../test/project/make-project'
import { createManuscript } from '../manuscript/manuscript'
import { createJournal } from './journal'
import type { OpenedProject } from './types'
import { verifyProject } from './verify'

/** A project with the chapter "第一章" named `one`, and one that has no text yet. */
async function made() {
  const { project } = await makeProject()
  const chapter = (name: string, title: string) => project.projectDb.prepare("INSERT INTO StoryChapter (name, title, sortOrder, createdAt, updatedAt) VALUES (?, ?, 0, '', '')").run(name, title)
  chapter('one', '第一章')
  chapter('two', '第二章')
  return project
}
const path = 'manuscript/v/one/index.md'
const whole = '---\ntitle: 第一章\ntype: chapter\nchapter: one\n---\n\n他走了。\n'

/** As another program puts it there: nothing of ours has seen it. */
function byHand(project: OpenedProject): string {
  const real = join(project.dir, path)
  mkdirSync(dirname(real), { recursive: true })
  writeFileSync(real, whole)
  return real
}
const found = async (project: OpenedProject) => (await verifyProject(project, await createManuscript(project).prose())).filter((one) => one.code !== 'CALENDAR_MISSING')

/** A scene of the chapter `one`, so far written. */
const writeScene = ({ projectDb }: OpenedProject, status: string) => projectDb.exec(`INSERT INTO StoryThread (id, name, title, sortOrder, createdAt, updatedAt) VALUES (1, 't', 'T', 0, '', '');
  INSERT INTO StoryScene (threadId, chapterId, title, status, threadSortOrder, chapterSortOrder, createdAt, updatedAt) VALUES (1, 1, 's', '${status}', 0, 0, '', '')`)

it('project verify: changes that have not ended are one line, and it says what becomes of them', async () => {
  const project = await made()
  const open = (count: number) => createJournal(project.sessionsDb, project.env).begin(Array.from({ length: count }, (_, n) => ({ path: `lorebook/${n}.md`, kind: 'create' as const, movedTo: null, before: null, after: 'x', sizeBefore: null, sizeAfter: 1 })), author)
  open(1)
  expect(await found(project)).toEqual([{ severity: 'warning', code: 'JOURNAL_OPEN', path: null, message: 'A change has not ended; once no other process works on the novel, this is settled when it is opened next.' }])
  open(399)
  expect(await found(project)).toMatchObject([{ code: 'JOURNAL_OPEN', message: expect.stringMatching(/^400 changes have not ended; /) as string }])
})

describe('project verify: a chapter whose text is gone', () => {
  it('that no journal names is found by the folder it left, and told how to come back', async () => {
    const project = await made()
    const real = byHand(project)
    expect(await found(project)).toEqual([])
    rmSync(real)
    expect(await found(project)).toEqual([{ severity: 'warning', code: 'PROSE_GONE', path, message: `The chapter "第一章" has no text, but its folder is there without "${path}". Bring it back from a backup of the project.` }])
  })

  it('whose folder is gone, too, is found by a scene that is written', async () => {
    const project = await made()
    byHand(project)
    writeScene(project, 'written')
    expect(await found(project)).toEqual([])
    rmSync(join(project.dir, 'manuscript/v'), { recursive: true })
    expect(await found(project)).toMatchObject([{ severity: 'warning', code: 'PROSE_GONE', path: null, message: expect.stringContaining('第一章') }])
  })

  it('that the app wrote is an error, once, with the version that can be restored', async () => {
    const project = await made()
    await put(project, path, whole)
    rmSync(join(project.dir, path))
    expect(await found(project)).toMatchObject([{ severity: 'error', code: 'PROSE_GONE', path, message: expect.stringContaining('from a backup') }])
    const { at } = await project.history.keep(path, '他走了。\n', 'day', 'author')
    expect(await found(project)).toMatchObject([{ severity: 'error', code: 'PROSE_GONE', path, message: expect.stringContaining(`history keeps its text of ${at}`) }])
  })

  it('that lies in the trash without a word in the journal is told where it is', async () => {
    const project = await made()
    byHand(project)
    const item = await project.trash.put([await project.files.authorize(path, { use: 'write' })], author)
    project.sessionsDb.exec('DELETE FROM Journal')
    expect(await found(project)).toMatchObject([{ code: 'PROSE_GONE', path, message: expect.stringContaining(`wenqu human restore ${item.id}`) }])
  })

  it('is no false alarm: never written, only planned, put into the trash or moved in the app, or a creation that was taken back', async () => {
    const project = await made()
    writeScene(project, 'active')
    expect(await found(project)).toEqual([])
    await put(project, path, whole)
    await project.trash.put([await project.files.authorize(path, { use: 'write' })], author)
    expect(await found(project)).toEqual([])
    project.sessionsDb.prepare("UPDATE Journal SET state = 'undone' WHERE path = ?").run(path)
    mkdirSync(join(project.dir, 'manuscript/v/one'), { recursive: true })
    expect(await found(project)).toEqual([])
  })

  it('a text that is there but says no longer whose it is, is no lost one', async () => {
    const project = await made()
    writeFileSync(byHand(project), '---\ntitle: [\n---\n他走了。\n')
    expect((await found(project)).map((one) => one.code)).not.toContain('PROSE_GONE')
  })
})

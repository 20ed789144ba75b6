import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exportRig } from '../../../test/project/export-rig'
import { createImports } from './imports'

/** A real project with imports; `run` waits for the end. */
async function rig() {
  const { project, story, manuscript, workspace } = await exportRig()
  const imports = createImports({ project, story, manuscript })
  onTestFinished(() => imports.close())
  const source = async (bytes: Uint8Array | string, name = 'novel.txt') => {
    await writeFile(join(workspace, name), bytes)
    return join(workspace, name)
  }
  const run = async (id: string, again: 'skip' | 'replace' | 'both' = 'skip') => {
    await imports.run(id, again)
    await expect.poll(() => imports.report(id).state).not.toBe('running')
    return imports.report(id)
  }
  const texts = async () => Promise.all((await manuscript.prose()).map(async ({ path }) => manuscript.split(await readFile(join(project.dir, path), 'utf8')).text))
  const titles = () => story.chapters({}).items.map((chapter) => chapter['title'])
  return { project, story, manuscript, imports, source, run, texts, titles }
}
const bad = Buffer.concat([Buffer.from('第一章 甲\n\n坏字'), Buffer.from([0xff]), Buffer.from('在这里。第二句足够长的文本，好让它认出编码来。\n\n第二章 乙\n\n好。\n')])

describe('an import whose unreadable characters the author accepted', () => {
  it('writes them as U+FFFD, also over an earlier import of the file', async () => {
    const { imports, source, run, texts, titles } = await rig()
    for (const again of ['skip', 'replace'] as const) {
      const view = await imports.preview(await source(bad), {})
      expect(view.lost).toEqual([{ title: '第一章 甲', characters: 1 }])
      imports.edit(view.importId, { do: 'acceptLoss', accepted: true })
      expect(await run(view.importId, again)).toMatchObject({ state: 'done', made: 2, left: 0 })
      expect([await texts(), titles()]).toEqual([['坏字\uFFFD在这里。第二句足够长的文本，好让它认出编码来。\n', '好。\n'], ['第一章 甲', '第二章 乙']])
    }
  })

  it('takes a U+FFFD the author wrote without asking', async () => {
    const { imports, source, run, texts } = await rig()
    const view = await imports.preview(await source('第一章 甲\n\n他打出一个\uFFFD。\n'), {})
    expect([view.lost, await run(view.importId), await texts()]).toEqual([[], expect.objectContaining({ state: 'done', made: 1 }), ['他打出一个\uFFFD。\n']])
  })
})

describe('a chapter that cannot be written', () => {
  const tooLong = `第一章 甲\n\n好。\n\n第二章 乙\n\n${'长'.repeat(2_900_000)}\n\n第三章 丙\n\n也好。\n`

  it('leaves no empty chapter, is named, and does not stop the others', async () => {
    const { imports, source, run, texts, titles } = await rig()
    const { importId } = await imports.preview(await source(tooLong), {})
    const report = await run(importId)
    expect(report).toMatchObject({ state: 'done', made: 2, left: 1, total: 3, notTaken: [{ what: expect.stringMatching(/^第二章 乙: /), reason: 'failed' }] })
    expect([titles(), await texts()]).toEqual([['第一章 甲', '第三章 丙'], ['好。\n', '也好。\n']])
  })

  it('leaves none behind either when the disk is gone, and a second try makes it', async () => {
    const { imports, source, run, titles, manuscript } = await rig()
    const { importId } = await imports.preview(await source('第一章 甲\n\n好。\n'), {})
    const addChapter = manuscript.addChapter
    manuscript.addChapter = async () => { throw new Error('the disk is gone') }
    expect([(await run(importId)).state, titles()]).toEqual(['failed', []])
    manuscript.addChapter = addChapter
    expect([await run(importId), titles()]).toEqual([expect.objectContaining({ state: 'done', made: 1, left: 0 }), ['第一章 甲']])
  })
})

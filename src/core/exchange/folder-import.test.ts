import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { FileLeft } from '@shared/import-plan'
import { tempFolder } from '../../../test/project/make-project'
import { makeDocx } from './docx-fixture'
import { skipRow } from './edit-plan'
import { planFolderImport } from './folder-import'
import { readFolderSource } from './folder-source'
import { checkImport, importTasks } from './import-tasks'
import { textOf } from './import-units'
import { inReadingOrder, titlesOf } from './name-order'
import { toProse } from './to-prose'

async function planned(files: Record<string, string | Uint8Array>, only: string | null = null) {
  const dir = tempFolder()
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), content)
  }
  symlinkSync('/nowhere', join(dir, 'zz-link.txt'))
  const { plan, text } = await planFolderImport(await readFolderSource(dir, only))
  const tasks = importTasks(plan, text)
  await checkImport(plan, text, tasks)
  const acts = new Map(tasks.filter((task) => task.kind === 'act').map((task) => [task.unit.row.id, task.title]))
  return { made: tasks.map((task) => (task.kind === 'act' ? ['act', task.title] : [task.actRow === null ? null : acts.get(task.actRow), task.title, toProse(textOf(task.unit, text))])), left: plan.notTaken.map((one) => (FileLeft.options.some((why) => why === one.reason) ? `${one.reason} ${one.detail}` : one.detail)), plan }
}
const link = 'no-file zz-link.txt'

describe('a folder as an import (10)', () => {
  it('each folder is an act, each file a chapter, in the order an author counts', async () => {
    const { made, left, plan } = await planned({
      '第十卷/第1章 末.txt': '完。\n', '第二卷/第十章 夜.txt': '十。\r\n\r\n十一。\r\n', '第二卷/第九章 雪.txt': '九。\n', '第二卷/深/第十一章 更深.txt': '深。\n', '序章.txt': '零。\n', '.DS_Store': 'x',
    })
    expect(made).toEqual([
      ['act', '第二卷'], ['第二卷', '序章', '零。\n'], ['第二卷', '第九章 雪', '九。\n'], ['第二卷', '第十章 夜', '十。\n\n十一。\n'], ['第二卷', '第十一章 更深', '深。\n'], ['act', '第十卷'], ['第十卷', '第1章 末', '完。\n'],
    ])
    expect([left, plan.format, plan.coverage]).toEqual([[link], 'folder', 1])
  })

  it('a title is the first line where that is a heading, else the data at the top, else the name without its number', async () => {
    const { made, left } = await planned({
      '01 灯.txt': '　　一。\n', '02_夜.md': '---\ntitle: 长夜\n---\n二。\n', '03-雪.md': '\n# 大雪\n\n三。\n', '10 归.txt': '\n第四章 归人\n\n四。\n', '11 末.docx': makeDocx([{ text: '第五章 末', style: 'Heading1' }, { text: '五。' }]),
    })
    expect(made).toEqual([[null, '灯', '一。\n'], [null, '长夜', '二。\n'], [null, '大雪', '三。\n'], [null, '第四章 归人', '四。\n'], [null, '第五章 末', '五。\n']])
    expect(left).toEqual([link, 'top-data 02_夜.md'])
  })

  it('a file with several chapters gives all of them, and is an act where no folder is one', async () => {
    const whole = '写在前面。\n\n第一章 灯\n\n一。\n\n第二章 夜\n\n二。\n'
    const { made } = await planned({ '上卷.txt': whole, '下卷/全.txt': whole })
    expect(made).toEqual(['上卷', '下卷'].flatMap((act) => [['act', act], [act, expect.any(String), '写在前面。\n'], [act, '第一章 灯', '一。\n'], [act, '第二章 夜', '二。\n']]))
  })

  it('a file beside the folders that comes after an act stands in none, whatever made the act', async () => {
    const { made, plan } = await planned({
      '序.txt': '零。\n', '卷一/1.txt': '一。\n', '卷二/2.txt': '二。\n', '卷三.docx': makeDocx([{ text: '第三卷', style: 'Heading1' }, { text: '第三章 灯', style: 'Heading2' }, { text: '三。' }, { text: '第三章 后', style: 'Heading2' }, { text: '后。' }]), '卷四.txt': '第四章 夜\n\n四。\n\n第五章 雪\n\n五。\n', '卷五.txt': '又。\n', '尾声.txt': '完。\n',
    })
    expect(made).toEqual([
      ['act', '卷一'], ['卷一', '序', '零。\n'], ['卷一', '1', '一。\n'], ['act', '卷二'], ['卷二', '2', '二。\n'], ['act', '第三卷'], ['第三卷', '第三章 灯', '三。\n'], ['第三卷', '第三章 后', '后。\n'], ['act', '卷四'], ['卷四', '第四章 夜', '四。\n'], ['卷四', '第五章 雪', '五。\n'], [null, '卷五', '又。\n'], [null, '尾声', '完。\n'],
    ])
    expect([plan.volumes.map((act) => [act.title, act.chapters]), plan.coverage]).toEqual([[['卷一', 2], ['卷二', 1], ['第三卷', 2], ['卷四', 2]], 1])
    expect(plan.rows.filter((row) => row.noAct).map((row) => row.title)).toEqual(['卷五', '尾声'])
    const last = skipRow(plan, plan.rows.find((row) => row.title === '卷五')?.id ?? '', 'no')
    expect(last.volumes.map((act) => act.chapters)).toEqual([2, 1, 2, 2])
  })

  it("a novel's own manuscript folder: what a folder says of itself names the act, and a title at the top names the chapter", async () => {
    const node = (type: string, title: string, text: string) => `---\ntitle: ${title}\ntype: ${type}\n---\n${text}`
    const { made, left } = await planned({
      'vol-1/index.md': node('volume', '风雪', ''), 'vol-1/ch-01/index.md': node('chapter', '灯', '# 夜\n\n一。\n'), 'vol-1/ch-02/index.md': node('chapter', '雪', '## 雪\n\n二。\n'), 'vol-2/index.md': node('volume', '归人', '卷首语。\n'), 'vol-2/ch-03/index.md': node('chapter', '归', '三。\n'),
    })
    expect(made).toEqual([['act', '风雪'], ['风雪', '灯', '# 夜\n\n一。\n'], ['风雪', '雪', '二。\n'], ['act', '归人'], ['归人', '归人', '卷首语。\n'], ['归人', '归', '三。\n']])
    expect(left).toEqual([link])
  })

  it('every encoding is read by itself, and every file that is not taken is named with the reason', async () => {
    const { made, left } = await planned({
      '1.txt': iconv.encode('他走进第一条街，雪落下来，灯火在风里摇晃。\n', 'gb18030'), '2.txt': iconv.encode('\uFEFF他走进第二条街。\n', 'utf-16le'), '3.txt': '', '4.txt': ' \n', '5.pdf': '%PDF', '6.docx': 'no archive', '~$7.docx': 'x',
    })
    expect(made).toEqual([[null, '1', '他走进第一条街，雪落下来，灯火在风里摇晃。\n'], [null, '2', '他走进第二条街。\n']])
    expect(left.toSorted()).toEqual([
      'broken-file 6.docx', 'empty-file 3.txt', 'empty-file 4.txt', link, 'other-kind 5.pdf', 'word-lock ~$7.docx',
    ])
    const only = await planned({ 'a.txt': '一。\n', 'b.md': '二。\n' }, 'md')
    expect([only.made, only.left]).toEqual([[[null, 'b', '二。\n']], ['other-kind a.txt', link]])
    await expect(planned({ 'a.pdf': 'x' })).rejects.toMatchObject({ fault: { code: 'IMPORT_EMPTY' } })
  })

  it.each([
    [['10.txt', '2.txt', '1.txt'], ['1.txt', '2.txt', '10.txt']], [['第十章', '第二章', '第一百零二章', '第二十章'], ['第二章', '第十章', '第二十章', '第一百零二章']], [['下卷', '上卷', '中卷'], ['上卷', '中卷', '下卷']],
    [['尾声', '第一章', '楔子', '番外'], ['楔子', '第一章', '番外', '尾声']], [['Epilogue', 'Chapter 2', 'Prologue', 'Chapter 10'], ['Prologue', 'Chapter 2', 'Chapter 10', 'Epilogue']], [['03 番外', '02 尾声', '04 正文'], ['02 尾声', '03 番外', '04 正文']],
  ])('%j', (names, ordered) => expect(inReadingOrder(names)).toEqual(ordered))

  it('numbers are kept in titles unless every neighbour has one', () => {
    expect([...titlesOf(['1984 夏.txt', '秋.txt']).values(), ...titlesOf(['01.txt', '02 夜.txt']).values()]).toEqual(['1984 夏', '秋', '01', '02 夜'])
  })
})

import { describe, expect, it } from 'vitest'
import { planTxtImport, ruleHits } from './import-plan'
import { importTasks } from './import-tasks'
import { textOf } from './import-units'
import { toProse } from './to-prose'

/** What an import makes of a text: acts, and chapters with their act and prose. */
function made(text: string): unknown[] {
  const { plan } = planTxtImport(Buffer.from(text))
  expect(plan.coverage).toBe(1)
  const titles = new Map(plan.rows.map((row) => [row.id, row.title]))
  return importTasks(plan, text).map((task) => (task.kind === 'act' ? `act ${task.title}` : [task.title, task.actRow === null ? null : titles.get(task.actRow), toProse(textOf(task.unit, text)).trim()]))
}

describe('a Markdown text by its own headings', () => {
  it.each<[string, string, unknown[]]>([
    ['chapters', '# 雪夜\n\n他走了。\n\n# 灯花\n\n她来了。\n', [['雪夜', null, '他走了。'], ['灯花', null, '她来了。']]],
    ['one chapter', '# 雪夜\n\n他走了。\n', [['雪夜', null, '他走了。']]],
    ['a book and its chapters', '# 长安雪\n\n## 雪夜\n\n他走了。\n\n## 灯花\n\n她来了。\n', [['雪夜', null, '他走了。'], ['灯花', null, '她来了。']]],
    ['a book, acts, chapters, one chapter in no act', '# 长安雪\n\n## 风雪\n\n### 雪夜\n\n他走了。\n\n### 灯花\n\n她来了。\n\n## 尾声之后\n\n天亮了。\n', ['act 风雪', ['雪夜', '风雪', '他走了。'], ['灯花', '风雪', '她来了。'], ['尾声之后', null, '天亮了。']]],
    ['acts without the name of a book', '# 风雪\n## 雪夜\n他走了。\n# 归人\n## 灯花\n她来了。\n', ['act 风雪', ['雪夜', '风雪', '他走了。'], 'act 归人', ['灯花', '归人', '她来了。']]],
    ['scenes inside a chapter stay text', '# 雪夜\n\n他走了。\n\n## 一\n\n雪。\n\n# 灯花\n\n她来了。\n', [['雪夜', null, '他走了。\n\n## 一\n\n雪。'], ['灯花', null, '她来了。']]],
    ['a preface', '献给雪。\n\n# 雪夜\n\n他走了。\n', [['前言', null, '献给雪。'], ['雪夜', null, '他走了。']]],
    ['a book with numbered chapters', '# 长安雪\n\n## 第一章 雪夜\n\n他走了。\n\n## 第二章 灯花\n\n她来了。\n', [['第一章 雪夜', null, '他走了。'], ['第二章 灯花', null, '她来了。']]],
    ['what is escaped, closed, or no heading', '# 3\\*4 #\n\n#雪\n\n```\n# no\n```\n\n# 灯花\n\n她来了。\n', [['3*4', null, '#雪\n\n```\n\n# no\n\n```'], ['灯花', null, '她来了。']]],
    ['numbered headings with a few others go by the numbers', '第一章 雪夜\n他走了。\n# 注\n第二章 灯花\n她来了。\n第三章 归人\n雪停了。\n', [['第一章 雪夜', null, '他走了。\n\n# 注'], ['第二章 灯花', null, '她来了。'], ['第三章 归人', null, '雪停了。']]],
    ['CRLF', '# 雪夜\r\n\r\n他走了。\r\n\r\n# 灯花\r\n\r\n她来了。\r\n', [['雪夜', null, '他走了。'], ['灯花', null, '她来了。']]],
  ])('%s', (_name, text, expected) => { expect(made(text)).toEqual(expected) })

  it("the book's own title is left out by name, and the author may take it in", () => {
    const { plan } = planTxtImport(Buffer.from('# 长安雪\n\n## 雪夜\n\n他走了。\n\n## 灯花\n\n她来了。\n'))
    expect(plan.rows[0]).toMatchObject({ title: '长安雪', ticked: true, skipped: '长安雪' })
    expect(plan.notTaken).toMatchObject([{ reason: 'skipped', detail: expect.stringContaining('长安雪') as string }])
    expect(plan).toMatchObject({ chapters: 2, rule: { kind: 'headings' } })
  })

  it('is a way to split only where there are such headings, and the author may choose another', () => {
    expect(ruleHits('第一章\n他走了。\n').map(({ key }) => key)).toEqual(['auto', 'numbers', 'none'])
    const text = '# 雪夜\n\n他走了。\n'
    expect(ruleHits(text)).toMatchObject([{ key: 'headings', hits: 1 }, { key: 'auto', hits: 0 }, { key: 'numbers' }, { key: 'none' }])
    expect(planTxtImport(Buffer.from(text), { rule: { kind: 'none' } }).plan.rows.map(({ title }) => title)).toEqual(['正文'])
  })
})

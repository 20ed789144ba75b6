import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { StoryOutline } from '../src/shared/procedures/story'
import { pickNext } from './helpers/dialogs'
import type { Launched } from './helpers/launch'
import { openNovel } from './helpers/open-novel'
import { freshFolder } from './helpers/paths'
import { call, mod, part } from './helpers/window'

const files = freshFolder()
let app: Launched
let project = ''
beforeAll(async () => {
  ;({ app, project } = await openNovel())
})

/** Chooses a file as an author does. */
async function choose(name: string, text: string): Promise<void> {
  const { page } = app
  writeFileSync(join(files, name), text)
  await pickNext(app, join(files, name))
  if (await part(page, 'import-another').isVisible()) await part(page, 'import-another').click()
  if (!(await part(page, 'import-panel').isVisible())) {
    await page.keyboard.press(`${mod}+KeyP`)
    await part(page, 'quick-open').locator('input').fill('import')
    await page.keyboard.press('Enter')
  }
  await part(page, 'import-choose').click()
  await part(page, 'import-coverage').waitFor()
}
async function run(): Promise<string> {
  const report = part(app.page, 'import-report').and(app.page.locator('[data-state="done"]'))
  await part(app.page, 'import-run').click()
  await report.waitFor({ timeout: 60_000 })
  return report.locator('[role="status"]').innerText()
}
const titles = async (): Promise<string[]> => {
  const story: StoryOutline = await call(app.page, 'story.outline', { project })
  return [...story.acts.flatMap((act) => act.chapters.map(({ title }) => `${act.act.title} ${title}`)), ...story.ungrouped.map(({ title }) => title)]
}
const book = '# 长安雪\n\n## 风雪\n\n### 雪夜\n\n他走了。\n\n### 灯花\n\n她来了。\n'

test('a Markdown text comes by its own headings, the name of the book left out', async () => {
  await choose('长安雪.md', book)
  expect(await part(app.page, 'import-rule').inputValue()).toBe('headings')
  expect(await run()).toBe('导入完成，共 2 章')
  expect(await titles()).toEqual(['风雪 雪夜', '风雪 灯花'])
})

test('the same file again says how many chapters it left as they are', async () => {
  await choose('长安雪.md', book)
  expect(await part(app.page, 'import-again').inputValue()).toBe('skip')
  expect(await run()).toBe('导入完成：新增 0 章，以前导入过的 2 章没有动')
  expect(await titles()).toEqual(['风雪 雪夜', '风雪 灯花'])
})

test('a corrected file says before Import that the chapters of the earlier version stay', async () => {
  await choose('长安雪.md', book.replace('她来了', '她没有来'))
  expect(await part(app.page, 'import-earlier').innerText()).toMatch(/^.+ 导入过这个文件的另一版，那些章节会留着$/)
  expect(await part(app.page, 'import-again').count()).toBe(0)
})

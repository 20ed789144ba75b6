import { mkdirSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { StoryOutline } from '../src/shared/procedures/story'
import { makeDocx } from '../src/core/exchange/docx-fixture'
import { makeNovel } from '../src/core/exchange/novel-fixture'
import { pickNext } from './helpers/dialogs'
import { fileHashes } from './helpers/hashes'
import { launchApp, type Launched } from './helpers/launch'
import { makeProject } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { freshFolder } from './helpers/paths'
import { call, mod, part } from './helpers/window'
import { proseOnDisk } from './support/text'

const files = freshFolder()
let dir = ''
let project = ''
let app: Launched

beforeAll(async () => {
  ;({ dir, project, app } = await openNovel())
})

const source = (name: string, bytes: string | Buffer): string => {
  writeFileSync(join(files, name), bytes)
  return join(files, name)
}
async function openPanel(page: Page): Promise<void> {
  if (await part(page, 'import-panel').isVisible()) return
  await page.keyboard.press(`${mod}+KeyP`)
  await part(page, 'quick-open').locator('input').fill('import')
  await page.keyboard.press('Enter')
}
/** Chooses a file as an author does, through quick open or in the panel itself. */
async function choose(of: Launched, file: string): Promise<void> {
  const { page } = of
  await pickNext(of, file)
  for (const leave of ['import-cancel', 'import-another']) if (await part(page, leave).isVisible()) await part(page, leave).click()
  await openPanel(page)
  await part(page, 'import-choose').click()
  await part(page, 'import-coverage').waitFor()
}
const rows = () => part(app.page, 'import-chapter')
const outline = (of: Launched, project: string): Promise<StoryOutline> => call(of.page, 'story.outline', { project })
const chaptersOf = (story: StoryOutline) => [...story.acts.flatMap((act) => act.chapters), ...story.ungrouped]
const importIt = async (of: Launched) => {
  await part(of.page, 'import-run').click()
  await part(of.page, 'import-report').and(of.page.locator('[data-state="done"]')).waitFor({ timeout: 60_000 })
}
const bare = (text: string) => text.replace(/[\s　]/g, '')

describe('09 §15 import', () => {
  test('I3 cancel: no file', async () => {
    const { page } = app
    const before = await fileHashes(dir)
    await choose(app, source('不要.txt', '第一章 雪\n\n雪下了。\n\n第二章 灯\n\n灯亮着。\n'))
    await expect.poll(() => rows().count()).toBe(2)
    await part(page, 'import-cancel').click()
    await expect.poll(() => part(page, 'import-coverage').count()).toBe(0)
    expect(await fileHashes(dir)).toEqual(before)
    expect(chaptersOf(await outline(app, project))).toEqual([])
  })

  test('I6 no headings: one chapter', async () => {
    await choose(app, source('随笔.txt', '雪下了一夜。\n\n早上没有人扫。\n'))
    await expect.poll(() => rows().count()).toBe(1)
    expect(await part(app.page, 'import-coverage').getAttribute('data-value')).toBe('1')
  })

  test('I2 `第一封信` line unticked: merged, coverage 100 %', async () => {
    const { page } = app
    await choose(app, source('信.txt', '第一章 旧信\n\n她打开匣子。\n\n第一封信\n\n你走以后，院子里的梅开过两回。\n\n第二章 雪\n\n雪停了。\n'))
    const letter = rows().filter({ hasText: '第一封信' })
    const box = letter.locator('input[type="checkbox"]')
    if (await box.isChecked()) await box.click()
    await expect.poll(() => letter.getAttribute('data-state')).toBe('unticked')
    expect(await part(page, 'import-coverage').getAttribute('data-value')).toBe('1')
    expect(await part(page, 'import-coverage').getAttribute('data-state')).toBe('whole')
    await importIt(app)
    const story = await outline(app, project)
    const [first] = chaptersOf(story)
    expect(chaptersOf(story).map((chapter) => chapter.title)).toHaveLength(2)
    expect(bare(await proseOnDisk(dir, first?.prose[0]?.path ?? ''))).toBe(bare('她打开匣子。第一封信你走以后，院子里的梅开过两回。'))
  })

  test('I1 GB18030 text of 100 第X回: 100 rows, text equal', async () => {
    const elsewhere = freshFolder()
    const made = await makeProject(elsewhere, { title: '百回' })
    const mine = await launchApp({ home: elsewhere, project: made.dir })
    const novel = makeNovel({ chapters: 100, perChapter: 200, unit: '回' })
    await choose(mine, source('百回.txt', iconv.encode(novel, 'gb18030')))
    await expect.poll(() => part(mine.page, 'import-encoding').inputValue()).toBe('gb18030')
    await expect.poll(() => part(mine.page, 'import-run').textContent()).toContain('100')
    expect(await part(mine.page, 'import-coverage').getAttribute('data-value')).toBe('1')
    await importIt(mine)
    const chapters = chaptersOf(await outline(mine, made.project))
    expect(chapters).toHaveLength(100)
    const parts = novel.split(/(?=^第.+?回 .*$)/m).filter((part) => part.trim() !== '')
    expect(parts).toHaveLength(100)
    for (const [n, chapter] of chapters.entries()) {
      const [head = '', ...body] = (parts[n] ?? '').split('\r\n')
      expect(bare(chapter.title), `title ${n + 1}`).toBe(bare(head))
      expect(bare(await proseOnDisk(made.dir, chapter.prose[0]?.path ?? '')), `text ${n + 1}`).toBe(bare(body.join('\n')))
    }
    await mine.close()
  })

  test('I4 kill midway, restart: continues, no duplicates', async () => {
    const elsewhere = freshFolder()
    const made = await makeProject(elsewhere, { title: '千章' })
    const first = await launchApp({ home: elsewhere, project: made.dir })
    const count = 160
    await choose(first, source('千章.txt', makeNovel({ chapters: count, perChapter: 400 })))
    await part(first.page, 'import-run').click()
    await expect.poll(async () => Number(await part(first.page, 'import-progress').getAttribute('data-value').catch(() => '0')), { interval: 20 }).toBeGreaterThan(20)
    await first.kill9All()
    const half = (await readdir(join(made.dir, 'manuscript'), { recursive: true })).filter((name) => name.endsWith('.md')).length
    expect(half, 'killed midway').toBeLessThan(count)
    const again = await launchApp({ home: elsewhere, project: made.dir })
    await part(again.page, 'import-resume').waitFor()
    await part(again.page, 'import-resume').getByRole('button').first().click()
    await part(again.page, 'import-report').and(again.page.locator('[data-state="done"]')).waitFor({ timeout: 60_000 })
    expect(await part(again.page, 'import-report').getAttribute('data-value')).toBe(String(count))
    const chapters = chaptersOf(await outline(again, made.project))
    expect(chapters).toHaveLength(count)
    expect(new Set(chapters.map((chapter) => chapter.title)).size).toBe(new Set(makeNovel({ chapters: count, perChapter: 400 }).match(/^第.+?章 .*$/gm)).size)
    expect((await readdir(join(made.dir, 'manuscript'), { recursive: true })).filter((name) => name.endsWith('.md')), 'one file each').toHaveLength(count)
    expect((await outline(again, made.project)).orphans).toEqual([])
    await again.close()
  })

  test('I5 docx Heading 1-3: acts and chapters', async () => {
    const { page } = app
    const before = chaptersOf(await outline(app, project)).length
    await choose(app, source('三卷.docx', makeDocx([
      { text: '卷一 雪', style: 'Heading1' }, { text: '第一章 叩门', style: 'Heading2' }, { text: '雪夜有人叩门。' }, { text: '小节', style: 'Heading3' }, { text: '门开了一指宽。' },
      { text: '第二章 笔', style: 'Heading2' }, { text: '他押下一支笔。' }, { text: '卷二 灯', style: 'Heading1' }, { text: '第三章 灯', style: 'Heading2' }, { text: '灯亮着。' },
    ])))
    expect(await part(page, 'import-rule').inputValue()).toBe('headings')
    expect(await page.locator('[data-testid="import-chapter"][data-kind="volume"]').count()).toBe(2)
    expect(await part(page, 'import-coverage').getAttribute('data-value')).toBe('1')
    await importIt(app)
    const story = await outline(app, project)
    expect(story.acts.map((act) => [act.act.title, act.chapters.map((chapter) => chapter.title)])).toEqual([['卷一 雪', ['第一章 叩门', '第二章 笔']], ['卷二 灯', ['第三章 灯']]])
    const path = story.acts[0]?.chapters[0]?.prose[0]?.path ?? ''
    expect(bare(await proseOnDisk(dir, path))).toContain(bare('雪夜有人叩门。'))
    expect(await readFile(join(dir, path), 'utf8')).toContain('门开了一指宽。')
    expect(chaptersOf(story)).toHaveLength(before + 3)
  })

  test('a folder, chosen or dropped: acts and chapters; what is not taken is named and nothing says that all was', async () => {
    const elsewhere = freshFolder()
    const made = await makeProject(elsewhere, { title: '卷帙' })
    const mine = await launchApp({ home: elsewhere, project: made.dir })
    const { page } = mine
    const folder = freshFolder()
    mkdirSync(join(folder, '卷一'))
    for (const [name, text] of [['卷一/第一章 雪.txt', '雪下了。\n'], ['卷一/第二章 灯.md', '# 第二章 灯\n\n灯亮着。\n'], ['封面.png', '图']] as const) writeFileSync(join(folder, name), text)
    const found = page.locator('[data-testid="import-chapter"][data-kind="chapter"]')

    await openPanel(page)
    await pickNext(mine, folder)
    await part(page, 'import-choose-folder').click()
    await expect.poll(() => found.count()).toBe(2)
    const properties = await mine.app.evaluate(() => (globalThis as { pickerWas?: string[] }).pickerWas)
    expect(properties).toContain('openDirectory')
    expect(await part(page, 'import-coverage').innerText()).not.toContain('全部收录')
    expect(await part(page, 'import-coverage').innerText()).toContain('没有收录的 1 项')
    expect(await part(page, 'import-encoding').count()).toBe(0)
    await part(page, 'import-cancel').click()
    await part(page, 'import-choose-folder').waitFor()

    const session = await page.context().newCDPSession(page)
    const place = await part(page, 'import-panel').boundingBox()
    const data = { items: [], files: [folder], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await session.send('Input.dispatchDragEvent', { type, x: (place?.x ?? 0) + 80, y: (place?.y ?? 0) + 80, data })
    await expect.poll(() => found.count()).toBe(2)
    await importIt(mine)
    const story = await outline(mine, made.project)
    expect(story.acts.map(({ act, chapters }) => [act.title, chapters.map(({ title }) => title)])).toEqual([['卷一', ['第一章 雪', '第二章 灯']]])
    await mine.close()
  })
})

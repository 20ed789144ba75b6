import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { zipEntries } from '../src/core/exchange/zip-entries'
import { saveNext } from './helpers/dialogs'
import { launchApp, type Launched } from './helpers/launch'
import { asAgent } from './helpers/make-changes'
import { addChapters, makeProject } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { freshFolder } from './helpers/paths'
import { part } from './helpers/window'
import { newSession, send } from './support/assistant'
import { chapterTexts, exportTo, lines, openBook, openExport } from './support/export'

const out = freshFolder()
let app: Launched
beforeAll(async () => { ({ app } = await openBook()) })

describe('each format on disk', () => {
  const has = (text: string) => { for (const words of ['叩门', '旧灯', '尾声', '雪下了一夜。', '“走吧。”她说。', '天亮以后，没有人扫雪。', '他押下一支笔。']) expect(text, words).toContain(words) }

  test('Word: paragraphs and headings', async () => {
    const parts = zipEntries(await exportTo(app, 'docx', out, '雪夜.docx'))
    const xml = parts.find(({ name }) => name === 'word/document.xml')?.text() ?? ''
    has(xml)
    expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['[Content_Types].xml', 'word/styles.xml']))
    expect(xml).not.toContain('还没写')
  })

  test('EPUB: the kind first and stored, every chapter a page, contents', async () => {
    const bytes = await exportTo(app, 'epub', out, '雪夜.epub')
    expect(bytes.subarray(30, 58).toString('latin1')).toBe('mimetypeapplication/epub+zip')
    const parts = zipEntries(bytes)
    has(parts.filter(({ name }) => /\.x?html$/.test(name)).map((part) => part.text() ?? '').join('\n'))
    expect(parts.some(({ name }) => name === 'META-INF/container.xml')).toBe(true)
    expect(parts.find(({ name }) => name.endsWith('.opf'))?.text()).toContain('雪夜')
  })

  test('Markdown keeps marks; a web page is whole', async () => {
    const markdown = (await exportTo(app, 'md', out, '雪夜.md')).toString()
    has(markdown)
    expect(markdown).toMatch(/^#+ 叩门$/m)
    expect(markdown).toContain('*那盏*')
    const page = (await exportTo(app, 'html', out, '雪夜.html')).toString()
    has(page)
    expect(page).toMatch(/^<!doctype html>/i)
    expect(page).not.toMatch(/<script|<link|src=/i)
  })
})

test('X3 what waits for the author is not in it: a proposal for a chapter, a write that is asked about', async () => {
  const home = freshFolder()
  let paths: string[] = []
  const made = await makeProject(home, { title: '待定' }, async (core, { project }) => { paths = (await addChapters(core, project, [{ title: '叩门', text: chapterTexts.snow }])).map(({ path }) => path) })
  const [chapter = ''] = paths
  await asAgent(home, made.dir, [{ tool: 'Read', input: { file_path: chapter } }, { tool: 'Write', input: { file_path: chapter, content: chapterTexts.snow.replace('一夜', '整整三夜') } }], { profile: 'main', writeMode: 'dry_run' })
  const other = await launchApp({ home, project: made.dir })
  const { page } = other
  await part(page, 'activity-inbox').click()
  await page.locator('[data-testid="change-row"][data-area="proposal"]').waitFor()
  await newSession(page, made.project, 'discuss')
  await send(page, '看看审批')
  await part(page, 'approval-effects').waitFor()
  const text = (await exportTo(other, 'txt', out, '待定.txt')).toString()
  expect(lines(text)).toEqual(['叩门', '　　雪下了一夜。', '　　“走吧。”她说。', '***', '　　天亮以后，没有人扫雪。'])
  await other.close()
})

test('Stop ends it, and nothing is written', async () => {
  const folder = freshFolder()
  const long = await openNovel({ title: '长篇', fill: async (core, { project }) => { await addChapters(core, project, Array.from({ length: 60 }, (_, n) => ({ title: `第${n + 1}回`, text: '雪下到第三更，驿站的灯还亮着一盏。\n\n'.repeat(800) }))) } })
  const { page } = long.app
  await openExport(long.app)
  await part(page, 'export-epub').check()
  await saveNext(long.app, join(folder, '长篇.epub'))
  await page.evaluate(() => {
    const press = () => document.querySelector<HTMLButtonElement>('[data-testid="export-stop"]:enabled')?.click()
    new MutationObserver(press).observe(document.body, { childList: true, subtree: true, attributes: true })
  })
  await part(page, 'export-run').click()
  await part(page, 'export-stopped').waitFor()
  expect(await readdir(folder)).toEqual([])
  await long.app.close()
})

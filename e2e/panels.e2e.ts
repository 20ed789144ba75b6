import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasHan, strangeWords } from '../test/latin-words'
import { axeProblems } from './helpers/axe'
import { launchApp, resize, type Launched } from './helpers/launch'
import { inEveryPanel, panels, setTheme, themes, type Theme } from './helpers/panels'
import { root } from './helpers/paths'
import { camera } from './helpers/photograph'
import { launchShowcase, type Lang } from './helpers/showcase'
import { shownTexts } from './helpers/shown-texts'
import { part } from './helpers/window'

const folder = join(root, 'test-results/screens')
const large = { width: 1440, height: 900 }
const small = { width: 1100, height: 700 }
const file = (lang: Lang, theme: Theme, size: { width: number }, name: string) => join(folder, `${lang}-${theme}-${size.width}-${name}.png`)
const isWrong: Record<Lang, (text: string) => boolean> = { 'zh-CN': (text) => strangeWords(text).length > 0, en: hasHan }

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
})

interface Seen { wrongTexts: Set<string>; problems: Record<Theme, Set<string>>; photos: number }

/** One walk through every panel: its words, what axe says of it in each theme, photographs in each theme; then photographs of all in a smaller window. */
async function walk({ app, page }: Pick<Launched, 'app' | 'page'>, lang: Lang): Promise<Seen> {
  const seen: Seen = { wrongTexts: new Set(), problems: { light: new Set(), dark: new Set(), paper: new Set() }, photos: 0 }
  const photograph = await camera(page)
  await inEveryPanel(page, async (name) => {
    for (const text of (await shownTexts(page)).filter(isWrong[lang])) seen.wrongTexts.add(`${name}: ${text}`)
    for (const theme of themes) {
      await setTheme(page, theme)
      // A theme changes colours only: what else axe looks for is the same in all three.
      for (const problem of await axeProblems(page, theme === 'light' ? 'all' : 'colours')) seen.problems[theme].add(`${name}: ${problem}`)
      await photograph(file(lang, theme, large, name))
    }
  })
  await resize({ app, page }, small)
  await inEveryPanel(page, async (name) => {
    for (const theme of themes) {
      await setTheme(page, theme)
      await photograph(file(lang, theme, small, name))
    }
  })
  return seen
}

describe.each(['zh-CN', 'en'] as const)('09 §19 every panel, %s', (lang) => {
  let app: Launched
  let seen: Seen
  beforeAll(async () => {
    app = await launchShowcase(lang)
    seen = await walk(app, lang)
  }, 600_000)
  afterAll(() => app.close())

  test.each(themes)('Y1 axe finds nothing, theme %s', (theme) => {
    expect([...seen.problems[theme]]).toEqual([])
  })

  test(lang === 'en' ? 'Y5 no Han outside the author’s own words' : 'Y5 no English words outside the allow-list', () => {
    expect([...seen.wrongTexts]).toEqual([])
  })

  test('A9 every panel is photographed in each theme and size, and no error came up', async () => {
    const made = (await readdir(folder)).filter((name) => name.startsWith(lang))
    expect(made.length).toBe(panels.length * themes.length * 2)
    expect(app.pageErrors).toEqual([])
  })
})

test.each(['zh-CN', 'en'] as const)('Y1 Y5 A9 first run, %s: axe, words, photographs', async (lang) => {
  const app = await launchApp({ lang, size: large })
  const { page } = app
  const photograph = await camera(page)
  const found: string[] = []
  for (const size of [large, small]) {
    await resize(app, size)
    await part(page, 'first-run').waitFor()
    await photograph(file(lang, 'light', size, 'first-run'))
    found.push(...(await axeProblems(page)), ...(await shownTexts(page)).filter(isWrong[lang]))
    await part(page, 'first-run-blank').click()
    await part(page, 'first-run-title').waitFor()
    await photograph(file(lang, 'light', size, 'first-run-blank'))
    found.push(...(await axeProblems(page)), ...(await shownTexts(page)).filter(isWrong[lang]))
    await page.locator('.dialog-buttons .button[data-kind="quiet"]').click()
  }
  expect(found).toEqual([])
  await app.close()
})

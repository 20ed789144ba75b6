import { mkdir, readdir, rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeProblems } from './helpers/axe'
import { launchApp, resize, type Launched } from './helpers/launch'
import { file, folder, isWrong, large, small, walk, type Seen } from './helpers/panel-walk'
import { panels, type Theme } from './helpers/panels'
import { camera } from './helpers/photograph'
import { launchShowcase } from './helpers/showcase'
import { shownTexts } from './helpers/shown-texts'
import { part } from './helpers/window'

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
})

/** A theme changes colours, a language words: light and dark in one language here, the rest in the long run (panels-small.deep.ts). */
const walked = { 'zh-CN': ['light', 'dark'], en: ['light'] } as const satisfies Record<string, readonly Theme[]>

describe.each(['zh-CN', 'en'] as const)('09 §19 every panel, %s', (lang) => {
  let app: Launched
  let seen: Seen
  beforeAll(async () => {
    app = await launchShowcase(lang)
    seen = await walk(app, lang, walked[lang])
  }, 600_000)
  afterAll(() => app.close())

  test.each(walked[lang])('Y1 axe finds nothing, theme %s', (theme) => {
    expect([...seen.problems[theme]]).toEqual([])
  })

  test(lang === 'en' ? 'Y5 no Han outside the author’s own words' : 'Y5 no English words outside the allow-list', () => {
    expect([...seen.wrongTexts]).toEqual([])
  })

  test('A9 every panel is photographed in each theme, and no error came up', async () => {
    const made = (await readdir(folder)).filter((name) => name.startsWith(lang))
    expect(made.length).toBe(panels.length * walked[lang].length)
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

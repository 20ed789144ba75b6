import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { launchApp, resize } from './helpers/launch'
import { inEveryPanel, panels, setTheme } from './helpers/panels'
import { root } from './helpers/paths'
import { camera } from './helpers/photograph'
import { launchShowcase, type Lang } from './helpers/showcase'
import { part } from './helpers/window'

const folder = join(root, 'test-results/screens')
const sizes = [{ width: 1440, height: 900 }, { width: 1100, height: 700 }]
const themes = ['light', 'dark', 'paper'] as const

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
})

const file = (lang: Lang, theme: string, size: { width: number }, name: string) => join(folder, `${lang}-${theme}-${size.width}-${name}.png`)

describe.each(['zh-CN', 'en'] as const)('A9 every panel is photographed, %s', (lang) => {
  test('in each theme and size', async () => {
    const app = await launchShowcase(lang)
    try {
      const photograph = await camera(app.page)
      for (const theme of themes) {
        await setTheme(app.page, theme)
        for (const size of sizes) {
          await resize(app, size)
          await inEveryPanel(app.page, async (name) => photograph(file(lang, theme, size, name)))
        }
      }
      expect(app.pageErrors).toEqual([])
    } finally {
      await app.close()
    }
    const made = (await readdir(folder)).filter((name) => name.startsWith(lang))
    expect(made.length).toBe(panels.length * themes.length * sizes.length)
  }, 180_000)

  test('first run', async () => {
    const app = await launchApp({ lang, size: { width: 1440, height: 900 } })
    try {
      const photograph = await camera(app.page)
      for (const size of sizes) {
        await resize(app, size)
        await part(app.page, 'first-run').waitFor()
        await photograph(file(lang, 'light', size, 'first-run'))
        await part(app.page, 'first-run-blank').click()
        await part(app.page, 'first-run-title').waitFor()
        await photograph(file(lang, 'light', size, 'first-run-blank'))
        await app.page.locator('.dialog-buttons .button[data-kind="quiet"]').click()
      }
    } finally {
      await app.close()
    }
  })
})

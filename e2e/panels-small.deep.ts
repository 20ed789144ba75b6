import { mkdir, readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { folder, photographAll, small, walk } from './helpers/panel-walk'
import { panels, themes } from './helpers/panels'
import { launchShowcase } from './helpers/showcase'

// The same panels in a small window; `npm test` photographs them in a large one.
test.each(['zh-CN', 'en'] as const)('A9 every panel in a window of 1100x700, %s', async (lang) => {
  await mkdir(folder, { recursive: true })
  const app = await launchShowcase(lang)
  await photographAll(app, lang, small)
  const made = (await readdir(folder)).filter((name) => name.startsWith(lang) && name.includes('-1100-') && !name.includes('first-run'))
  expect(made.length).toBe(panels.length * themes.length)
  expect(app.pageErrors).toEqual([])
  await app.close()
})

// `npm test` walks English in the light theme, Chinese in the light and the dark one.
test.each([['zh-CN', ['paper']], ['en', ['dark', 'paper']]] as const)('Y1 axe finds nothing in the other themes, %s', async (lang, inThemes) => {
  await mkdir(folder, { recursive: true })
  const app = await launchShowcase(lang)
  const { problems } = await walk(app, lang, inThemes)
  expect(inThemes.flatMap((theme) => [...problems[theme]])).toEqual([])
  expect(app.pageErrors).toEqual([])
  await app.close()
})

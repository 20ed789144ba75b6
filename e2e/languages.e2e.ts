import { afterEach, expect, test } from 'vitest'
import { hasHan, strangeWords } from '../test/latin-words'
import type { Launched } from './helpers/launch'
import { inEveryPanel } from './helpers/panels'
import { shownTexts } from './helpers/shown-texts'
import { launchShowcase } from './helpers/showcase'

let app: Launched | null = null
afterEach(() => app?.close())

/** Every panel's own texts that `isWrong` objects to. */
async function wrongTexts(launched: Launched, isWrong: (text: string) => boolean): Promise<string[]> {
  const wrong: string[] = []
  await inEveryPanel(launched.page, async (name) => {
    wrong.push(...(await shownTexts(launched.page)).filter(isWrong).map((text) => `${name}: ${text}`))
  })
  return [...new Set(wrong)]
}

test('Y5 Chinese: no English words outside the allow-list, in every panel', async () => {
  app = await launchShowcase('zh-CN')
  expect(await wrongTexts(app, (text) => strangeWords(text).length > 0)).toEqual([])
})

test('Y5 English: no Han outside the author’s own words, in every panel', async () => {
  app = await launchShowcase('en')
  expect(await wrongTexts(app, hasHan)).toEqual([])
})

import { join } from 'node:path'
import { hasHan, strangeWords } from '../../test/latin-words'
import { axeProblems } from './axe'
import { resize, type Launched } from './launch'
import { inEveryPanel, setTheme, themes, type Theme } from './panels'
import { root } from './paths'
import { camera } from './photograph'
import type { Lang } from './showcase'
import { shownTexts } from './shown-texts'

export const folder = join(root, 'test-results/screens')
export const large = { width: 1440, height: 900 }
export const small = { width: 1100, height: 700 }
export const file = (lang: Lang, theme: Theme, size: { width: number }, name: string) => join(folder, `${lang}-${theme}-${size.width}-${name}.png`)
export const isWrong: Record<Lang, (text: string) => boolean> = { 'zh-CN': (text) => strangeWords(text).length > 0, en: hasHan }

export interface Seen { wrongTexts: Set<string>; problems: Record<Theme, Set<string>> }

/** One walk through every panel: its words, what axe says of it and a photograph in each of these themes. */
export async function walk({ page }: Pick<Launched, 'page'>, lang: Lang, inThemes: readonly Theme[]): Promise<Seen> {
  const seen: Seen = { wrongTexts: new Set(), problems: { light: new Set(), dark: new Set(), paper: new Set() } }
  const photograph = await camera(page)
  await inEveryPanel(page, async (name) => {
    for (const text of (await shownTexts(page)).filter(isWrong[lang])) seen.wrongTexts.add(`${name}: ${text}`)
    for (const theme of inThemes) {
      await setTheme(page, theme)
      // A theme changes colours only: what else axe looks for is the same in all three.
      for (const problem of await axeProblems(page, theme === 'light' ? 'all' : 'colours')) seen.problems[theme].add(`${name}: ${problem}`)
      await photograph(file(lang, theme, large, name))
    }
  })
  return seen
}

/** Photographs of every panel in each theme, in a window of `size`. */
export async function photographAll({ app, page }: Pick<Launched, 'app' | 'page'>, lang: Lang, size: { width: number; height: number }): Promise<void> {
  await resize({ app, page }, size)
  const photograph = await camera(page)
  await inEveryPanel(page, async (name) => {
    for (const theme of themes) {
      await setTheme(page, theme)
      await photograph(file(lang, theme, size, name))
    }
  })
}

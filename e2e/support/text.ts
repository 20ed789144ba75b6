import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { mod, part } from '../helpers/window'

export const onDisk = (dir: string, path: string): Promise<string> => readFile(join(dir, path), 'utf8')
/** A file without its front matter. */
export const proseOnDisk = async (dir: string, path: string): Promise<string> => (await onDisk(dir, path)).replace(/^---\n[^]*?\n---\n/, '').replace(/^\n/, '')

/** What the editor shows, line by line, without the indent that is style and not text. */
export const shownText = (page: Page): Promise<string> =>
  page.evaluate(() => [...document.querySelectorAll('[data-testid="editor-text"] .view-line')]
    .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top).map((line) => (line.textContent ?? '').replaceAll('\u00a0', ' ').replace(/^\u3000{2}/, '')).join('\n'))

/** Types over everything there is. */
export async function replaceAll(page: Page, text: string): Promise<void> {
  await page.keyboard.press(`${mod}+KeyA`)
  if (text === '') await page.keyboard.press('Delete')
  else await page.keyboard.insertText(text)
}

export async function counts(page: Page, words: number, withPunctuation: number): Promise<void> {
  const shown = async () => [Number(await part(page, 'word-count').getAttribute('data-value')), Number(await part(page, 'word-count-punct').getAttribute('data-value'))]
  await expect.poll(shown).toEqual([words, withPunctuation])
}

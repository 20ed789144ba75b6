import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasHan } from '../test/latin-words'
import { wenqu } from './helpers/cli'
import { pickNext } from './helpers/dialogs'
import { launchApp, type Launched } from './helpers/launch'
import { tcpConnections } from './helpers/network'
import { freshFolder } from './helpers/paths'
import { corePid } from './helpers/processes'
import { shownTexts } from './helpers/shown-texts'
import { call, focusIsInText, part, saved, say, textShown } from './helpers/window'

async function inApp(options: Parameters<typeof launchApp>[0], work: (app: Launched) => Promise<void>): Promise<void> {
  const app = await launchApp(options)
  try {
    await work(app)
  } finally {
    await app.close()
  }
}

const openDir = async ({ page }: Launched): Promise<string> => (await call(page, 'app.info', {})).projectArgument ?? ''

describe('09 §2 first run', () => {
  test('F1 an empty home: three ways to begin, a language, nothing else to fill in', () => inApp({}, async ({ page }) => {
    await part(page, 'first-run').waitFor()
    expect(await page.locator('.choices button').count()).toBe(3)
    for (const id of ['first-run-blank', 'first-run-import', 'first-run-sample', 'first-run-language']) expect(await part(page, id).isVisible(), id).toBe(true)
    expect(await page.locator('input').count()).toBe(0)
  }))

  test('F2 blank 雪夜: typing possible in two clicks, the first words saved', () => inApp({}, async (app) => {
    const { page } = app
    await part(page, 'first-run-blank').click()
    await part(page, 'first-run-title').fill('雪夜')
    await part(page, 'first-run-create').click()
    await part(page, 'story-empty').waitFor()
    await page.locator('[data-testid="story-empty"] button').first().click()
    await textShown(page)
    expect(await focusIsInText(page), 'no third click').toBe(true)
    await page.keyboard.type('雪落在长安')
    await saved(page)
    const path = (await part(page, 'editor-text').first().getAttribute('data-path')) ?? ''
    expect(await readFile(join(await openDir(app), path), 'utf8')).toContain('雪落在长安')
  }))

  test('F2 a folder that a sync program owns is warned of, and may still be chosen', () => {
    const synced = join(freshFolder(), 'Dropbox')
    mkdirSync(synced)
    return inApp({}, async (app) => {
      const { page } = app
      await part(page, 'first-run-blank').click()
      await pickNext(app, synced)
      await page.locator('.folder-row button').click()
      await part(page, 'folder-warning').waitFor()
      expect(await part(page, 'folder-warning').innerText()).toContain('Dropbox')
      await part(page, 'first-run-title').fill('雪夜')
      expect(await part(page, 'first-run-create').isEnabled()).toBe(true)
    })
  })

  test('F3 F4 the sample: as many chapters as project info says, then "tour" answers with a real tool result, offline', () => inApp({}, async (app) => {
    const { page, home } = app
    await part(page, 'first-run-sample').click()
    await part(page, 'tree-chapter').first().waitFor()
    const info = await wenqu(home, ['project', 'info', '--project', await openDir(app)])
    expect(info).toMatchObject({ counts: { chapters: await part(page, 'tree-chapter').count() } })

    await say(page, 'tour')
    const card = page.locator('[data-testid="tool-card"][data-tool="get_story_tree"][data-state="ok"]')
    await card.first().waitFor()
    await card.first().locator('.card-head').click()
    await part(page, 'tool-card-result').waitFor()
    const title = (await part(page, 'tree-chapter').first().locator('.tree-title').innerText()).trim()
    expect(await part(page, 'tool-card-result').innerText()).toContain(title)
    await expect.poll(() => page.locator('[data-testid="entry"][data-kind="assistant"]').last().innerText()).toContain(title)
    const core = corePid(app.app.process().pid ?? 0)
    expect(core).not.toBeNull()
    expect(tcpConnections(core ?? 0)).toEqual([])
  }))

  test('F5 a home with a project: the list of novels, no first run', async () => {
    const home = freshFolder()
    await inApp({ home }, async ({ page }) => {
      await part(page, 'first-run-blank').click()
      await part(page, 'first-run-title').fill('雪夜')
      await part(page, 'first-run-create').click()
      await part(page, 'story-empty').waitFor()
    })
    await inApp({ home }, async ({ page }) => {
      await part(page, 'recent-list').waitFor()
      expect(await part(page, 'first-run').count()).toBe(0)
      expect(await part(page, 'recent-project').count()).toBe(1)
      await part(page, 'recent-project').click()
      await part(page, 'story-panel').waitFor()
    })
  })

  test('F6 English: no Han outside the author’s own words', () => inApp({ lang: 'en' }, async ({ page }) => {
    await part(page, 'first-run').waitFor()
    expect((await shownTexts(page)).filter(hasHan)).toEqual([])
    await part(page, 'first-run-blank').click()
    await part(page, 'first-run-title').waitFor()
    expect((await shownTexts(page)).filter(hasHan)).toEqual([])
  }))
})

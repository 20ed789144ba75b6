import { chmodSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { launchApp } from './helpers/launch'
import { addChapters, makeProject } from './helpers/make-project'
import { electronPath, freshFolder } from './helpers/paths'
import { call, focusText, mod, part, saved } from './helpers/window'
import { onDisk, proseOnDisk, shownText } from './support/text'

const start = '雪下到第三更。\n\n驿站的灯还亮着一盏。\n'

async function novel(text = start) {
  const home = freshFolder()
  let path = ''
  const { dir, project } = await makeProject(home, {}, async (core, made) => {
    path = (await addChapters(core, made.project, [{ title: '雪夜', text }]))[0]?.path ?? ''
  })
  return { home, dir, project, path }
}

/** The author may write everywhere as root; this runs the app without that privilege, as at home. */
function plainElectron(): string {
  if (process.getuid?.() !== 0) return electronPath
  const script = join(freshFolder(), 'electron')
  writeFileSync(script, `#!/bin/sh\nexec setpriv --bounding-set=-dac_override "${electronPath}" "$@"\n`)
  chmodSync(script, 0o755)
  return script
}

describe('09 §5 nothing typed is lost', () => {
  test('E2 kill −9 of all processes 2 s after typing: text there at next start', async () => {
    const { home, dir, path } = await novel()
    const first = await launchApp({ home, project: dir })
    await focusText(first.page)
    await first.page.keyboard.press(`${mod}+End`)
    // Keys go on without a pause, so that nothing but the drafts can have them, and the last came 2 s before the end.
    for (let n = 0; n < 30; n++) await first.page.keyboard.type('灯', { delay: 20 })
    await first.page.keyboard.type('灭了')
    await first.page.waitForTimeout(2_000)
    await first.kill9All()
    const again = await launchApp({ home, project: dir })
    await expect.poll(() => shownText(again.page)).toContain(`${'灯'.repeat(30)}灭了`)
    await saved(again.page)
    expect(await onDisk(dir, path)).toContain(`${'灯'.repeat(30)}灭了`)
    await again.close()
  })

  test('E2 killed before the file had it: the draft alone brings the text back', async () => {
    const { home, dir, path } = await novel()
    const first = await launchApp({ home, project: dir })
    await focusText(first.page)
    await first.page.keyboard.press(`${mod}+End`)
    await first.page.keyboard.type('未存的一行')
    // The file cannot have it: everything dies before a save is due, after the draft's 2 s at the latest.
    await expect.poll(async () => (await call(first.page, 'drafts.list', { project: (await call(first.page, 'projects.open', { dir })).project })).drafts.some((draft) => draft.text.includes('未存的一行')), { interval: 20 }).toBe(true)
    await first.kill9All()
    const file = await readFile(join(dir, path), 'utf8')
    const again = await launchApp({ home, project: dir })
    await expect.poll(() => shownText(again.page)).toContain('未存的一行')
    await saved(again.page)
    expect(await onDisk(dir, path)).toContain('未存的一行')
    if (!file.includes('未存的一行')) {
      expect(await part(again.page, 'text-notice').getAttribute('data-state')).toBe('draftUsed')
      const { versions } = await call(again.page, 'versions.list', { project: (await call(again.page, 'projects.open', { dir })).project, path })
      expect(versions.length, 'what the file held is in the history').toBeGreaterThan(0)
    }
    await again.close()
  })

  test('E6 dirty + outside change: conflict-bar, both texts reachable', async () => {
    const { home, dir, project, path } = await novel()
    const { page, close } = await launchApp({ home, project: dir })
    await focusText(page)
    await page.keyboard.press(`${mod}+End`)
    const before = await onDisk(dir, path)
    await page.keyboard.type('我的一行')
    await writeFile(join(dir, path), before.replace('驿站的灯还亮着一盏。', '驿站的灯灭了。'))
    await part(page, 'conflict-bar').waitFor()
    expect(await shownText(page), 'mine is in the editor').toContain('我的一行')
    expect(await proseOnDisk(dir, path), 'theirs is in the file').toContain('驿站的灯灭了。')
    const texts = async () => {
      const { versions } = await call(page, 'versions.list', { project, path })
      return Promise.all(versions.map(async ({ id }) => (await call(page, 'versions.text', { project, id })).text))
    }
    await expect.poll(async () => { const all = await texts(); return [all.some((text) => text.includes('我的一行')), all.some((text) => text.includes('驿站的灯灭了。'))] }).toEqual([true, true])
    await part(page, 'conflict-theirs').click()
    await expect.poll(() => shownText(page)).toContain('驿站的灯灭了。')
    expect(await shownText(page)).not.toContain('我的一行')
    expect((await texts()).some((text) => text.includes('我的一行')), 'what was given up is in the history').toBe(true)
    await page.keyboard.press(`${mod}+KeyZ`)
    await expect.poll(() => shownText(page)).toContain('我的一行')
    await close()
  })

  test('E8 read-only folder: save-error, text kept', async () => {
    const { home, dir, path } = await novel()
    const folder = dirname(join(dir, path))
    const { page, close } = await launchApp({ home, project: dir, executable: plainElectron() })
    await focusText(page)
    chmodSync(folder, 0o555)
    try {
      await page.keyboard.press(`${mod}+End`)
      await page.keyboard.type('存不进去的一行')
      await part(page, 'save-error').waitFor()
      expect(await part(page, 'save-error').textContent(), 'the path is named').toContain(path)
      expect(await part(page, 'save-error').getAttribute('data-code')).toBe('WRITE_FAILED')
      expect(await shownText(page)).toContain('存不进去的一行')
      await page.keyboard.type('，还在写')
      await expect.poll(() => shownText(page)).toContain('还在写')
      expect(await part(page, 'save-error').count(), 'sticky').toBe(1)
    } finally {
      chmodSync(folder, 0o755)
    }
    await part(page, 'save-error').getByRole('button').click()
    await saved(page)
    expect(await part(page, 'save-error').count()).toBe(0)
    expect(await onDisk(dir, path)).toContain('存不进去的一行')
    await close()
  })
})

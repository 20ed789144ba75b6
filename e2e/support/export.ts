import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { saveNext } from '../helpers/dialogs'
import type { Launched } from '../helpers/launch'
import { addChapters } from '../helpers/make-project'
import { openNovel, type OpenNovel } from '../helpers/open-novel'
import { part } from '../helpers/window'

/** What stands in the chapters of the novel to export. */
export const chapterTexts = {
  snow: '雪下了一夜。\n\n“走吧。”她说。\n\n***\n\n天亮以后，没有人扫雪。\n',
  lamp: '　　灯还亮着，是*那盏*灯。\n\n他押下一支笔。\n',
  tail: '雪停了。\n',
}

/** A short novel: an act of three chapters, one of them empty, and a chapter of no act. `paths` by the names of the texts. */
export async function openBook(): Promise<OpenNovel & { paths: Record<keyof typeof chapterTexts, string> }> {
  const paths = { snow: '', lamp: '', tail: '' }
  const novel = await openNovel({
    title: '雪夜',
    fill: async (core, { project }) => {
      const { id: act } = await core('story.save', { project, kind: 'act', fields: { name: 'act-1', title: '卷一 雪' } })
      const { snow, lamp, tail } = chapterTexts
      const made = await addChapters(core, project, [{ title: '叩门', text: snow, act }, { title: '旧灯', text: lamp, act }, { title: '还没写', text: '', act }, { title: '尾声', text: tail }])
      Object.assign(paths, { snow: made[0]?.path, lamp: made[1]?.path, tail: made[3]?.path })
    },
  })
  return { ...novel, paths }
}

/** As an author opens it: the menu of the story. */
export async function openExport({ page }: Launched): Promise<void> {
  if (await part(page, 'export-panel').isVisible()) return
  await part(page, 'activity-story').click()
  await page.locator('[data-testid="story-panel"] .panel-head .icon-button').last().click()
  await part(page, 'menu-export').click()
  await part(page, 'export-panel').waitFor()
}
/** Exports to a place that is free, through the system's dialog. */
export async function exportTo(of: Launched, format: string, folder: string, name: string): Promise<Buffer> {
  const { page } = of
  await openExport(of)
  await part(page, `export-${format}`).check()
  await saveNext(of, join(folder, name))
  const again = part(page, 'export-elsewhere')
  await ((await again.isVisible()) ? again : part(page, 'export-run')).click()
  await expect.poll(() => part(page, 'export-path').textContent()).toBe(join(folder, name))
  return readFile(join(folder, name))
}
/** The lines of a TXT that say something. */
export const lines = (text: string) => text.replace(/^\uFEFF/, '').split(/\r?\n/).filter((line) => line !== '')

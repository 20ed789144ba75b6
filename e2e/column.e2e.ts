import { beforeAll, describe, expect, test } from 'vitest'
import type { Launched } from './helpers/launch'
import { addChapters } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { openAssistant } from './helpers/window'
import { openRow } from './support/editor'

const paragraph = '雪下了一夜，天亮时整座城都静了下来，只有更夫的梆子还在巷子深处一声一声地响着，像是怕人忘了时辰。'.repeat(6)
let chapters: { id: string; path: string }[] = []
let app: Launched

beforeAll(async () => {
  ;({ app } = await openNovel({ launch: { lang: 'en', size: { width: 1440, height: 900 } }, fill: async (core, { project }) => {
    chapters = await addChapters(core, project, [{ title: 'One', text: 'Snow fell all night over the harbour. '.repeat(30) }, { title: '二', text: paragraph }, { title: '三', text: `${paragraph}\n`.repeat(3) }])
  } }))
})

/** How far the widest line reaches beyond the pane, in px; below zero it fits. */
const beyond = () => app.page.evaluate(() => {
  const host = document.querySelector('[data-testid="editor-text"] .editor-host')
  const ends = [...document.querySelectorAll('[data-testid="editor-text"] .view-line > span')].map((line) => line.getBoundingClientRect().right)
  return ends.length === 0 || !host ? null : Math.max(...ends) - host.getBoundingClientRect().right
})

describe('09 §5 the column fits the pane', () => {
  test('Chinese text in the English window, beside the assistant', async () => {
    const { page } = app
    for (const { id, path } of [1, 0, 1, 2].map((n) => chapters[n] ?? { id: '', path: '' })) {
      await openRow(page, id, path)
      await expect.poll(beyond).toBeLessThan(0)
    }
    await openAssistant(page)
    await expect.poll(beyond).toBeLessThan(0)
    for (const { id, path } of [1, 0, 1, 2].map((n) => chapters[n] ?? { id: '', path: '' })) {
      await openRow(page, id, path)
      await expect.poll(beyond).toBeLessThan(0)
    }
  })
})

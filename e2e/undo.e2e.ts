import { beforeAll, describe, expect, test } from 'vitest'
import type { Launched } from './helpers/launch'
import { addChapters } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { focusText, mod, saved } from './helpers/window'
import { inputMethod } from './support/composition'
import { openRow } from './support/editor'
import { replaceAll, shownText } from './support/text'

let chapter = { id: '', path: '' }
let app: Launched

beforeAll(async () => {
  ;({ app } = await openNovel({ fill: async (core, { project }) => { chapter = (await addChapters(core, project, [{ title: '撤销', text: '' }]))[0] ?? chapter } }))
})

const undo = () => app.page.keyboard.press(`${mod}+KeyZ`)

describe('09 §5 one undo takes back no more than was just written', () => {
  test('sentence by sentence, also when the text was saved between', async () => {
    const { page } = app
    await openRow(page, chapter.id, chapter.path)
    await focusText(page)
    for (const key of '雪停了。') await page.keyboard.insertText(key)
    await saved(page)
    for (const key of '他没有走！') await page.keyboard.insertText(key)
    for (const key of '她问：“走吗？”') await page.keyboard.insertText(key)
    for (const key of '没人答') await page.keyboard.insertText(key)
    await undo()
    await expect.poll(() => shownText(page)).toBe('雪停了。他没有走！她问：“走吗？”')
    await undo()
    await expect.poll(() => shownText(page)).toBe('雪停了。他没有走！')
    await undo()
    await expect.poll(() => shownText(page)).toBe('雪停了。')
    await page.keyboard.press(`${mod}+Shift+KeyZ`)
    await expect.poll(() => shownText(page)).toBe('雪停了。他没有走！')
  })

  test('a new paragraph goes with its line break, the one before stays', async () => {
    const { page } = app
    await replaceAll(page, '')
    for (const key of '雪还在下') await page.keyboard.insertText(key)
    await page.keyboard.press('Enter')
    for (const key of '他走了') await page.keyboard.insertText(key)
    await undo()
    await expect.poll(() => shownText(page)).toBe('雪还在下')
  })

  test('each composition is its own step', async () => {
    const { page } = app
    await replaceAll(page, '')
    const ime = await inputMethod(page)
    for (const [typed, word] of [['ta', '他'], ['zoule', '走了'], ['xueting', '雪停']] as const) {
      await ime.compose(typed)
      await ime.commit(word)
    }
    await ime.end()
    await expect.poll(() => shownText(page)).toBe('他走了雪停')
    await undo()
    await expect.poll(() => shownText(page)).toBe('他走了')
    await undo()
    await expect.poll(() => shownText(page)).toBe('他')
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import type { Launched } from './helpers/launch'
import { addChapters } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { call, focusText, mod, part, saved } from './helpers/window'
import { inState } from './support/assistant'
import { inputMethod } from './support/composition'
import { openRow } from './support/editor'
import { counts, onDisk, proseOnDisk, replaceAll, shownText } from './support/text'

const letter = ['# 一封没有寄出的信', '', '你走以后，院子里的梅开过两回。', '头一回我折了一枝，没有地方寄；第二回我就不折了，只站着看。', ''].join('\n')
const lastLine = '看久了才明白，它开不开，原不是为了寄给谁。'
const letterPath = 'manuscript/demo-approval.md'

/** 09 §5, the golden table: text, 字数, 含标点. */
const golden: readonly (readonly [string, number, number])[] = [
  ['', 0, 0], ['你好', 2, 2], ['你好 world 42', 4, 4], ['你好，world！', 3, 5], ['“走吧。”她说……', 4, 9], ["don't stop—well-known", 3, 4], ['第１２章　风雪', 5, 5], ['3.14 和 1,000', 3, 3],
  ['二〇二六年', 5, 5], ['𠮷野家', 3, 3], ['コーヒー', 4, 4], ['안녕 world', 3, 3], ['## 第一章 *雪*', 4, 4], ['<!-- 批注 -->他来了', 3, 3], ['[长安](a.md)城', 3, 3], ['❤️👍🏽好', 1, 1],
  ['　　他走了。\n\n她没走。', 6, 8], ['iPhone15很贵', 3, 3], ['e\u0301tude', 1, 1], ["Mr. Smith's 3rd", 3, 4], ['——他说', 2, 4], ['***', 0, 0],
]

let dir = ''
let project = ''
let chapters: { id: string; path: string }[] = []
let app: Launched

beforeAll(async () => {
  ;({ dir, project, app } = await openNovel({ fill: async (core, { project }) => {
    chapters = await addChapters(core, project, [{ title: '字数', text: '' }, { title: '标点', text: '' }, { title: '缩进', text: '他走了。\n\n她没走。\n' }])
    await core('files.create', { project, path: letterPath, kind: 'file', text: letter })
  } }))
})

const chapter = (n: number) => chapters[n] ?? { id: '', path: '' }

describe('09 §5 editor', () => {
  test('E1 golden table through word-count', async () => {
    const { page } = app
    await call(page, 'settings.setUi', { punctuation: false })
    await openRow(page, chapter(0).id, chapter(0).path)
    await focusText(page)
    for (const [text, words, withPunctuation] of golden) {
      await replaceAll(page, text)
      await counts(page, words, withPunctuation)
    }
    await call(page, 'settings.setUi', { punctuation: null })
  })

  test('E3 composition of nihao while an agent edits the file: 你好 once, the edit after it', async () => {
    const { page } = app
    await openRow(page, letterPath, letterPath)
    await focusText(page)
    await page.keyboard.press(`${mod}+Home`)
    await page.keyboard.press('End')
    const ime = await inputMethod(page)
    for (const piece of ['n', 'ni', 'nih', 'niha', 'nihao']) await ime.compose(piece)
    const session = await call(page, 'sessions.create', { project, profileKey: 'leader.default' })
    await call(page, 'sessions.send', { project, sessionId: session.id, text: `approval ${letterPath}` })
    await inState(page, project, session.id, 'idle')
    expect(await onDisk(dir, letterPath), 'the agent has written').toContain(lastLine)
    const composing = await shownText(page)
    expect(composing, 'the composition stands').toContain('# 一封没有寄出的信nihao')
    expect(composing, 'nothing else touched the text').not.toContain(lastLine)
    await ime.commit('你好')
    await ime.end()
    await expect.poll(() => shownText(page)).toContain(lastLine)
    expect((await shownText(page)).split('你好').length - 1, '你好 once').toBe(1)
    await saved(page)
    const file = await onDisk(dir, letterPath)
    expect(file).toContain('# 一封没有寄出的信你好\n')
    expect(file).toContain(lastLine)
    expect(file).not.toContain('nihao')
  })

  test('E4 typing `他,` gives `他，`; Mod+Z gives `他,`; `3,` stays', async () => {
    const { page } = app
    await openRow(page, chapter(1).id, chapter(1).path)
    await focusText(page)
    await page.keyboard.insertText('他')
    await page.keyboard.press(',')
    await expect.poll(() => shownText(page)).toBe('他，')
    await page.keyboard.press(`${mod}+KeyZ`)
    await expect.poll(() => shownText(page)).toBe('他,')
    await replaceAll(page, '')
    await page.keyboard.type('3,')
    await page.keyboard.insertText('她')
    await expect.poll(() => shownText(page)).toBe('3,她')
  })

  test('E5 file bytes hold no added U+3000; "Copy for web" twice is equal', async () => {
    const { page } = app
    await openRow(page, chapter(2).id, chapter(2).path)
    await focusText(page)
    await page.keyboard.press(`${mod}+End`)
    await page.keyboard.type('雪停了。')
    await saved(page)
    expect(await proseOnDisk(dir, chapter(2).path)).toBe('他走了。\n\n她没走。\n雪停了。')
    const copy = async () => {
      await app.app.evaluate(({ clipboard }) => clipboard.writeText(''))
      await part(page, 'copy-for-web').click()
      await expect.poll(() => app.app.evaluate(({ clipboard }) => clipboard.readText())).not.toBe('')
      return app.app.evaluate(({ clipboard }) => clipboard.readText())
    }
    const once = await copy()
    expect(once).toContain('　　他走了。')
    await focusText(page)
    await replaceAll(page, once)
    expect(await copy(), 'copied from what was copied').toBe(once)
    await page.keyboard.press(`${mod}+KeyZ`)
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { startModelServer, stream, text } from '../test/model-server/openai-server'
import { launchApp, reload, type Launched } from './helpers/launch'
import { addChapters } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { call, part } from './helpers/window'
import { entriesOf, inState, newSession, send, sessionOf } from './support/assistant'

let project = ''
let home = ''
let dir = ''
let app: Launched
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const composer = () => part(app.page, 'composer')
const choices = () => part(app.page, 'composer-choice')
const words = () => composer().inputValue()

beforeAll(async () => {
  ;({ home, dir, project, app } = await openNovel({ launch: { size: { width: 1440, height: 900 } }, fill: async (core, made) => {
    await addChapters(core, made.project, [{ title: '雪夜', text: '雪下到第三更。\n' }, { title: '城门', text: '城门开了。\n' }])
    await core('files.create', { project: made.project, path: 'lorebook/note/灯 谱.md', kind: 'file', text: '七盏灯。\n' })
  } }))
})

describe('09 §6 the composer names commands, skills and files', () => {
  test('/ at the beginning lists what can be done; Enter does it and leaves nothing behind', async () => {
    const { page } = app
    const session = await newSession(page, project)
    await composer().pressSequentially('/')
    await choices().first().waitFor()
    expect(await choices().count()).toBeGreaterThan(5)
    await composer().pressSequentially('plan')
    await expect.poll(() => choices().count()).toBe(1)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await sessionOf(page, project, session.id)).workMode).toBe('plan')
    expect([await words(), await choices().count(), (await entriesOf(page, project, session.id)).length]).toEqual(['', 0, 0])
  })

  test('$ names a skill and @ a file by its chapter or its path; the keys stay in the words, Esc leaves them', async () => {
    const { page } = app
    const session = await newSession(page, project)
    await composer().pressSequentially('照 $chapter')
    await choices().first().waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(words).toMatch(/^照 \$chapter-opening(-zh)? $/)
    await composer().pressSequentially('写@城门')
    await choices().first().waitFor()
    await page.keyboard.press('Enter')
    const { path } = (await call(page, 'story.outline', { project })).ungrouped.flatMap((chapter) => (chapter.title === '城门' ? chapter.prose : []))[0] ?? { path: '' }
    await expect.poll(words).toContain(`写@${path} `)
    await composer().pressSequentially('再看@note/灯')
    await expect.poll(() => choices().first().getAttribute('data-id')).toBe('lorebook/note/灯 谱.md')
    await choices().first().click()
    await expect.poll(words).toContain('再看@"lorebook/note/灯 谱.md" ')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('composer')
    await composer().pressSequentially('和@雪')
    await choices().first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => choices().count()).toBe(0)
    expect(await words()).toContain('和@雪')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await entriesOf(page, project, session.id)).some((entry) => String(entry.payload['text']).includes('和@雪'))).toBe(true)
    await inState(page, project, session.id, 'idle')
  })

  test('a command that does not exist is told, with close ones to choose; nothing is sent unless a space before it makes it words', async () => {
    const { page } = app
    const session = await newSession(page, project)
    await composer().fill('/plna 写下一章')
    await page.keyboard.press('Enter')
    const told = part(page, 'unknown-command')
    await told.waitFor()
    expect([await told.innerText(), await words()]).toEqual([expect.stringContaining('没有这个命令：/plna'), '/plna 写下一章'])
    expect(await told.getByRole('button').evaluateAll((buttons) => buttons.map((button) => button.textContent))).toEqual(['工作方式：规划 /plan'])
    await told.locator('[data-testid="command-plan"]').click()
    await expect.poll(async () => (await sessionOf(page, project, session.id)).workMode).toBe('plan')
    expect([await words(), await told.count(), await entriesOf(page, project, session.id)]).toEqual(['写下一章', 0, []])
    await composer().fill('/discuss 先说说')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await sessionOf(page, project, session.id)).workMode, { message: 'one that exists is done, and what follows stays' }).toBe('discuss')
    expect([await words(), await entriesOf(page, project, session.id)]).toEqual(['先说说', []])
    await composer().fill(' /plna 是什么意思')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await entriesOf(page, project, session.id)).map((entry) => entry.payload['text'])).toContain('/plna 是什么意思')
    await inState(page, project, session.id, 'idle')
  })

  test('a conversation left before a word was sent is gone from the list, unless words wait in it', async () => {
    const { page } = app
    const left = await newSession(page, project)
    const waiting = await newSession(page, project)
    await composer().fill('明天再说')
    const front = await newSession(page, project)
    await part(page, 'session-list-open').click()
    await part(page, 'session-row').first().waitFor()
    const shown = await part(page, 'session-row').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-id'))))
    expect([front, waiting, left].map(({ id }) => shown.includes(id))).toEqual([true, true, false])
    const when = await part(page, 'session-row').first().locator('time').innerText()
    expect(when, 'conversations of one name are told apart by their time').toMatch(/\d\d:\d\d/)
    await page.keyboard.press('Escape')
    await composer().fill('')
  })

  test('many conversations are filtered by their name: / goes to the field, ↓ back to the list', async () => {
    const { page } = app
    const made = []
    for (let n = 1; n <= 9; n++) {
      const session = await call(page, 'sessions.create', { project, profileKey: 'leader.default' })
      made.push(await call(page, 'sessions.rename', { project, sessionId: session.id, title: `第${n}次长谈` }))
    }
    await part(page, 'session-list-open').click()
    await part(page, 'session-filter').waitFor()
    await part(page, 'session-row').first().focus()
    await page.keyboard.press('/')
    await page.keyboard.type('7次')
    await expect.poll(() => part(page, 'session-row').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-id'))))).toEqual([made[6]?.id])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => part(page, 'session-list-open').innerText()).toBe('第7次长谈')
  })

  test('an address or a price opens nothing', async () => {
    await newSession(app.page, project)
    await composer().pressSequentially('me@example.com US$5 a/b')
    expect(await choices().count()).toBe(0)
    await composer().fill('')
  })
})

describe('09 §6 pictures in a message', () => {
  test('added by the button or pasted, taken out again, sent, shown in the conversation; a model that sees gets them', async () => {
    const { page } = app
    const server = await startModelServer([stream([text('好')])])
    try {
      await call(page, 'settings.setProvider', { name: 'x', spec: { kind: 'openai-compatible', baseURL: server.url, models: { m: { context: 65_536, maxOutput: 100, vision: true } } } })
      await call(page, 'settings.setModels', { default: 'x/m', small: 'demo/author' })
      const session = await newSession(page, project)
      await part(page, 'picture-files').setInputFiles([{ name: '她.png', mimeType: 'image/png', buffer: png }])
      await part(page, 'picture').locator('img').waitFor()
      await page.evaluate((base64) => {
        const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
        const data = new DataTransfer()
        data.items.add(new File([bytes, new Uint8Array([1])], 'pasted.png', { type: 'image/png' }))
        document.querySelector('[data-testid="composer"]')?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      }, png.toString('base64'))
      await expect.poll(() => part(page, 'picture').count()).toBe(2)
      await part(page, 'picture').last().getByRole('button').click()
      await expect.poll(() => part(page, 'picture').count()).toBe(1)
      await send(page, '像不像她？')
      await inState(page, project, session.id, 'idle')
      const entry = page.locator('[data-testid="entry"][data-kind="user"]').last()
      await entry.locator('img').waitFor()
      expect(await page.locator('.composer-box [data-testid="picture"]').count(), 'nothing is left in the composer').toBe(0)
      const sent = JSON.stringify(server.requests[0])
      expect([sent.includes(png.toString('base64')), sent.includes('她.png')]).toEqual([true, true])
      expect(JSON.stringify(await entriesOf(page, project, session.id))).not.toContain(png.toString('base64'))
      await reload(page)
      await page.locator('[data-testid="entry"][data-kind="user"] img').last().waitFor()
    } finally {
      await call(page, 'settings.setModels', { default: null, small: null })
      await call(page, 'settings.removeProvider', { name: 'x' })
      await server.close()
    }
  })

  test('unsent ones survive a restart of the page, beside their words, and a restart of the app', async () => {
    const { page } = app
    await newSession(page, project)
    await composer().fill('像她吗')
    await part(page, 'picture-files').setInputFiles([{ name: '她.png', mimeType: 'image/png', buffer: png }])
    const unsent = () => app.page.locator('.composer-box [data-testid="picture"] img')
    await unsent().waitFor()
    await reload(page)
    await unsent().waitFor()
    await app.close()
    app = await launchApp({ home, project: dir, size: { width: 1440, height: 900 } })
    await unsent().waitFor()
    expect(await words()).toBe('像她吗')
    await app.page.locator('.composer-box [data-testid="picture"] button').click()
    await expect.poll(() => unsent().count()).toBe(0)
    await composer().fill('')
  })

  test('what is no picture is refused in one line, and the words are kept', async () => {
    const { page } = app
    await newSession(page, project)
    await composer().fill('看看这个')
    await part(page, 'picture-files').setInputFiles([{ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') }])
    await page.locator('[data-testid="toast"][data-code="IMAGE_INVALID"]').waitFor()
    expect([await part(page, 'picture').count(), await words()]).toEqual([0, '看看这个'])
    expect(app.pageErrors).toEqual([])
  })
})

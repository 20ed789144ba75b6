import { beforeAll, describe, expect, test } from 'vitest'
import { reload, type Launched } from './helpers/launch'
import { addChapters } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { stopwatch } from '../test/stopwatch'
import { call, part } from './helpers/window'
import { cards, entriesOf, inState, newSession, replies, send, sessionOf, showSession } from './support/assistant'
import { diffLines } from './support/approvals'
import { inputMethod } from './support/composition'
import { openRow } from './support/editor'
import { onDisk } from './support/text'

let dir = ''
let project = ''
let app: Launched

beforeAll(async () => {
  // At the speed an author sees: A1 is about text that grows.
  ;({ dir, project, app } = await openNovel({ launch: { env: { WENQU_DEMO_SPEED: '1' } }, fill: async (core, made) => {
    await addChapters(core, made.project, [{ title: '雪夜', text: '雪下到第三更。\n' }])
  } }))
})

const streamed = () => app.page.locator('[data-testid="entry"][data-state="streaming"]')

describe('09 §6 sessions', () => {
  test('A1 demo "slow": text grows in ≥5 steps; stop ends in ≤1 s, partial text kept, no error', async () => {
    const { page } = app
    const session = await newSession(page, project)
    await send(page, 'slow')
    const lengths = new Set<number>()
    await expect.poll(async () => {
      lengths.add((await streamed().textContent({ timeout: 1_000 }).catch(() => ''))?.length ?? 0)
      return lengths.size
    }, { interval: 50 }).toBeGreaterThanOrEqual(6)
    const took = stopwatch()
    await part(page, 'stop').click()
    await part(page, 'stop').waitFor({ state: 'detached' })
    expect(took(), 'ms from the click to the end').toBeLessThanOrEqual(1_000)
    await inState(page, project, session.id, 'idle')
    const reply = replies(page).last()
    await expect.poll(() => reply.getAttribute('data-state')).toBe('partial')
    expect((await reply.textContent())?.length ?? 0, 'what was written stays').toBeGreaterThan(20)
    expect(await page.locator('[data-testid="toast"][data-kind="error"]').count()).toBe(0)
    expect(await page.locator('.error-note').count()).toBe(0)
  })

  test('A1 a window opened in the middle of a reply shows all of it, none of it twice', async () => {
    const { page } = app
    const session = await newSession(page, project)
    await send(page, 'slow')
    await expect.poll(async () => (await streamed().textContent().catch(() => ''))?.length ?? 0).toBeGreaterThan(60)
    await reload(page)
    await streamed().waitFor()
    const first = '长安的雪是从宫城那边先下起来的。'
    const middle = await streamed().locator('.reply-text').textContent()
    expect(middle?.startsWith(first)).toBe(true)
    await inState(page, project, session.id, 'idle')
    await expect.poll(() => streamed().count()).toBe(0)
    const whole = await replies(page).last().locator('.reply-text').textContent()
    const stored = (await entriesOf(page, project, session.id)).findLast((entry) => entry.payload['role'] === 'assistant')
    expect(whole?.replace(/\s/g, '')).toBe(String(stored?.payload['text']).replace(/\s/g, ''))
    expect(whole?.split(first).length).toBe(2)
  })

  test('A3 tool-card of an edit: the diff equals the file change', async () => {
    const { page } = app
    const session = await newSession(page, project)
    await send(page, 'fix')
    await inState(page, project, session.id, 'running')
    await inState(page, project, session.id, 'idle')
    const written = (await entriesOf(page, project, session.id)).flatMap((entry) => (entry.payload['role'] === 'assistant' ? (entry.payload['calls'] as { tool: string; args: Record<string, string> }[]) : [])).find((one) => one.tool === 'write')
    const before = (written?.args['content'] ?? '').split('\n')
    const after = (await onDisk(dir, 'manuscript/demo-fix.md')).split('\n')
    const card = cards(page, 'edit').last()
    await expect.poll(() => card.getAttribute('data-state')).toBe('ok')
    await card.locator('.card-head').click()
    await card.locator('[data-testid="tool-card-changes"]').waitFor()
    const shown = await diffLines(page, `[data-testid="tool-card"][data-id="${await card.getAttribute('data-id')}"]`)
    expect(shown).toEqual({ removed: before.filter((line) => !after.includes(line)), added: after.filter((line) => !before.includes(line)) })
    expect(shown.added).toHaveLength(1)
  })

  test('09 §5 while the assistant edits the open text a mark says so, until it is done', async () => {
    const { page } = app
    const session = await newSession(page, project)
    await send(page, 'fix')
    await openRow(page, 'manuscript/demo-fix.md', 'manuscript/demo-fix.md')
    await inState(page, project, session.id, 'idle')
    await send(page, 'fix')
    await part(page, 'live-edit').waitFor()
    await inState(page, project, session.id, 'idle')
    await part(page, 'live-edit').waitFor({ state: 'detached' })
  })

  test('A4 Enter while composing does not send', async () => {
    const { page } = app
    const session = await newSession(page, project)
    await part(page, 'composer').click()
    const ime = await inputMethod(page)
    for (const piece of ['b', 'ba', 'bang']) await ime.compose(piece)
    await ime.key('Enter')
    await ime.commit('帮助')
    expect(await part(page, 'composer').inputValue()).toBe('帮助')
    expect(await entriesOf(page, project, session.id), 'nothing was sent').toEqual([])
    await part(page, 'composer').press('Enter')
    await ime.end()
    await inState(page, project, session.id, 'running', 'idle')
    await expect.poll(async () => (await entriesOf(page, project, session.id)).some((entry) => entry.payload['text'] === '帮助')).toBe(true)
    await inState(page, project, session.id, 'idle')
  })

  test('a question is answered by what is typed in the composer, or ended by Stop', async () => {
    const { page } = app
    const session = await newSession(page, project)
    await send(page, 'ask')
    await inState(page, project, session.id, 'waiting')
    await page.locator('.questions').waitFor()
    await part(page, 'composer').fill('冷一点，少说话')
    await part(page, 'composer').press('Enter')
    await inState(page, project, session.id, 'idle')
    expect((await call(page, 'sessions.snapshot', { project, sessionId: session.id })).queue).toEqual([])
    expect(JSON.stringify(await entriesOf(page, project, session.id))).toContain('冷一点，少说话')
    await expect.poll(() => part(page, 'answered').last().innerText(), { message: 'the question and what was answered stand in the conversation' }).toBe('这一章的结尾，你想让读者带着什么合上书？\n冷一点，少说话')
    await send(page, 'ask')
    await inState(page, project, session.id, 'waiting')
    await page.locator('.questions').waitFor()
    await part(page, 'stop').click()
    await inState(page, project, session.id, 'idle')
    await page.locator('.questions').waitFor({ state: 'detached' })
  })

  test('an answer begun and not yet sent is kept as the composer’s words are', async () => {
    const { page } = app
    const session = await newSession(page, project)
    await send(page, 'ask')
    await inState(page, project, session.id, 'waiting')
    const field = page.locator('.questions textarea').first()
    await field.fill('写得冷一点')
    await expect.poll(async () => JSON.stringify((await call(page, 'layout.get', { project })).layout), { message: 'main has it: the window may fall now' }).toContain('写得冷一点')
    await reload(page)
    await expect.poll(() => field.inputValue()).toBe('写得冷一点')
    await part(page, 'stop').click()
    await inState(page, project, session.id, 'idle')
  })

  test('A5 retry: branch-switch 2/2, both readable', async () => {
    const { page } = app
    const session = await newSession(page, project)
    await send(page, 'ask')
    await inState(page, project, session.id, 'waiting')
    await page.locator('.questions input[type="radio"]').first().check()
    await page.locator('.questions button[type="submit"]').click()
    await inState(page, project, session.id, 'idle')
    await expect.poll(() => streamed().count()).toBe(0)
    const first = await replies(page).last().getAttribute('data-id')
    await replies(page).last().locator('[data-action="retry"]').click()
    await expect.poll(() => replies(page).last().getAttribute('data-id')).not.toBe(first)
    const branch = replies(page).last().locator('[data-testid="branch-switch"]')
    await expect.poll(() => branch.getAttribute('data-value')).toBe('2/2')
    await inState(page, project, session.id, 'idle')
    const second = await replies(page).last().locator('.reply-text').textContent()
    expect(second?.length ?? 0).toBeGreaterThan(4)
    await branch.getByRole('button').first().click()
    await expect.poll(() => replies(page).last().getAttribute('data-id')).toBe(first)
    expect(await branch.getAttribute('data-value')).toBe('1/2')
    expect((await replies(page).last().locator('.reply-text').textContent())?.length ?? 0).toBeGreaterThan(4)
    expect(await page.locator('[data-testid="entry"][data-kind="user"]').count(), 'the rest of the conversation is there once').toBe(1)
    await branch.getByRole('button').last().click()
    await expect.poll(() => branch.getAttribute('data-value')).toBe('2/2')
    expect(await replies(page).last().locator('.reply-text').textContent()).toBe(second)
  })

  test('A6 steer while running appears in queue, removable until used', async () => {
    const { page } = app
    const session = await newSession(page, project)
    await send(page, 'slow')
    await part(page, 'stop').waitFor()
    await send(page, '别忘了那盏灯')
    const item = part(page, 'queue').locator('[data-testid="queue-item"]')
    await expect.poll(() => item.count()).toBe(1)
    expect(await item.getAttribute('data-kind')).toBe('steer')
    expect(await item.textContent()).toContain('别忘了那盏灯')
    await item.getByRole('button').click()
    await expect.poll(() => part(page, 'queue').count()).toBe(0)
    await send(page, '还是说一句')
    await expect.poll(() => item.count()).toBe(1)
    await part(page, 'composer').press('Escape')
    await inState(page, project, session.id, 'idle')
    await expect.poll(() => part(page, 'composer').inputValue(), { message: 'a steer that was not used comes back' }).toBe('还是说一句')
    expect((await entriesOf(page, project, session.id)).some((entry) => String(entry.payload['text']).includes('别忘了')), 'what was taken back is not history').toBe(false)
  })

  test('§6 Shift+Tab in the composer cycles the work mode, the list switches, Alt+↑ goes up the messages', async () => {
    const { page } = app
    const session = await newSession(page, project)
    await part(page, 'composer').press('Shift+Tab')
    await expect.poll(async () => (await sessionOf(page, project, session.id)).workMode).toBe('discuss')
    await expect.poll(() => part(page, 'work-mode').inputValue()).toBe('discuss')
    await send(page, 'tasks')
    await inState(page, project, session.id, 'idle')
    const last = String((await entriesOf(page, project, session.id)).findLast((entry) => entry.payload['role'] === 'assistant')?.payload['text'])
    await expect.poll(() => replies(page).last().locator('.reply-text').textContent()).toBe(last)
    const newest = await replies(page).last().getAttribute('data-id')
    await expect.poll(() => part(page, 'announcement').textContent(), { message: 'said once it is whole' }).toContain(last)
    await part(page, 'composer').press('Alt+ArrowUp')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-id'))).toBe(newest)
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('composer')
    const other = await newSession(page, project)
    await showSession(page, session.id)
    await expect.poll(() => replies(page).last().getAttribute('data-id')).toBe(newest)
    expect((await sessionOf(page, project, other.id)).status).toBe('idle')
  })
})

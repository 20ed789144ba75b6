import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, test } from 'vitest'
import { launchApp, type Launched } from './helpers/launch'
import { addChapters } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { call, part } from './helpers/window'
import { cards, entriesOf, inState, newSession, replies, send, sessions, showSession } from './support/assistant'

let home = ''
let dir = ''
let project = ''
let app: Launched
const tree = () => app.page.locator('[data-testid="session-row"], [data-testid="session-missing"]').evaluateAll((rows) => rows.map((row) => ({ id: Number(row.getAttribute('data-id')), depth: row.getAttribute('data-depth'), state: row.getAttribute('data-state') })))

beforeAll(async () => {
  ;({ home, dir, project, app } = await openNovel({ launch: { size: { width: 1440, height: 900 }, env: { WENQU_DEMO_SPEED: '0.1' } }, fill: async (core, made) => {
    await addChapters(core, made.project, [{ title: '雪夜', text: '雪下到第三更。\n' }])
  } }))
})

describe('09 §6 linked conversations', () => {
  test('E5 demo "agent": the leader finds the writer, creates and asks it; both stand linked in the window, live', async () => {
    const { page } = app
    const leader = await newSession(page, project)
    await send(page, 'agent')
    const link = page.locator('[data-testid="session-link"]')
    await link.waitFor()
    await expect.poll(() => link.getAttribute('data-state'), { timeout: 30_000 }).toBe('running')
    const childId = Number(await link.getAttribute('data-id'))

    await part(page, 'session-list-open').click()
    await expect.poll(tree).toEqual([{ id: leader.id, depth: '0', state: 'running' }, { id: childId, depth: '1', state: 'running' }])
    await page.keyboard.press('Escape')

    await link.click()
    await expect.poll(() => part(page, 'session-list-open').innerText()).toBe('执笔：试写一章')
    await expect.poll(() => cards(page, 'write').count(), { timeout: 30_000 }).toBeGreaterThan(0)
    await part(page, 'session-parent').click()
    await inState(page, project, leader.id, 'running', 'idle')
    await expect.poll(() => link.getAttribute('data-state'), { timeout: 30_000 }).toBe('idle')
    await expect.poll(() => replies(page).last().innerText(), { timeout: 30_000 }).toContain('执笔回来了：写好了')
    expect((await sessions(page, project)).find((one) => one.id === childId)).toMatchObject({ parentId: leader.id, profileKey: 'writer', status: 'idle' })
    for (const tool of ['get_agent_profile', 'create_agent', 'invoke_agent']) expect(await cards(page, tool).getAttribute('data-state')).toBe('ok')
  })

  test('archived ones are put away behind one button; a child not in front shows when it has something new', async () => {
    const { page } = app
    const first = (await sessions(page, project)).find((one) => one.profileKey === 'writer')
    if (!first) throw new Error('no writer')
    await newSession(page, project)
    await call(page, 'sessions.archive', { project, sessionId: first.id, archived: true })
    await part(page, 'session-list-open').click()
    await page.locator(`[data-testid="session-row"][data-id="${first.parentId}"]`).waitFor()
    expect(await page.locator(`[data-testid="session-row"][data-id="${first.id}"]`).count()).toBe(0)
    await part(page, 'sessions-archived').click()
    await page.locator(`[data-testid="session-row"][data-id="${first.id}"][data-state="archived"]`).waitFor()
    await page.keyboard.press('Escape')
  })

  test('rights and writing are set in the head, and another kind of assistant is started there', async () => {
    const { page } = app
    const session = await newSession(page, project)
    await part(page, 'session-rights').click()
    await part(page, 'permission-mode').selectOption('acceptEdits')
    await expect.poll(async () => (await sessions(page, project)).find((one) => one.id === session.id)?.permissionMode).toBe('acceptEdits')
    expect(await part(page, 'write-mode').count(), 'this kind makes no proposals').toBe(0)
    await page.keyboard.press('Escape')
    await part(page, 'session-new-with').click()
    await part(page, 'new-main').click()
    await expect.poll(async () => (await sessions(page, project))[0]?.profileKey).toBe('main')
    await part(page, 'session-rights').click()
    await part(page, 'permission-mode').selectOption('acceptEdits')
    await part(page, 'write-mode').selectOption('apply')
    await expect.poll(async () => (await sessions(page, project))[0]).toMatchObject({ profileKey: 'main', permissionMode: 'acceptEdits', writeMode: 'apply' })
    await page.keyboard.press('Escape')
  })

  test('A8 a broken child link: it is named, the parent opens and goes on', async () => {
    const child = (await sessions(app.page, project)).find((one) => one.profileKey === 'writer')
    const parentId = child?.parentId ?? 0
    await app.kill9All()
    const db = new Database(join(dir, '.nbook/sessions.sqlite'))
    db.pragma('foreign_keys = OFF')
    db.prepare('DELETE FROM Entry WHERE sessionId = ?').run(child?.id ?? 0)
    db.prepare('DELETE FROM Session WHERE id = ?').run(child?.id ?? 0)
    db.close()
    app = await launchApp({ home, project: dir, size: { width: 1440, height: 900 } })
    const { page } = app
    if (!(await part(page, 'composer').isVisible())) await part(page, 'toggle-assistant').click()
    await showSession(page, parentId)
    await expect.poll(() => replies(page).last().innerText()).toContain('执笔回来了')
    await part(page, 'session-list-open').click()
    await expect.poll(() => page.locator(`[data-testid="session-missing"][data-id="${child?.id}"]`).innerText()).toContain('执笔：试写一章')
    await page.keyboard.press('Escape')
    await send(page, 'tasks')
    await inState(page, project, parentId, 'idle')
    await expect.poll(async () => (await entriesOf(page, project, parentId)).filter((entry) => entry.payload['role'] === 'user').length).toBe(2)
    expect(app.pageErrors).toEqual([])
  })
})

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Entry, Session } from '../../src/shared/session'
import { call, openAssistant, part } from '../helpers/window'

export type Mode = 'normal' | 'discuss' | 'plan'

/** A conversation of its own, in front, in this work mode. */
export async function newSession(page: Page, project: string, mode: Mode = 'normal'): Promise<Session> {
  await openAssistant(page)
  const before = new Set((await sessions(page, project)).map((one) => one.id))
  await part(page, 'session-new').click()
  await expect.poll(async () => (await sessions(page, project)).filter((one) => !before.has(one.id)).length).toBe(1)
  const session = (await sessions(page, project)).find((one) => !before.has(one.id))
  if (!session) throw new Error('no session was made')
  await part(page, 'work-mode').selectOption(mode)
  await expect.poll(async () => (await sessionOf(page, project, session.id)).workMode).toBe(mode)
  return session
}

export const sessions = async (page: Page, project: string): Promise<Session[]> => (await call(page, 'sessions.list', { project })).sessions
export async function sessionOf(page: Page, project: string, id: number): Promise<Session> {
  const found = (await sessions(page, project)).find((one) => one.id === id)
  if (!found) throw new Error(`there is no session ${id}`)
  return found
}

/** Waits until a conversation is in one of these states. */
export async function inState(page: Page, project: string, id: number, ...states: Session['status'][]): Promise<void> {
  await expect.poll(async () => (await sessionOf(page, project, id)).status).toBeOneOf(states)
}

export const entriesOf = async (page: Page, project: string, sessionId: number): Promise<Entry[]> => (await call(page, 'sessions.entries', { project, sessionId, limit: 500 })).entries

/** Sends words through the composer, as an author does. */
export async function send(page: Page, words: string): Promise<void> {
  await part(page, 'composer').fill(words)
  await part(page, 'composer').press('Enter')
}

export const cards = (page: Page, tool: string): Locator => page.locator(`[data-testid="tool-card"][data-tool="${tool}"]`)
/** Replies that are over. */
export const replies = (page: Page): Locator => page.locator('[data-testid="entry"][data-kind="assistant"]:not([data-state="streaming"])')

/** Opens a conversation by the list, as an author does. */
export async function showSession(page: Page, id: number): Promise<void> {
  await part(page, 'session-list-open').click()
  await page.locator(`[data-testid="session-row"][data-id="${id}"]`).click()
}

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Approval } from '../../src/shared/approval'
import { call, ids, part } from '../helpers/window'
import { newSession, send, type Mode } from './assistant'

export const pending = async (page: Page, project: string): Promise<Approval[]> => (await call(page, 'approvals.list', { project })).approvals
export const approvalOf = (page: Page, project: string, id: string): Promise<Approval> => call(page, 'approvals.get', { project, id })

/** A conversation whose assistant asks to write `path`; resolves when its card is in the panel. */
export async function askToWrite(page: Page, project: string, path: string, mode: Mode = 'discuss'): Promise<{ sessionId: number; approval: Approval }> {
  const session = await newSession(page, project, mode)
  await send(page, `approval ${path}`)
  const approval = await asked(page, project, session.id)
  const waiting = (await pending(page, project)).length
  await expect.poll(() => part(page, 'approval-count').getAttribute('data-value')).toBe(String(waiting))
  return { sessionId: session.id, approval }
}

/** The approval a conversation waits for. */
export async function asked(page: Page, project: string, sessionId: number): Promise<Approval> {
  const find = async () => (await pending(page, project)).find((one) => one.sessionId === sessionId)
  await expect.poll(find, { message: `session ${sessionId} asks for something` }).toBeDefined()
  const found = await find()
  if (!found) throw new Error(`session ${sessionId} no longer asks`)
  return found
}

/** The shown one's id, or null while the panel is closed; read in one step, so that a panel that closes meanwhile is not waited for. */
export async function shownId(page: Page): Promise<string | null> {
  const [id] = await ids(part(page, 'approval-item'))
  return id ?? null
}

/** Steps through the panel until this one is shown. */
export async function showApproval(page: Page, project: string, id: string): Promise<void> {
  const waiting = (await pending(page, project)).map((one) => one.id)
  await expect.poll(() => part(page, 'approval-count').getAttribute('data-value')).toBe(String(waiting.length))
  for (let at = waiting.indexOf((await shownId(page)) ?? ''); waiting[at] !== id;) {
    const to = at + (at < waiting.indexOf(id) ? 1 : -1)
    await part(page, to > at ? 'approval-next' : 'approval-prev').click()
    await page.locator(`[data-testid="approval-item"][data-id="${waiting[to]}"]`).waitFor()
    at = to
  }
  await page.locator(`[data-testid="approval-item"][data-id="${id}"]`).waitFor()
}

/** Approves what is shown, once the window lets one. */
export async function approve(page: Page): Promise<void> {
  await part(page, 'approval-approve').click()
}

export async function deny(page: Page, reason: string): Promise<void> {
  await part(page, 'approval-reason').fill(reason)
  await part(page, 'approval-deny').click()
}

/** What a shown diff adds and takes away, line by line. */
export const diffLines = async (page: Page, within: string): Promise<{ added: string[]; removed: string[] }> => {
  const lines = (kind: string) => page.locator(`${within} .diff [data-line="${kind}"]`).evaluateAll((found) => found.map((line) => (line.textContent ?? '').replace(/\n$/, '').slice(1)))
  return { added: await lines('added'), removed: await lines('removed') }
}

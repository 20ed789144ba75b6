import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Approval } from '../../src/shared/approval'
import { call, part } from '../helpers/window'
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
  const until = Date.now() + 15_000
  for (;;) {
    const found = (await pending(page, project)).find((one) => one.sessionId === sessionId)
    if (found) return found
    if (Date.now() > until) throw new Error(`session ${sessionId} asked for nothing`)
    await page.waitForTimeout(50)
  }
}

/** The shown one's id, or null while the panel is closed. */
export async function shownId(page: Page): Promise<string | null> {
  const item = part(page, 'approval-item')
  return (await item.count()) === 0 ? null : item.getAttribute('data-id')
}

/** Steps through the panel until this one is shown. */
export async function showApproval(page: Page, id: string): Promise<void> {
  while (await part(page, 'approval-prev').isEnabled()) await part(page, 'approval-prev').click()
  for (let steps = 0; steps < 20 && (await shownId(page)) !== id; steps++) await part(page, 'approval-next').click()
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

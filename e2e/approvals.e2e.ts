import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Launched } from './helpers/launch'
import { addChapters } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { call, drawn, focusIsInText, focusText, mod, part, saved } from './helpers/window'
import { approvalOf, approve, askToWrite, asked, deny, diffLines, pending, showApproval, shownId } from './support/approvals'
import { cards, entriesOf, inState, newSession, send } from './support/assistant'
import { onDisk, shownText } from './support/text'

let dir = ''
let project = ''
let app: Launched

beforeAll(async () => {
  ;({ dir, project, app } = await openNovel({ fill: async (core, made) => {
    await addChapters(core, made.project, [{ title: '雪夜', text: '雪下到第三更。\n' }])
    await core('files.create', { project: made.project, path: 'reference/change.md', kind: 'file', text: '# 旧的一行\n' })
  } }))
})
beforeEach(() => clear())

const exists = (path: string) => readFile(join(dir, path)).then(() => true, () => false)
const clear = async () => {
  for (const approval of await pending(app.page, project)) await call(app.page, 'approvals.answer', { project, id: approval.id, verdict: 'deny', effectsHash: approval.effectsHash, note: null })
  await expect.poll(() => shownId(app.page)).toBeNull()
}
const resultsOf = async (sessionId: number, tool: string) => (await entriesOf(app.page, project, sessionId)).filter((entry) => entry.payload['role'] === 'toolResult' && entry.payload['tool'] === tool)

describe('09 §7 approvals', () => {
  test('P1 discuss mode write: the file is unchanged while it waits; approval-effects diff equals the change after approval, made once', async () => {
    const { page } = app
    const { sessionId, approval } = await askToWrite(page, project, 'reference/change.md')
    await expect.poll(() => shownId(page)).toBe(approval.id)
    expect(await onDisk(dir, 'reference/change.md'), 'unchanged on disk').toBe('# 旧的一行\n')
    expect((await part(page, 'approval-read').innerText()).replace(/\s+/g, ' '), 'LM-08: the card names what was read before').toBe('在这之前读过： 读取 reference/change.md')
    await expect.poll(() => cards(page, 'write').last().getAttribute('data-state'), { message: 'the same row as a card' }).toBe('approval')
    const shown = await diffLines(page, '[data-testid="approval-effects"]')
    const before = '# 旧的一行\n'.split('\n')
    await approve(page)
    await inState(page, project, sessionId, 'idle')
    const after = (await onDisk(dir, 'reference/change.md')).split('\n')
    expect(shown.removed).toEqual(before.filter((line) => !after.includes(line)))
    expect(shown.added.filter((line) => line !== '')).toEqual(after.filter((line) => !before.includes(line)))
    expect(await resultsOf(sessionId, 'write')).toHaveLength(1)
    expect((await approvalOf(page, project, approval.id)).status).toBe('executed')
    await expect.poll(() => shownId(page), { message: 'none pending: closed' }).toBeNull()
  })

  test('P2 three pending: the height is equal for each (±0 px)', async () => {
    const { page } = app
    const short = await newSession(page, project, 'plan')
    await send(page, 'plan')
    await asked(page, project, short.id)
    await askToWrite(page, project, 'reference/two.md')
    await askToWrite(page, project, 'reference/three-with-a-rather-long-name-that-does-not-fit-on-one-line-of-the-panel-at-all.md')
    await expect.poll(() => part(page, 'approval-count').getAttribute('data-value')).toBe('3')
    const heights: number[] = []
    for (const { id } of await pending(page, project)) {
      await showApproval(page, project, id)
      heights.push((await part(page, 'approvals-panel').boundingBox())?.height ?? -1)
    }
    expect(new Set(heights).size, heights.join(' ')).toBe(1)
    expect(heights[0]).toBeGreaterThan(200)
  })

  test('P3 file changed while pending: stale, old approve impossible', async () => {
    const { page } = app
    await writeFile(join(dir, 'reference/change.md'), '# 又一行\n')
    const { sessionId, approval } = await askToWrite(page, project, 'reference/change.md')
    await writeFile(join(dir, 'reference/change.md'), '# 作者刚改的\n')
    await approve(page)
    await part(page, 'approval-stale').waitFor()
    expect((await approvalOf(page, project, approval.id)).status).toBe('stale')
    expect(await onDisk(dir, 'reference/change.md'), 'nothing ran').toBe('# 作者刚改的\n')
    const fresh = await asked(page, project, sessionId)
    expect(fresh.replaces).toBe(approval.id)
    await expect.poll(() => shownId(page)).toBe(fresh.id)
    expect((await diffLines(page, '[data-testid="approval-effects"]')).removed).toContain('# 作者刚改的')
    await expect(call(page, 'approvals.answer', { project, id: approval.id, verdict: 'approve', effectsHash: approval.effectsHash, note: null })).rejects.toThrow('APPROVAL_NOT_PENDING')
    await expect(call(page, 'approvals.answer', { project, id: fresh.id, verdict: 'approve', effectsHash: approval.effectsHash, note: null })).rejects.toThrow('APPROVAL_MISMATCH')
    await approve(page)
    await inState(page, project, sessionId, 'idle')
    expect(await onDisk(dir, 'reference/change.md')).not.toContain('作者刚改的')
    expect(await resultsOf(sessionId, 'write')).toHaveLength(1)
  })

  test('P4 deny "too long": the result contains it, and the next message of the model knows it', async () => {
    const { page } = app
    const { sessionId, approval } = await askToWrite(page, project, 'reference/denied.md')
    await deny(page, 'too long')
    await inState(page, project, sessionId, 'idle')
    const [result] = await resultsOf(sessionId, 'write')
    expect(JSON.stringify(result?.payload)).toContain('DENIED_USER: too long')
    const last = (await entriesOf(page, project, sessionId)).findLast((entry) => entry.payload['role'] === 'assistant')
    expect(String(last?.payload['text']), 'the model answers to the reason').toContain('too long')
    await expect.poll(() => cards(page, 'write').last().getAttribute('data-state')).toBe('denied')
    expect((await approvalOf(page, project, approval.id)).note).toBe('too long')
    expect(await exists('reference/denied.md')).toBe(false)
  })

  test('put aside, the conversation under it can be read; nothing is decided, and it comes back', async () => {
    const { page } = app
    const { sessionId, approval } = await askToWrite(page, project, 'reference/aside.md')
    await part(page, 'approvals-put-aside').click()
    await part(page, 'approvals-panel').waitFor({ state: 'detached' })
    expect(await part(page, 'approvals-aside').innerText()).toContain('1 项待审批')
    expect((await pending(page, project)).map(({ id }) => id)).toEqual([approval.id])
    await part(page, 'approvals-aside').getByRole('button').click()
    await expect.poll(() => shownId(page)).toBe(approval.id)
    await approve(page)
    await inState(page, project, sessionId, 'idle')
    expect(await exists('reference/aside.md')).toBe(true)
  })

  test('P6 arriving while typing: focus stays, no key is lost, nothing moves', async () => {
    const { page } = app
    const session = await newSession(page, project, 'discuss')
    await focusText(page)
    await page.keyboard.press(`${mod}+End`)
    const place = () => part(page, 'composer').boundingBox()
    await drawn(page)
    const before = await place()
    const typing = '门外有人一直在敲门敲到天亮也没有人应声他只是敲'
    await call(page, 'sessions.send', { project, sessionId: session.id, text: 'approval reference/p6.md' })
    for (const letter of typing) await page.keyboard.type(letter, { delay: 30 })
    await asked(page, project, session.id)
    await part(page, 'approvals-panel').waitFor()
    expect(await focusIsInText(page)).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.type('天亮了')
    await expect.poll(() => shownText(page)).toContain(`${typing}\n天亮了`)
    expect(await page.locator('[role="dialog"]').count()).toBe(0)
    expect(await place(), 'the composer has not moved').toEqual(before)
    expect(await pending(page, project), 'Enter in the text decided nothing').toHaveLength(1)
    await saved(page)
  })

  test('P7 click within 400 ms of a switch: nothing', async () => {
    const { page } = app
    const one = await askToWrite(page, project, 'reference/p7-one.md')
    const two = await askToWrite(page, project, 'reference/p7-two.md')
    await showApproval(page, project, one.approval.id)
    await expect.poll(() => part(page, 'approval-approve').isEnabled()).toBe(true)
    // All in one turn of the page: the switch, then clicks and keys for 300 ms.
    const early = await page.evaluate(async () => {
      const find = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`)
      find('approval-next')?.click()
      const began = performance.now()
      let clicks = 0
      while (performance.now() - began < 300) {
        find('approval-approve')?.click()
        find('approval-effects')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, metaKey: true, bubbles: true }))
        clicks += 1
        await new Promise((done) => setTimeout(done, 4))
      }
      return { clicks, shown: find('approval-item')?.getAttribute('data-id') }
    })
    expect(early.clicks).toBeGreaterThan(5)
    expect(early.shown).toBe(two.approval.id)
    expect(await pending(page, project)).toHaveLength(2)
    await approve(page)
    await inState(page, project, two.sessionId, 'idle')
    expect(await exists('reference/p7-two.md'), 'after 400 ms it works').toBe(true)
    expect(await exists('reference/p7-one.md')).toBe(false)
  })

  test('P8 answered elsewhere: gone, no second run', async () => {
    const { page } = app
    const one = await askToWrite(page, project, 'reference/p8-one.md')
    const two = await askToWrite(page, project, 'reference/p8-two.md')
    await showApproval(page, project, one.approval.id)
    await call(page, 'approvals.answer', { project, id: one.approval.id, verdict: 'approve', effectsHash: one.approval.effectsHash, note: null })
    await expect.poll(() => shownId(page)).toBe(two.approval.id)
    await inState(page, project, one.sessionId, 'idle')
    await expect(call(page, 'approvals.answer', { project, id: one.approval.id, verdict: 'approve', effectsHash: one.approval.effectsHash, note: null })).rejects.toThrow('APPROVAL_NOT_PENDING')
    expect(await resultsOf(one.sessionId, 'write')).toHaveLength(1)
    expect(await pending(page, project), 'the other still waits').toHaveLength(1)
  })

  test('§7 keys: Mod+Shift+A goes there, Alt+→ to the next, Mod+Backspace denies, the focus stays, then goes back to the text', async () => {
    const { page } = app
    const one = await askToWrite(page, project, 'reference/keys-one.md')
    const two = await askToWrite(page, project, 'reference/keys-two.md')
    await focusText(page)
    await page.keyboard.press(`${mod}+Shift+KeyA`)
    const inPanel = () => page.evaluate(() => document.activeElement?.closest('[data-testid="approvals-panel"]') !== null)
    await expect.poll(inPanel).toBe(true)
    await showApproval(page, project, one.approval.id)
    await part(page, 'approval-effects').focus()
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(() => shownId(page)).toBe(two.approval.id)
    await expect.poll(inPanel).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => focusIsInText(page), { message: 'Esc: back to the text' }).toBe(true)
    expect(await pending(page, project), 'and decides nothing').toHaveLength(2)
    await page.keyboard.press(`${mod}+Shift+KeyA`)
    await expect.poll(inPanel).toBe(true)
    await page.keyboard.press(`${mod}+Backspace`)
    await expect.poll(() => shownId(page)).toBe(one.approval.id)
    await expect.poll(inPanel, { message: 'stays for the next' }).toBe(true)
    await expect.poll(() => part(page, 'approval-approve').isEnabled()).toBe(true)
    await page.keyboard.press(`${mod}+Enter`)
    await expect.poll(() => shownId(page)).toBeNull()
    await expect.poll(() => focusIsInText(page), { message: 'after the last' }).toBe(true)
    await inState(page, project, one.sessionId, 'idle')
    expect([await exists('reference/keys-one.md'), await exists('reference/keys-two.md')]).toEqual([true, false])
  })
})

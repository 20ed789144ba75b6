import { beforeAll, describe, expect, test } from 'vitest'
import type { Launched } from './helpers/launch'
import { openNovel } from './helpers/open-novel'
import { call, part } from './helpers/window'
import { inState, newSession, send } from './support/assistant'

let project = ''
let app: Launched

beforeAll(async () => { ({ project, app } = await openNovel({ launch: { env: { WENQU_DEMO_SPEED: '0' } } })) })

describe('09 §6 the context inspector', () => {
  test('A7 its rows sum to its total, each says why, and they follow the conversation', async () => {
    const { page } = app
    const session = await newSession(page, project)
    await send(page, 'tour')
    await inState(page, project, session.id, 'idle')
    await part(page, 'context-open').click()
    await part(page, 'context-row').first().waitFor()
    const tokens = await part(page, 'context-row').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-value'))))
    const total = Number(await part(page, 'context-total').getAttribute('data-value'))
    expect(tokens.length).toBeGreaterThan(5)
    expect(tokens.reduce((sum, one) => sum + one, 0)).toBe(total)
    const report = await call(page, 'sessions.context', { project, sessionId: session.id })
    expect([report.tokens, report.rows.length]).toEqual([total, tokens.length])
    const whys = await page.locator('[data-testid="context-row"] .context-why').allTextContents()
    expect(whys.every((why) => why.trim() !== '')).toBe(true)
    const inside = await part(page, 'context-inspector').evaluate((box) => box.scrollWidth - box.clientWidth)
    expect(inside, 'nothing is cut off sideways').toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await part(page, 'context-inspector').waitFor({ state: 'detached' })
  })
})

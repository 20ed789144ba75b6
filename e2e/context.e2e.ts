import { beforeAll, describe, expect, test } from 'vitest'
import { startModelServer, stream, text } from '../test/model-server/openai-server'
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
    const rows = await part(page, 'context-row').evaluateAll((found) => found.map((row) => ({ kind: row.getAttribute('data-kind'), text: row.textContent ?? '' })))
    expect(rows.find((one) => one.kind === 'skill_catalog')?.text).toContain('现在可用的技能')
    expect(rows.filter((one) => one.text.includes('看卷章结构')).map((one) => one.kind), 'a tool by what it does, not by its name').toEqual(['tool_def', 'tool_result'])
    expect(rows.some((one) => one.text.includes('get_story_tree'))).toBe(false)
    const inside = await part(page, 'context-inspector').evaluate((box) => box.scrollWidth - box.clientWidth)
    expect(inside, 'nothing is cut off sideways').toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await part(page, 'context-inspector').waitFor({ state: 'detached' })
  })

  test('04 §13 a spend limit stops before sending, with its numbers; Continue goes on; usage per call is shown', async () => {
    const { page } = app
    const server = await startModelServer([stream([text('好')], { usage: { prompt_tokens: 900, completion_tokens: 20 } })])
    try {
      const models = { m: { context: 65_536, maxOutput: 100, price: { currency: 'CNY', per: 1_000, input: 1, output: 1 } } }
      await call(page, 'settings.setProvider', { name: 'x', spec: { kind: 'openai-compatible', baseURL: server.url, models } })
      await call(page, 'settings.setModels', { default: 'x/m', small: 'demo/author' })
      await call(page, 'settings.setBudgets', { currency: 'CNY', session: { cost: 0.01 } })
      const session = await newSession(page, project)
      await send(page, '你好')
      await inState(page, project, session.id, 'waiting')
      await part(page, 'state-bar').waitFor()
      expect(await part(page, 'state-bar').getAttribute('data-code')).toBe('BUDGET')
      expect(await part(page, 'state-bar').textContent()).toContain('0.0100 CNY')
      expect(server.requests, 'nothing was sent').toHaveLength(0)
      await part(page, 'state-bar').getByRole('button', { name: '继续' }).click()
      await inState(page, project, session.id, 'idle')
      expect(server.requests).toHaveLength(1)
      await part(page, 'usage').click()
      await page.locator('[data-testid="usage-row"][data-id="call"]').first().waitFor()
      expect(await page.locator('[data-testid="usage-row"][data-id="own"] td').last().getAttribute('data-value')).toBe('0.92')
      await part(page, 'usage-limit').waitFor()
      await page.keyboard.press('Escape')
      await part(page, 'usage-view').waitFor({ state: 'detached' })
    } finally {
      await call(page, 'settings.setBudgets', {})
      await call(page, 'settings.removeProvider', { name: 'x' })
      await server.close()
    }
  })
})

import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Launched } from './helpers/launch'
import { openNovel } from './helpers/open-novel'
import { openAssistant, part } from './helpers/window'
import { showSession } from './support/assistant'

const ENTRIES = 730
let app: Launched

/** Session 1 with many entries of different heights, session 2 with two. */
function write(dir: string): void {
  const db = new Database(join(dir, '.nbook/sessions.sqlite'))
  const at = '2026-01-01T00:00:00.000Z'
  for (const [id, count] of [[1, ENTRIES], [2, 2]] as const) {
    db.prepare(`INSERT INTO Session (id, profileKey, profileHash, rootId, depth, kind, role, title, titleSource, workMode, permissionMode, writeMode, initial, createdAt, updatedAt)
      VALUES (?, 'leader.default', 'h', ?, 0, 'chat', 'root', ?, 'user', 'normal', 'default', 'dry_run', '{}', ?, ?)`).run(id, id, `会话 ${id}`, at, at)
    for (let n = 1; n <= count; n += 1) {
      const text = `第 ${n} 条。${'雪落了一夜。'.repeat((n * 7) % 40)}`
      const payload = n % 2 === 1 ? { role: 'user', text, intent: 'normal' } : { role: 'assistant', text, calls: [], model: 'demo/author', usage: null, status: 'complete' }
      db.prepare('INSERT INTO Entry (id, sessionId, parentId, seq, type, at, runId, origin, payload) VALUES (?, ?, ?, ?, \'message\', ?, NULL, ?, ?)')
        .run(`en_${id}_${n}`, id, n === 1 ? null : `en_${id}_${n - 1}`, n, at, n % 2 === 1 ? 'user' : 'model', JSON.stringify(payload))
    }
    db.prepare('UPDATE Session SET activeLeafId = ? WHERE id = ?').run(`en_${id}_${count}`, id)
  }
  db.close()
}

beforeAll(async () => { ({ app } = await openNovel({ fill: (_core, made) => Promise.resolve(write(made.dir)) })) })

const entry = (n: number) => app.page.locator(`[data-testid="transcript"] [data-id="en_1_${n}"]`)
const inView = (n: number) => entry(n).evaluate((row) => { const box = row.closest('[data-testid="transcript"]')?.getBoundingClientRect(); const own = row.getBoundingClientRect(); return box !== undefined && own.bottom > box.top && own.top < box.bottom }).catch(() => false)

/** Whether rows far from both ends are drawn, and those that do not hold what stands at their place. */
const misplaced = () => app.page.locator('[data-testid="transcript"] [data-index]').evaluateAll((rows) => {
  const places = rows.map((row) => ({ place: Number(row.getAttribute('data-index')), text: row.textContent ?? '' }))
  return { drawn: places.length > 0 && places.every(({ place }) => place > 100 && place < 630), wrong: places.filter(({ place, text }) => !text.includes(`第 ${place + 1} 条。`)).map(({ place }) => place) }
})

/** Places that stood in the page in any frame from now on. */
const watchFrames = () => app.page.evaluate(`void (() => {
  window.framed = []
  const look = () => { for (const row of document.querySelectorAll('[data-testid="transcript"] [data-index]')) window.framed.push(Number(row.dataset.index)); requestAnimationFrame(look) }
  requestAnimationFrame(look)
})()`)

describe('09 §6 a long conversation', () => {
  test('opens at its end: no frame shows its beginning; what is scrolled to is loaded', async () => {
    const { page } = app
    await openAssistant(page)
    await showSession(page, 2)
    await expect.poll(() => part(page, 'transcript').locator('[data-id="en_2_2"]').count()).toBe(1)
    await watchFrames()
    await showSession(page, 1)
    await expect.poll(() => inView(ENTRIES)).toBe(true)
    const framed = (await page.evaluate<number[]>('window.framed')).filter((place) => place > 1)
    expect(Math.min(...framed), 'the places drawn on the way').toBeGreaterThan(ENTRIES - 100)
    await part(page, 'transcript').focus()
    await page.keyboard.press('Home')
    await expect.poll(() => inView(1)).toBe(true)
    expect(await entry(1).textContent()).toContain('第 1 条')
    for (const share of [0.3, 0.6]) {
      await part(page, 'transcript').evaluate((box, to) => { box.scrollTop = box.scrollHeight * to }, share)
      await expect.poll(misplaced).toEqual({ drawn: true, wrong: [] })
    }
    await part(page, 'transcript').focus()
    await page.keyboard.press('End')
    await expect.poll(() => inView(ENTRIES)).toBe(true)
  })
})

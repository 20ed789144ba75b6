import { resolve } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { build } from 'vite'
import { againstBudget } from './budget'
import { at, frames, used } from './frames'
import { fillTranscript } from './large-transcript'
import { against, type BenchRow } from './measure'
import { withWindow } from './window'

const ENTRIES = 100_000
const ROUNDS = 5
/** 13: at least 30 samples after warm-up. */
const OPENINGS = 30
const WARM_UP = 5
const STREAMED = 120
/** 09 A2. */
const MOST_ROWS = 120
const own = '[data-testid="transcript"]'
const peer = 'a bare virtual list of the same rows'
const size = `${ENTRIES} entries`

/** The peer as one script that the page runs beside the app. */
async function bareList(): Promise<string> {
  const built = await build({
    configFile: false, logLevel: 'silent', define: { 'process.env.NODE_ENV': '"production"' }, oxc: { jsx: { runtime: 'automatic', development: false } },
    build: { write: false, minify: true, lib: { entry: resolve('bench/bare-list.tsx'), formats: ['iife'], name: 'bare' } },
  })
  const chunk = [built].flat().flatMap((one) => ('output' in one ? one.output : [])).find((one) => one.type === 'chunk')
  if (chunk?.type !== 'chunk') throw new Error('the bare list was not built')
  return chunk.code
}

/** Runs in the page: whether a row is drawn within the frame of its list. */
const inView = `(list, id) => {
  const box = document.querySelector(list)?.getBoundingClientRect()
  const row = document.querySelector(list + ' [data-id="' + id + '"]')?.getBoundingClientRect()
  return box !== undefined && row !== undefined && row.bottom > box.top && row.top < box.bottom
}`

/** For the page: milliseconds from the start of an act, which calls `begin`, to the frame in which a row is in view. */
const untilInView = (act: string, list: string, id: string): string => `new Promise((done, refuse) => {
  const late = setTimeout(() => refuse(new Error(${JSON.stringify(`${list} never showed ${id}`)})), 10_000)
  const begin = () => {
    const start = performance.now()
    const look = () => {
      if (!(${inView})(${JSON.stringify(list)}, ${JSON.stringify(id)})) return requestAnimationFrame(look)
      requestAnimationFrame(() => { clearTimeout(late); done(performance.now() - start) })
    }
    requestAnimationFrame(look)
  }
  ${act}
})`

const showBare = (page: Page): Promise<number> => page.evaluate(untilInView(`begin(); bareList.show(${ENTRIES}, '')`, '#bare-list', `bare-${ENTRIES}`))

/** From a key to the frame in which the row it leads to is in view. */
async function pressed(page: Page, key: string, id: string): Promise<number> {
  // Keys go another way to the page than scripts, so the listener has to stand before.
  await page.evaluate(`void (window.shown = ${untilInView('document.addEventListener("keydown", begin, { capture: true, once: true })', own, id)})`)
  await page.keyboard.press(key)
  return page.evaluate('shown')
}

async function openOurs(page: Page, session: number, newest: string): Promise<number> {
  await page.click('[data-testid="session-list-open"]')
  await page.waitForSelector(`[data-testid="session-row"][data-id="${session}"]`)
  return page.evaluate(untilInView(`begin(); document.querySelector('[data-testid="session-row"][data-id="${session}"]').click()`, own, newest))
}

async function opening(page: Page): Promise<BenchRow> {
  const [mine, bare]: [number[], number[]] = [[], []]
  for (let n = 0; n < WARM_UP + OPENINGS; n += 1) {
    await openOurs(page, 2, 'en_2_2')
    mine.push(await openOurs(page, 1, `en_1_${ENTRIES}`))
    bare.push(await showBare(page))
    await page.evaluate('bareList.close()')
  }
  for (const samples of [mine, bare]) samples.splice(0, WARM_UP)
  return against({ row: 12, what: 'transcript, opening', size, peer, must: 1.5 }, mine, bare)
}

/** From the key to the newest row, drawn where the author looks; before each the author stands at the very first row. */
async function toTheEnd(page: Page): Promise<BenchRow> {
  const took: number[] = []
  let most = 0
  for (let n = 0; n < OPENINGS; n += 1) {
    await page.focus(own)
    await pressed(page, 'Home', 'en_1_1')
    took.push(await pressed(page, 'End', `en_1_${ENTRIES}`))
    most = Math.max(most, await page.locator(`${own} [data-index]`).count())
  }
  if (most >= MOST_ROWS) throw new Error(`${most} rows stand in the page`)
  process.stdout.write(`transcript: at most ${most} rows in the page\n`)
  return againstBudget({ row: 12, what: 'transcript, End', size, ms: 300, must: 1 }, took)
}

async function scrolling(page: Page, cdp: CDPSession): Promise<BenchRow> {
  const [mine, bare, work]: [number[], number[], number[]] = [[], [], []]
  for (let n = 0; n < ROUNDS; n += 1) {
    const before = await used(cdp)
    const scrolled = await frames(page, { list: own, step: -60, axis: 'top' })
    work.push(((await used(cdp)) - before) * 1_000 / scrolled.length)
    mine.push(at(scrolled, 0.95))
    await showBare(page)
    bare.push(at(await frames(page, { list: '#bare-list', step: -60, axis: 'top' }), 0.95))
    await page.evaluate('bareList.close()')
  }
  process.stdout.write(`transcript: ${at(work, 0.5).toFixed(1)} ms of processor time a frame\n`)
  return against({ row: 12, what: 'transcript, scrolling, p95 frame', size, peer, must: 1.2 }, mine, bare)
}

/** Frames while something happens in the page. */
const framesDuring = (page: Page, ms: number, each: string): Promise<number[]> => page.evaluate(`new Promise((done) => {
  const deltas = []; let last = performance.now(); const end = last + ${ms}; let n = 0
  const tick = (now) => { deltas.push(now - last); last = now; n += 1; ${each}; if (now < end) requestAnimationFrame(tick); else done(deltas.slice(1)) }
  requestAnimationFrame(tick)
})`)

/** The demo's slow reply at the end of the long conversation, beside a bare list whose last row grows as fast. */
async function streaming(page: Page): Promise<BenchRow> {
  const [mine, bare]: [number[], number[]] = [[], []]
  for (let n = 0; n < ROUNDS; n += 1) {
    await page.fill('[data-testid="composer"]', 'slow')
    await page.press('[data-testid="composer"]', 'Enter')
    await page.waitForSelector('[data-testid="stop"]')
    mine.push(at(await framesDuring(page, 2_000, ''), 0.95))
    await page.click('[data-testid="stop"]')
    await page.waitForSelector('[data-testid="stop"]', { state: 'detached' })
    bare.push(at(await framesDuring(page, 2_000, `if (n <= ${STREAMED}) bareList.show(${ENTRIES}, '雪'.repeat(20 * n))`), 0.95))
    await page.evaluate('bareList.close()')
  }
  return against({ row: 12, what: 'transcript, streaming, p95 frame', size, peer, must: 1.2 }, mine, bare)
}

/** Row 12 of 13: a conversation of 100,000 entries in the real window. */
export async function transcript(): Promise<BenchRow[]> {
  const code = await bareList()
  return withWindow((_db, nbook) => fillTranscript(nbook, ENTRIES), async (page) => {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.keyboard.press('ControlOrMeta+Alt+KeyB')
    await page.waitForSelector('[data-testid="session-list-open"]')
    await page.evaluate(code)
    const opened = await opening(page)
    return [opened, await toTheEnd(page), await scrolling(page, cdp), await streaming(page)]
  }, { WENQU_DEMO_SPEED: '1' })
}

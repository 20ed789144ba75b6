import type { CDPSession, Page } from 'playwright-core'
import { fillStory } from './large-story'
import type { BenchRow, Series } from './measure'
import { withWindow } from './window'

const chapters = 4_000
const rounds = 5
const size = `X ${chapters} chapters, ${chapters * 3} scenes, ${chapters / 2} promises`
/** 09 §20 for a machine without a GPU: a frame may take two ticks of the screen. */
const must = 2

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b)
const at = (values: readonly number[], share: number): number => sorted(values)[Math.floor(values.length * share)] ?? 0
const series = (values: readonly number[]): Series => ({ median: at(values, 0.5), min: Math.min(...values), max: Math.max(...values) })

interface Scroll { list: string; step: number; axis: 'top' | 'left' }

/** Frames of two seconds while a list is scrolled by `step` each; turned back at either end. Throws when a frame shows no row. */
async function frames(page: Page, wish: Scroll): Promise<number[]> {
  const { deltas, blank } = await page.evaluate(({ list, step, axis }) => new Promise<{ deltas: number[]; blank: number }>((done, refuse) => {
    const box = document.querySelector<HTMLElement>(list)
    if (!box) return refuse(new Error(`no ${list}`))
    const side = axis === 'top' ? 'scrollTop' : 'scrollLeft'
    const deltas: number[] = []
    let [by, blank, last] = [step, 0, performance.now()]
    const end = last + 2_000
    const { left, top, height } = box.getBoundingClientRect()
    const tick = (now: number) => {
      deltas.push(now - last)
      last = now
      if (axis === 'top' && !document.elementFromPoint(left + 150, top + height / 2)?.closest('[data-id]')) blank += 1
      const before = box[side]
      box[side] += by
      if (box[side] === before) by = -by
      if (now < end) requestAnimationFrame(tick)
      else done({ deltas: deltas.slice(1), blank })
    }
    requestAnimationFrame(tick)
    return undefined
  }), wish)
  if (blank > deltas.length * 0.05) throw new Error(`${wish.list}: ${blank} of ${deltas.length} frames showed no row`)
  return deltas
}

/** Seconds of processor time the page's own thread has used. */
async function used(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

/** A list scrolling and the same window at rest, A B A B: the p95 of each round. */
async function measure(page: Page, session: CDPSession, what: string, wish: Scroll): Promise<BenchRow> {
  const [ours, rest, work]: [number[], number[], number[]] = [[], [], []]
  for (let i = 0; i < rounds; i += 1) {
    const before = await used(session)
    const scrolled = await frames(page, wish)
    work.push(((await used(session)) - before) * 1_000 / scrolled.length)
    ours.push(at(scrolled, 0.95))
    rest.push(at(await frames(page, { ...wish, step: 0 }), 0.95))
  }
  const rows = await page.locator('[data-index], [data-key]').count()
  process.stdout.write(`${what}: ${at(work, 0.5).toFixed(1)} ms of processor time a frame, ${rows} rows drawn\n`)
  const [mine, theirs] = [series(ours), series(rest)]
  return { row: 'board', what: `${what}, p95 frame`, size, peer: 'the window at rest', must, ours: mine, theirs, ratio: mine.median / theirs.median }
}

async function opening(page: Page): Promise<void> {
  const took = await page.evaluate(() => new Promise<number>((done) => {
    const start = performance.now()
    const seen = () => { if (document.querySelector('[data-testid="scene-card"]')) requestAnimationFrame(() => done(performance.now() - start)); else requestAnimationFrame(seen) }
    document.querySelector<HTMLElement>('[data-testid="story-board-open"]')?.click()
    seen()
  }))
  process.stdout.write(`the board opens in ${took.toFixed(0)} ms\n`)
}

/** Scrolling of the story's lists at size X in the real window (09 §20 "tree scroll frame, p95"). */
export async function boardScroll(): Promise<BenchRow[]> {
  return withWindow((db) => fillStory(db, chapters), async (page) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.waitForSelector('[data-testid="tree-chapter"]')
    await opening(page)
    await page.waitForSelector('[data-testid="beat-marks"]')
    const rows = [
      await measure(page, session, 'board down', { list: '[data-testid="story-board"]', step: 60, axis: 'top' }),
      await measure(page, session, 'board sideways', { list: '[data-testid="story-board"]', step: 30, axis: 'left' }),
      await measure(page, session, 'story tree', { list: '[data-testid="story-tree"]', step: 60, axis: 'top' }),
    ]
    for (const tab of ['promises', 'decisions'] as const) {
      await page.click(`[data-testid="story-tab-${tab}"]`)
      await page.waitForSelector('.ledger-row')
      rows.push(await measure(page, session, tab, { list: '.ledger', step: 60, axis: 'top' }))
    }
    return rows
  })
}

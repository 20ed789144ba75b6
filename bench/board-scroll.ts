import type { CDPSession, Page } from 'playwright-core'
import { fillStory } from './large-story'
import { at, frames, used, type Scroll } from './frames'
import { against, type BenchRow } from './measure'
import { withWindow } from './window'

const chapters = 4_000
const rounds = 5
const size = `X ${chapters} chapters, ${chapters * 3} scenes, ${chapters / 2} promises`
/** 09 §20 for a machine without a GPU: a frame may take two ticks of the screen. */
const must = 2

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
  return against({ row: 'board', what: `${what}, p95 frame`, size, peer: 'the window at rest', must }, ours, rest)
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

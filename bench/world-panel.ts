import type { Page } from 'playwright-core'
import { againstBudget } from './budget'
import { at, frames, used } from './frames'
import { fillWorld } from './large-world'
import { against, type BenchRow } from './measure'
import { withWindow } from './window'

const world = { slices: 10_000, subjects: 300 }
const size = `${world.slices} slices, ${world.subjects} subjects`
/** 09 §20: world state at an instant; a machine without a GPU may take twice as long. */
const must = 2
const budget = { row: 'world', size, ms: 100, must }
const rounds = 5
const moves = 30

/** Milliseconds from an act in the page to the first frame in which the state at the cursor is drawn. */
const act = (page: Page, kind: 'open' | 'key', key = ''): Promise<number> => page.evaluate(({ kind, key }) => new Promise<number>((done) => {
  const one = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`)
  const before = one('subject-state')?.dataset['at']
  const start = performance.now()
  if (kind === 'open') one('activity-world')?.click()
  else one('world-slices')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  const look = () => {
    const [state, cursor] = [one('subject-state')?.dataset['at'], one('instant-cursor')?.dataset['value']]
    if (state !== undefined && state === cursor && one('slice-row') && (kind === 'open' || state !== before)) requestAnimationFrame(() => done(performance.now() - start))
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}), { kind, key })

/** From the first slice down, to the end, up, and back to the first: near steps and far ones. */
const keyOf = (move: number): string => (move % 20 === 9 ? 'End' : move % 20 === 19 ? 'Home' : move % 20 < 9 ? 'ArrowDown' : 'ArrowUp')

async function scrolling(page: Page): Promise<BenchRow> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const [ours, rest, work]: [number[], number[], number[]] = [[], [], []]
  const wish = { list: '[data-testid="world-slices"]', step: 60, axis: 'top' } as const
  for (let i = 0; i < rounds; i += 1) {
    const before = await used(session)
    const scrolled = await frames(page, wish)
    work.push(((await used(session)) - before) * 1_000 / scrolled.length)
    ours.push(at(scrolled, 0.95))
    rest.push(at(await frames(page, { ...wish, step: 0 }), 0.95))
  }
  process.stdout.write(`the list of slices: ${at(work, 0.5).toFixed(1)} ms of processor time a frame\n`)
  return against({ row: 'world', what: 'list of slices, p95 frame', size, peer: 'the window at rest', must }, ours, rest)
}

/** The World panel with 10,000 slices in the real window: opening it again, moving the cursor, scrolling (09 §20). */
export async function worldPanel(): Promise<BenchRow[]> {
  return withWindow((db) => fillWorld(db, world), async (page) => {
    await page.waitForSelector('[data-testid="activity-world"]')
    process.stdout.write(`the world opens for the first time in ${(await act(page, 'open')).toFixed(0)} ms\n`)
    const openings: number[] = []
    for (let i = 0; i < rounds * 2; i += 1) {
      await page.click('[data-testid="activity-story"]')
      await page.waitForSelector('[data-testid="world-views"]', { state: 'detached' })
      openings.push(await act(page, 'open'))
    }
    await act(page, 'key', 'Home')
    const steps: number[] = []
    for (let i = 0; i < moves; i += 1) steps.push(await act(page, 'key', keyOf(i)))
    return [againstBudget({ ...budget, what: 'opening the world again' }, openings), againstBudget({ ...budget, what: 'cursor to another instant' }, steps), await scrolling(page)]
  })
}

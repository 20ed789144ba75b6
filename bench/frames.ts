import type { CDPSession, Page } from 'playwright-core'

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b)
export const at = (values: readonly number[], share: number): number => sorted(values)[Math.floor(values.length * share)] ?? 0

export interface Scroll { list: string; step: number; axis: 'top' | 'left' }

/** Frames of two seconds while a list is scrolled by `step` each; turned back at either end. Throws when a frame shows no row. */
export async function frames(page: Page, wish: Scroll): Promise<number[]> {
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
export async function used(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

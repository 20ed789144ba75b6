import type { PromiseView } from '@shared/story-ledgers'
import type { PromiseFilter } from '../../../stores/promises'

/** The author means it to wait: nothing is said of its deadline (09 §3). */
export const intentional = 'intentional'

export const dueOf = (promise: PromiseView): PromiseView['due'] => (promise.tags.includes(intentional) ? 'none' : promise.due)

const fits = (wanted: string, value: string): boolean => wanted === '' || wanted === value

export const filtered = (promises: readonly PromiseView[], filter: PromiseFilter): PromiseView[] =>
  promises.filter((promise) => fits(filter.status, promise.status) && fits(filter.importance, promise.importance) && fits(filter.stage, promise.derivedStage) && (!filter.due || dueOf(promise) !== 'none'))

/** Tags with the silent one put in or taken out; the others keep their order. */
export const withIntentional = (tags: readonly string[], on: boolean): string[] => [...tags.filter((tag) => tag !== intentional), ...(on ? [intentional] : [])]

/** Chapters named along a strip: the first, then round ones that leave room for each other. */
export function scaleOf(chapters: number): number[] {
  if (chapters <= 0) return []
  const rough = Math.max(1, chapters / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough
  const round = Array.from({ length: Math.floor(chapters / step) }, (_, i) => (i + 1) * step)
  return [1, ...round.filter((number) => number - 1 >= step / 2)]
}

/** Beats of one chapter stand side by side: how far each is moved, in widths of a mark, to the left or right of its chapter. */
export function sideBySide(chapters: readonly (number | null)[]): number[] {
  return chapters.map((chapter, at) => {
    const before = chapters.slice(0, at).filter((one) => one === chapter).length
    const all = chapters.filter((one) => one === chapter).length
    return before - (all - 1) / 2
  })
}

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { closeBeside } from '../../../stores/beside'

/** How high a row is before it has been measured; a long title makes it higher. */
const usualHeight = 64

/** What a row needs to stand in the list; `data-row` inside it takes the focus. */
export interface LedgerPlace { ref: (element: HTMLElement | null) => void; index: number; count: number; top: number; tabIndex: 0 | -1 }

interface Props<T> { items: readonly T[]; label: string; /** The row opened last. */ current: string | null; onKeyDown: (event: KeyboardEvent<HTMLElement>) => void; children: (item: T, place: LedgerPlace) => ReactNode }

const steps: Readonly<Record<string, (at: number, last: number) => number>> = { ArrowUp: (at) => Math.max(0, at - 1), ArrowDown: (at, last) => Math.min(last, at + 1), Home: () => 0, End: (_at, last) => last }

/** Which row Tab and the arrows stand on. It is always drawn, so that the focus is never lost by scrolling away. */
function useStand<T extends { id: string }>(items: readonly T[], current: string | null) {
  const [id, setId] = useState<string | null>(null)
  const indexOf = (wanted: string | null): number => (wanted === null ? -1 : items.findIndex((item) => item.id === wanted))
  const at = Math.max(0, indexOf(id) >= 0 ? indexOf(id) : indexOf(current))
  return { at, stand: (index: number) => setId(items[index]?.id ?? null) }
}

/** A list of thousands of which only the rows in view are drawn; ↑ ↓ Home End move the focus (09 §1 "Lists everywhere"). */
export function LedgerList<T extends { id: string }>({ items, label, current, onKeyDown, children }: Props<T>) {
  const box = useRef<HTMLDivElement>(null)
  const { at, stand } = useStand(items, current)
  const wanted = useRef<number | null>(null)
  const list = useVirtualizer<HTMLDivElement, HTMLElement>({ count: items.length, getScrollElement: () => box.current, estimateSize: () => usualHeight, overscan: 6, paddingStart: 6, paddingEnd: 24, getItemKey: (i) => items[i]?.id ?? i, useFlushSync: false, rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), at])].filter((index) => index < items.length).toSorted((a, b) => a - b) })
  useEffect(() => {
    if (wanted.current === null) return
    box.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] [data-row]`)?.focus({ preventScroll: true })
    wanted.current = null
  })
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key]
    if (event.key === 'Escape' && closeBeside()) return event.stopPropagation()
    if (!step) return onKeyDown(event)
    event.preventDefault()
    const to = step(at, items.length - 1)
    wanted.current = to
    stand(to)
    list.scrollToIndex(to, { align: 'auto' })
    if (to === at) box.current?.querySelector<HTMLElement>(`[data-index="${to}"] [data-row]`)?.focus({ preventScroll: true })
  }
  const focused = (target: EventTarget) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
    if (row) stand(Number(row.dataset['index']))
  }
  return (
    <div ref={box} className="ledger">
      <ul aria-label={label} style={{ height: list.getTotalSize() }} onKeyDown={keys} onFocus={(event) => focused(event.target)}>
        {list.getVirtualItems().map((item) => {
          const one = items[item.index]
          return one && children(one, { ref: list.measureElement, index: item.index, count: items.length, top: item.start, tabIndex: item.index === at ? 0 : -1 })
        })}
      </ul>
    </div>
  )
}

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { closeBeside } from '../../../stores/beside'
import { RenameField } from '../fields/rename-field'

/** How high a row is before it has been measured; a long title makes it higher. */
const usualHeight = 64

/** What a row needs to stand in the list; `data-row` inside it takes the focus. */
export interface LedgerPlace { ref: (element: HTMLElement | null) => void; index: number; count: number; top: number; tabIndex: 0 | -1; /** The field of its title while it is renamed. */ rename: ReactNode; onRename: (id: string) => void }

interface Props<T> { items: readonly T[]; label: string; /** The row opened last. */ current: string | null; readOnly: boolean; onKeyDown: (event: KeyboardEvent<HTMLElement>) => void; onRename: (item: T, title: string) => void; onRemove: (item: T) => void; children: (item: T, place: LedgerPlace) => ReactNode }

const steps: Readonly<Record<string, (at: number, last: number) => number>> = { ArrowUp: (at) => Math.max(0, at - 1), ArrowDown: (at, last) => Math.min(last, at + 1), Home: () => 0, End: (_at, last) => last }

/** F2 and the menu put a field in the place of a title; the keys go back to its row. */
function useRename<T extends { id: string; title: string }>(onRename: (item: T, title: string) => void, focusRow: (index: number) => void) {
  const [id, setId] = useState<string | null>(null)
  const field = (item: T, index: number): ReactNode => {
    if (item.id !== id) return null
    const done = (title: string, byKeys: boolean) => {
      setId(null)
      if (byKeys) focusRow(index)
      if (title.trim() !== '' && title.trim() !== item.title) onRename(item, title.trim())
    }
    return <RenameField title={item.title} className="ledger-rename" onDone={done} />
  }
  return { begin: setId, field }
}

/** Which row Tab and the arrows stand on. It is always drawn, so that the focus is never lost by scrolling away. */
function useStand<T extends { id: string }>(items: readonly T[], current: string | null) {
  const [id, setId] = useState<string | null>(null)
  const indexOf = (wanted: string | null): number => (wanted === null ? -1 : items.findIndex((item) => item.id === wanted))
  const at = Math.max(0, indexOf(id) >= 0 ? indexOf(id) : indexOf(current))
  return { at, stand: (index: number) => setId(items[index]?.id ?? null) }
}

/** Gives a row the keys, when it is drawn already or with the next drawing. */
function useRowFocus(box: RefObject<HTMLDivElement | null>) {
  const wanted = useRef<number | null>(null)
  const now = (index: number) => box.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`)?.focus({ preventScroll: true })
  useEffect(() => {
    if (wanted.current === null) return
    now(wanted.current)
    wanted.current = null
  })
  return { now, soon: (index: number) => { wanted.current = index } }
}

/** A list of thousands of which only the rows in view are drawn; ↑ ↓ Home End move the focus, F2 renames, Del moves to the trash (09 §1 "Lists everywhere", §3). */
export function LedgerList<T extends { id: string; title: string }>({ items, label, current, readOnly, onKeyDown, onRename, onRemove, children }: Props<T>) {
  const box = useRef<HTMLDivElement>(null)
  const { at, stand } = useStand(items, current)
  const focus = useRowFocus(box)
  const list = useVirtualizer<HTMLDivElement, HTMLElement>({ count: items.length, getScrollElement: () => box.current, estimateSize: () => usualHeight, overscan: 6, paddingStart: 6, paddingEnd: 24, getItemKey: (i) => items[i]?.id ?? i, useFlushSync: false, rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), at])].filter((index) => index < items.length).toSorted((a, b) => a - b) })
  const rename = useRename(onRename, focus.soon)
  const go = (to: number) => {
    focus.soon(to)
    stand(to)
    list.scrollToIndex(to, { align: 'auto' })
    if (to === at) focus.now(to)
  }
  /** The next row has the keys, the one before it at the end. */
  const remove = (item: T) => {
    const next = items[at + 1] ? at + 1 : at - 1
    stand(next)
    focus.now(next)
    onRemove(item)
  }
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key]
    const item = readOnly || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey ? undefined : items[at]
    const act = step ? () => go(step(at, items.length - 1)) : item && event.key === 'F2' ? () => rename.begin(item.id) : item && event.key === 'Delete' ? () => remove(item) : null
    if (event.key === 'Escape' && closeBeside()) return event.stopPropagation()
    if (!act) return onKeyDown(event)
    event.preventDefault()
    act()
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
          return one && children(one, { ref: list.measureElement, index: item.index, count: items.length, top: item.start, tabIndex: item.index === at ? 0 : -1, rename: rename.field(one, item.index), onRename: rename.begin })
        })}
      </ul>
    </div>
  )
}

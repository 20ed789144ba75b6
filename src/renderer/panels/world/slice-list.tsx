import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import type { Slice } from '@shared/world'
import { useText } from '../../i18n/text'
import { useSlices } from '../../stores/world'
import { useInstant, useWorldView } from '../../stores/world-view'
import { composing } from '../../ui/composing'
import { lastUpTo } from './timeline/scale'
import { rowHeight, SliceRow } from './slice-row'
import { hideSlice, writeSlice } from './world-actions'

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1, Home: -Infinity, End: Infinity, PageUp: -8, PageDown: 8 }
const fits = (slice: Slice, words: string): boolean => `${slice.title} ${slice.time} ${slice.summary}`.toLowerCase().includes(words)

/** Every slice in the order of the world's time; moving through it moves the instant cursor. */
export function SliceList() {
  const t = useText()
  const slices = useSlices()
  const filter = useWorldView((s) => s.filter)
  const look = useWorldView((s) => s.look)
  const seen = useWorldView((s) => s.seen)
  const instant = useInstant()
  const words = filter.trim().toLowerCase()
  const shown = useMemo(() => (words === '' ? slices : slices.filter((slice) => fits(slice, words))), [slices, words])
  const instants = useMemo(() => shown.map((slice) => slice.instant), [shown])
  const box = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({ count: shown.length, getScrollElement: () => box.current, estimateSize: () => rowHeight, overscan: 10, getItemKey: (i) => shown[i]?.id ?? i })
  const at = lastUpTo(instant, instants)
  const exact = shown[at]?.instant === instant
  useEffect(() => { if (at >= 0) list.scrollToIndex(at, { align: 'auto' }) }, [at, list])
  const go = useCallback((index: number) => {
    const slice = shown[Math.min(shown.length - 1, Math.max(0, index))]
    if (!slice) return
    look(slice.instant)
    seen(slice.id)
  }, [shown, look, seen])
  const select = useCallback((index: number) => { go(index); box.current?.focus({ preventScroll: true }) }, [go])
  const keys = (event: KeyboardEvent) => {
    if (composing(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const step = steps[event.key]
    const slice = exact ? shown[at] : undefined
    // Between two slices, one step back is the one before the cursor.
    if (step !== undefined) go(!exact && step === -1 ? at : at + step)
    else if (event.key === 'Enter' && slice) writeSlice(slice.id)
    else if (event.key === 'Delete' && slice) void hideSlice(slice)
    else if (event.key === '/') document.querySelector<HTMLElement>('[data-testid="slice-filter"]')?.focus()
    else return
    event.preventDefault()
  }
  return (
    <div ref={box} role="listbox" tabIndex={0} className="slice-list" data-testid="world-slices" data-zone-focus aria-label={t('world.slices')} aria-activedescendant={exact ? `slice-${shown[at]?.id ?? ''}` : undefined} onKeyDown={keys}>
      <div role="presentation" style={{ height: list.getTotalSize(), position: 'relative' }}>
        {list.getVirtualItems().map((item) => {
          const slice = shown[item.index]
          return slice && <SliceRow key={slice.id} slice={slice} index={item.index} top={item.start} current={exact && item.index === at} onSelect={select} />
        })}
      </div>
    </div>
  )
}

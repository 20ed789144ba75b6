import { memo, useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useText } from '../../../i18n/text'
import { useSlices } from '../../../stores/world'
import { useInstant, useWorldView } from '../../../stores/world-view'
import { composing } from '../../../ui/composing'
import { stepSlice } from '../world-actions'
import { CursorLine } from './cursor-line'
import { dotsOf, lastUpTo, placeOf, placesOnLine } from './scale'
import { useCursorText } from './use-cursor-text'

const dotSteps = 240

/** One per slice that can be told from its neighbours; they stay as they are while the cursor moves. */
const Dots = memo(function Dots({ places }: { places: readonly number[] }) {
  return dotsOf(places, dotSteps).map((index) => <span key={index} className="line-dot" style={{ left: `${(places[index] ?? 0) * 100}%` }} />)
})

/** The line itself: a dot per slice, the cursor over it; pointer and arrow keys move the cursor from slice to slice. */
function Line() {
  const t = useText()
  const slices = useSlices()
  const { look, seen } = useWorldView()
  const instant = useInstant()
  const text = useCursorText()
  const track = useRef<HTMLDivElement>(null)
  const instants = useMemo(() => slices.map((slice) => slice.instant), [slices])
  const places = useMemo(() => placesOnLine(instants), [instants])
  const last = lastUpTo(instant, instants)
  const at = instants[last] === instant ? last : -1
  const go = (index: number) => { const slice = slices[index]; if (slice) { look(slice.instant); seen(slice.id) } }
  const toPointer = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect()
    if (!box || places.length === 0) return
    const wanted = (event.clientX - box.left) / box.width
    go(places.reduce((best, place, index) => (Math.abs(place - wanted) < Math.abs((places[best] ?? 9) - wanted) ? index : best), 0))
  }
  const keys = (event: KeyboardEvent) => {
    if (composing(event) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') stepSlice(-1)
    else if (event.key === 'ArrowRight' || event.key === 'ArrowUp') stepSlice(1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(slices.length - 1)
    else return
    event.preventDefault()
  }
  return (
    <div className="line-box" role="slider" tabIndex={0} data-testid="instant-cursor" data-value={instant} aria-label={t('world.cursor')} aria-valuemin={1} aria-valuemax={Math.max(1, slices.length)} aria-valuenow={at + 1} aria-valuetext={text} onKeyDown={keys}
      onPointerDown={(event) => { event.currentTarget.setPointerCapture(event.pointerId); toPointer(event) }} onPointerMove={(event) => { if (event.buttons === 1) toPointer(event) }}>
      <div className="line-track" ref={track}>
        <Dots places={places} />
        {at >= 0 && <span className="line-dot" data-current="true" style={{ left: `${(places[at] ?? 0) * 100}%` }} />}
        {slices.length > 0 && <span className="line-cursor" style={{ left: `${placeOf(instant, instants, places) * 100}%` }} />}
      </div>
    </div>
  )
}

/** The world's time from its first slice to its last, and where in it the author looks. */
export function Timeline() {
  const t = useText()
  return <section className="world-timeline" data-testid="world-timeline" aria-label={t('world.timeline')}><CursorLine /><Line /></section>
}

import { useCallback, useRef, type KeyboardEvent, type PointerEvent } from 'react'

interface Props { label: string; size: number; min: number; max: number; /** +1: dragging right grows the pane; -1: shrinks it. */ direction: 1 | -1; onSize: (size: number) => void }

/** A vertical line between two zones, dragged by pointer or moved by arrow keys; sizes in CSS pixels so that a zone comes back exactly. */
export function Splitter({ label, size, min, max, direction, onSize }: Props) {
  const start = useRef<{ x: number; size: number } | null>(null)
  const clamp = useCallback((n: number) => Math.round(Math.min(max, Math.max(min, n))), [min, max])
  const down = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, size }
  }
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (start.current) onSize(clamp(start.current.size + direction * (event.clientX - start.current.x)))
  }
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    onSize(clamp(size + direction * step))
  }
  return (
    <div className="splitter" role="separator" aria-orientation="vertical" aria-label={label} aria-valuenow={size} aria-valuemin={min} aria-valuemax={max} tabIndex={0}
      onPointerDown={down} onPointerMove={move} onPointerUp={() => { start.current = null }} onKeyDown={keys} />
  )
}

import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Move } from './tree-moves'

export interface Point { x: number; y: number }
interface DragMoment { over: { id: string | number } | null }

/** How one list is dragged in: which row, where it would land, what that means. `onDone` gets the move, null when it lands nowhere. */
export interface DragRules<R, D extends { key: string; side: string }> {
  rowAt(target: EventTarget | null): R | null
  dropAt(at: Point, over: string | null, row: R): D | null
  moveOf(row: R, drop: D | null): Move | null
  onDone(row: R, move: Move | null): void
}

const same = (a: object | null, b: object | null): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The key of the row an element belongs to. */
export const keyAt = (element: EventTarget | null): string | null => (element instanceof Element ? (element.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? null) : null)

/** One drag: which row, where it would land, where its ghost is. Only a change of the landing place draws anew. */
export function useDrag<R, D extends { key: string; side: string }>(rules: DragRules<R, D>, ghost: RefObject<HTMLDivElement | null>) {
  const [dragged, setDragged] = useState<R | null>(null)
  const [drop, setDrop] = useState<D | null>(null)
  const pointer = useRef<Point>({ x: 0, y: 0 })
  useEffect(() => {
    if (!dragged) return undefined
    const follow = ({ clientX, clientY }: PointerEvent) => {
      pointer.current = { x: clientX, y: clientY }
      if (ghost.current) ghost.current.style.transform = `translate(${clientX + 12}px, ${clientY + 8}px)`
    }
    window.addEventListener('pointermove', follow, true)
    return () => window.removeEventListener('pointermove', follow, true)
  }, [dragged, ghost])
  const place = ({ over }: DragMoment): D | null => (dragged ? rules.dropAt(pointer.current, over ? String(over.id) : null, dragged) : null)
  const stop = () => { setDragged(null); setDrop(null) }
  return {
    dragged, drop,
    start: (event: Event) => {
      if (event instanceof PointerEvent) pointer.current = { x: event.clientX, y: event.clientY }
      setDragged(rules.rowAt(event.target))
    },
    move: (event: DragMoment) => { const next = place(event); if (!same(next, drop)) setDrop(next) },
    end: (event: DragMoment) => {
      if (dragged) rules.onDone(dragged, rules.moveOf(dragged, place(event)))
      stop()
    },
    stop,
  }
}

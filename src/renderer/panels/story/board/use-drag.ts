import { useEffect, useRef, useState, type RefObject } from 'react'
import { moveRow } from './board-actions'
import type { BoardModel, BoardRow } from './board-model'
import { dropAt, keyAt, moveOf, sameDrop, type Drop, type Point } from './drop'

interface DragMoment { over: { id: string | number } | null }

/** One drag on the board: which row, where it would land, where its ghost is. Only a change of the landing place draws anew. */
export function useDrag(model: BoardModel, ghost: RefObject<HTMLDivElement | null>, onDone: (row: BoardRow) => void) {
  const [dragged, setDragged] = useState<BoardRow | null>(null)
  const [drop, setDrop] = useState<Drop>(null)
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
  const place = ({ over }: DragMoment): Drop => (dragged ? dropAt(pointer.current, over ? String(over.id) : null, dragged) : null)
  const stop = () => { setDragged(null); setDrop(null) }
  return {
    dragged, drop,
    start: (event: Event) => {
      if (event instanceof PointerEvent) pointer.current = { x: event.clientX, y: event.clientY }
      setDragged(model.rows.get(keyAt(event.target) ?? '') ?? null)
    },
    move: (event: DragMoment) => { const next = place(event); if (!sameDrop(next, drop)) setDrop(next) },
    end: (event: DragMoment) => {
      const move = dragged ? moveOf(model, dragged, place(event)) : null
      if (dragged) onDone(dragged)
      stop()
      if (move) void moveRow(move)
    },
    stop,
  }
}

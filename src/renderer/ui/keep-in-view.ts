import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'

/** Brings the current row into view when another becomes current, and follows it where it moves while it is seen; a row one scrolled away from is left alone (09 §1 Live). */
export function useKeepInView(list: Virtualizer<HTMLElement, Element>, key: string | null, at: number): void {
  const last = useRef<{ key: string | null; at: number }>({ key: null, at: -1 })
  useEffect(() => {
    const before = last.current
    last.current = { key, at }
    if (at < 0 || (before.key === key && before.at === at)) return
    const { startIndex = 0, endIndex = -1 } = list.range ?? {}
    if (before.key !== key || (before.at >= startIndex - 1 && before.at <= endIndex + 1)) list.scrollToIndex(at, { align: 'auto' })
  }, [list, key, at])
}

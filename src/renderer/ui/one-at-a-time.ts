import { useRef } from 'react'

/** Runs one act at a time: a second click, or Enter held down, while the first still goes does nothing. */
export function useOneAtATime(): (act: () => Promise<unknown>) => void {
  const going = useRef(false)
  return (act) => {
    if (going.current) return
    going.current = true
    void act().finally(() => { going.current = false })
  }
}

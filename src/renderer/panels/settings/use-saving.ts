import { useCallback, useRef, useState } from 'react'

/** What is being saved, so that a try right after it is of the new value: leaving a field and pressing "Test" are one click. */
export function useSaving(): { changes: number; saved(): Promise<unknown>; /** Gives whether it was taken; null: it was not. */ save(work: Promise<unknown>): Promise<boolean> } {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const [changes, setChanges] = useState(0)
  const save = useCallback(async (work: Promise<unknown>): Promise<boolean> => {
    last.current = work
    setChanges((n) => n + 1)
    return (await work) !== null
  }, [])
  return { changes, saved: () => last.current, save }
}

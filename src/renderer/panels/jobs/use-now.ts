import { useEffect, useState } from 'react'

const everyMs = 5_000

/** The time, kept current only while something is under way. */
export function useNow(live: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!live) return undefined
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [live])
  return now
}

import { useEffect, useState } from 'react'
import { call } from '../../../bridge/call'
import { projectId } from '../../../stores/app'
import { useWorld } from '../../../stores/world'
import { sliceAt } from '../../../stores/world-index'
import { useInstant } from '../../../stores/world-view'

/** The cursor's instant as the calendar writes it; the instant itself without one. */
export function useCursorText(): string {
  const instant = useInstant()
  const slice = useWorld((s) => sliceAt(s.slices, instant))
  const calendar = useWorld((s) => s.files?.calendar.hash)
  const known = useWorld((s) => s.slices !== null)
  const [asked, setAsked] = useState<{ instant: string; time: string; /** Hash of the calendar that wrote it. */ calendar: string | null | undefined } | null>(null)
  const wanted = slice === undefined && known
  useEffect(() => {
    if (!wanted) return
    let current = true
    call('world.formatTimes', { project: projectId(), instants: [instant] }).then(({ times }) => { if (current) setAsked({ instant, time: times[0] ?? instant, calendar }) }, () => undefined)
    return () => { current = false }
  }, [instant, wanted, calendar])
  return slice?.time ?? (asked?.instant === instant ? asked.time : instant)
}

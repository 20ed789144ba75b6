import { useEffect, useState } from 'react'
import { call } from '../../../bridge/call'
import { projectId } from '../../../stores/app'
import { useWorld } from '../../../stores/world'

const none: readonly string[] = []

/** The attributes a subject holds now, so that undeclared ones can be chosen too. */
export function useHeld(subjectId: string): readonly string[] {
  const turn = useWorld((s) => s.turn)
  const [held, setHeld] = useState<{ of: string; turn: number; names: readonly string[] }>({ of: '', turn: 0, names: none })
  useEffect(() => {
    if (subjectId === '') return
    let wanted = true
    call('world.subject', { project: projectId(), id: subjectId }).then(({ attrs }) => { if (wanted) setHeld({ of: subjectId, turn, names: Object.keys(attrs) }) }, () => undefined)
    return () => { wanted = false }
  }, [subjectId, turn])
  return held.of === subjectId ? held.names : none
}

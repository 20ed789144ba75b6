import { useEffect } from 'react'
import { create } from 'zustand'
import { call } from '../../../bridge/call'
import { projectId } from '../../../stores/app'
import { useWorld } from '../../../stores/world'

const none: readonly string[] = []
interface Held { /** Of this state of the world. */ turn: number; names: Readonly<Record<string, readonly string[]>> }
/** What was asked for, shared by all rows of one subject; a changed world asks again, and the former answer stays in sight meanwhile. */
const useNames = create<Held>(() => ({ turn: -1, names: {} }))
const asked = new Set<string>()

function ask(id: string, turn: number): void {
  if (useNames.getState().turn !== turn) {
    useNames.setState({ turn })
    asked.clear()
  }
  if (asked.has(id)) return
  asked.add(id)
  call('world.subject', { project: projectId(), id }).then(({ attrs }) => {
    if (useNames.getState().turn === turn) useNames.setState(({ names }) => ({ names: { ...names, [id]: Object.keys(attrs) } }))
  }, () => undefined)
}

/** The attributes a subject of the world holds now, so that undeclared ones can be chosen too. */
export function useHeld(subjectId: string): readonly string[] {
  const turn = useWorld((s) => s.turn)
  const known = useWorld((s) => s.subjects?.some(({ id }) => id === subjectId) ?? false)
  useEffect(() => { if (known) ask(subjectId, turn) }, [subjectId, known, turn])
  const names = useNames((s) => s.names[subjectId])
  return known ? (names ?? none) : none
}

useWorld.subscribe(({ slices }) => { if (slices === null) useNames.setState({ turn: -1, names: {} }) })

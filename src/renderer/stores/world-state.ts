import { useEffect } from 'react'
import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import type { SubjectState } from '@shared/procedures/world'
import type { Slice } from '@shared/world'
import { call } from '../bridge/call'
import { errorFault } from '../i18n/fault-text'
import { projectId } from './app'
import { useWorld } from './world'

interface Shown { state: SubjectState | null; slice: Slice | null; fault: Fault | null; /** The world they were read from. */ turn: number }

/** The last state and slice that were read; they stay in sight until the next ones are there. */
const useShown = create<Shown>(() => ({ state: null, slice: null, fault: null, turn: 0 }))
useWorld.subscribe(({ slices }) => { if (slices === null) useShown.setState({ state: null, slice: null, fault: null }) })

/** A subject's state at an instant, read again when the world changes. */
export function useSubjectState(id: string | null, at: string): { state: SubjectState | null; fault: Fault | null } {
  const turn = useWorld((s) => s.turn)
  const { state, fault } = useShown()
  useEffect(() => {
    if (id === null) return
    let wanted = true
    call('world.subject', { project: projectId(), id, at }).then(
      (state) => { if (wanted) useShown.setState({ state, turn, fault: null }) },
      (error: unknown) => { if (wanted) useShown.setState({ state: null, turn, fault: errorFault(error) }) },
    )
    return () => { wanted = false }
  }, [id, at, turn])
  return { state: state?.subject.id === id ? state : null, fault: id === null ? null : fault }
}

/** One slice with its changes, read again when the world changes. */
export function useSlice(id: string | null): Slice | null {
  const turn = useWorld((s) => s.turn)
  const slice = useShown((s) => s.slice)
  useEffect(() => {
    if (id === null) return
    let wanted = true
    call('world.slice', { project: projectId(), id }).then((slice) => { if (wanted) useShown.setState({ slice, turn }) }, () => { if (wanted) useShown.setState({ slice: null, turn }) })
    return () => { wanted = false }
  }, [id, turn])
  return slice?.id === id ? slice : null
}

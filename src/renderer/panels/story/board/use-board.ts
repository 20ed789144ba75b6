import { useEffect, useMemo } from 'react'
import type { StoryOutline } from '@shared/procedures/story'
import { useBoard } from '../../../stores/board'
import { usePromises } from '../../../stores/promises'
import type { Mark } from '../ledger/beat-marks'
import { boardModel, type BoardModel } from './board-model'

export function useBoardModel(outline: StoryOutline): BoardModel {
  const { folded, showArchived } = useBoard()
  return useMemo(() => boardModel(outline, { folded, showArchived }), [outline, folded, showArchived])
}

/** What each scene does for which promise; abandoned ones do not count. */
export function useMarks(): ReadonlyMap<string, readonly Mark[]> {
  const promises = usePromises((s) => s.promises)
  const load = usePromises((s) => s.load)
  useEffect(() => { if (promises === null) void load() }, [promises, load])
  return useMemo(() => {
    const marks = new Map<string, Mark[]>()
    for (const promise of promises ?? []) {
      if (promise.status === 'abandoned') continue
      for (const beat of promise.beats) marks.set(beat.scene.id, [...(marks.get(beat.scene.id) ?? []), { kind: beat.kind, promise: promise.title }])
    }
    return marks
  }, [promises])
}

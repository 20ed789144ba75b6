import { useEffect, useState } from 'react'
import type { Fault } from '@shared/fault'
import type { WorldPreview } from '@shared/procedures/world'
import type { WorldWrite } from '@shared/world'
import { call } from '../../../bridge/call'
import { errorFault } from '../../../i18n/fault-text'
import { projectId } from '../../../stores/app'
import { useWorld } from '../../../stores/world'

export interface Previewed { readonly preview: WorldPreview | null; readonly fault: Fault | null; /** What is shown is of an older draft. */ readonly stale: boolean }
const restMs = 250

/** A dry run of what is written, a moment after the last key; the former one stays in sight meanwhile. */
export function usePreview(write: WorldWrite | null): Previewed {
  const turn = useWorld((s) => s.turn)
  const key = write === null ? '' : JSON.stringify(write)
  const [shown, setShown] = useState<{ key: string; turn: number; preview: WorldPreview | null; fault: Fault | null }>({ key: '', turn: 0, preview: null, fault: null })
  useEffect(() => {
    if (key === '') return
    let wanted = true
    const timer = setTimeout(() => {
      call('world.preview', { project: projectId(), write: JSON.parse(key) as WorldWrite }).then(
        (preview) => { if (wanted) setShown({ key, turn, preview, fault: null }) },
        (error: unknown) => { if (wanted) setShown({ key, turn, preview: null, fault: errorFault(error) }) },
      )
    }, restMs)
    return () => { wanted = false; clearTimeout(timer) }
  }, [key, turn])
  return key === '' ? { preview: null, fault: null, stale: false } : { preview: shown.preview, fault: shown.fault, stale: shown.key !== key || shown.turn !== turn }
}

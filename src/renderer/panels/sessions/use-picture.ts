import { useEffect, useState } from 'react'
import { call } from '../../bridge/call'
import { projectId } from '../../stores/app'

/** A stored picture as an address to draw: the page asks nothing of the network. Null while it is read, `gone` when it is kept no longer. */
export function usePicture(blob: string | null): string | null {
  const [source, setSource] = useState<string | null>(null)
  useEffect(() => {
    if (blob === null) return undefined
    let wanted = true
    call('sessions.picture', { project: projectId(), blob }).then(({ mime, base64 }) => { if (wanted) setSource(`data:${mime};base64,${base64}`) }, () => { if (wanted) setSource('gone') })
    return () => { wanted = false }
  }, [blob])
  return source
}

import { useCallback, useEffect, useState } from 'react'
import type { GlobalConfig } from '@shared/settings'
import { call } from '../../bridge/call'
import { onEvent } from '../../bridge/event-stream'
import { attempt } from '../../stores/notices'

/** The global settings, read again when they change. */
export function useConfig(): GlobalConfig | null {
  const [config, setConfig] = useState<GlobalConfig | null>(null)
  const read = useCallback(() => { void attempt(async () => setConfig((await call('settings.get', {})).config)) }, [])
  useEffect(() => {
    read()
    return onEvent('settings.changed', read)
  }, [read])
  return config
}

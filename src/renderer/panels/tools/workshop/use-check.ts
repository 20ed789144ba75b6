import { useEffect, useState } from 'react'
import type { ScriptTool, ToolCheck } from '@shared/procedures/tools'
import { call } from '../../../bridge/call'
import { projectId } from '../../../stores/app'
import { toolDraftKey, useDraftsOf } from '../../../stores/tool-drafts'

const restMs = 150
export interface Check { readonly checked: ToolCheck | null; /** The rules have not seen the newest texts yet. */ readonly stale: boolean }

/** What the rules say of the tool as it is written now, a moment after the last key (09 §11 L3: within 500 ms). */
export function useCheck(script: ScriptTool): Check {
  const { name, layer, hash } = script
  const drafts = useDraftsOf(toolDraftKey(layer, name))
  const [shown, setShown] = useState<{ key: unknown; hash: string | null; checked: ToolCheck | null }>({ key: null, hash: null, checked: null })
  useEffect(() => {
    let wanted = true
    const texts = Object.fromEntries(Object.entries(drafts).map(([path, { text }]) => [path, text]))
    const timer = setTimeout(() => {
      call('tools.check', { project: projectId(), name, layer, texts }).then((checked) => { if (wanted) setShown({ key: drafts, hash, checked }) }, () => undefined)
    }, Object.keys(drafts).length > 0 ? restMs : 0)
    return () => { wanted = false; clearTimeout(timer) }
  }, [name, layer, hash, drafts])
  return { checked: shown.checked, stale: shown.key !== drafts || shown.hash !== hash }
}

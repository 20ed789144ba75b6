import { fail } from '@shared/fault'
import type { ScriptSpec, ScriptState } from './types'

/** What a tool declares; the load error of one that cannot be loaded. */
export function loadedSpec({ spec, error }: Pick<ScriptState, 'spec' | 'error'>): ScriptSpec {
  return spec ?? fail(error?.code ?? 'TOOL_JSON', error?.message ?? 'the tool cannot be loaded.', error?.pointer ? { pointer: error.pointer } : {})
}

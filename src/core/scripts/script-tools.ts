import type { ExternalTools } from '../tools/external-tools'
import type { Registered } from '../tools/registry'
import type { Refusal } from '../tools/refusal'
import { scriptDefinition, type DefinitionParts } from './script-definition'
import type { Shelf } from './shelf'
import type { ScriptState } from './types'

interface Made { readonly hash: string; readonly registered: Registered }

/** The script tools that can be called now, for the pipeline (08 §7). A running call keeps the definition it began with. */
export function createScriptTools(shelf: Shelf, parts: Omit<DefinitionParts, 'undeclared'>): ExternalTools {
  const made = new Map<string, Made>()
  const undeclared = (state: ScriptState): Promise<void> => shelf.withdraw(state, 'it changed files without declaring the effect "write"')
  const definition = (state: ScriptState): Registered[] => {
    if (state.state !== 'approved' || state.spec === null || state.hash === null) return []
    const known = made.get(state.dir)
    if (known?.hash === state.hash) return [known.registered]
    const registered = scriptDefinition(state, state.spec, { ...parts, undeclared })
    made.set(state.dir, { hash: state.hash, registered })
    return [registered]
  }
  return {
    list: () => shelf.states().flatMap(definition).sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1)),
    get: (name) => {
      const state = shelf.find(name)
      return state === undefined ? undefined : definition(state)[0]
    },
    refusal: (name) => refusalOf(shelf.find(name)),
    grants: (profile) => shelf.grants(profile),
    lookAgain: () => shelf.forget(),
    quiet: (name) => shelf.find(name)?.doNotAsk === true,
  }
}

function refusalOf(state: ScriptState | undefined): Refusal | null {
  switch (state?.state) {
    case undefined: case 'approved': return null
    case 'needs_approval': return { verdict: 'deny', code: 'TOOL_NOT_APPROVED', text: `${state.name}: ${state.why ?? 'not approved'}. Only the author can approve it; use other tools meanwhile.` }
    case 'untrusted': return { verdict: 'deny', code: 'TOOL_NOT_GRANTED', text: `${state.name}: not_mounted; the project is not trusted. Use the tools you were given.` }
    case 'error': return { verdict: 'error', code: state.error?.code ?? 'TOOL_JSON', text: `${state.name} cannot be loaded: ${state.why ?? ''} Use the tools you were given.` }
  }
}

import type { Shelf } from './shelf'
import type { ScriptSpec, ScriptState } from './types'

/** A script tool as lists show it, whether it can be called or not. */
export type ListedScript = ScriptState & { readonly risk: 'medium' | 'high' | null; readonly mutates: boolean | null }

export const riskOf = ({ effects }: ScriptSpec): 'medium' | 'high' => (effects.includes('write') || effects.includes('network') ? 'high' : 'medium')

export const listed = (shelf: Shelf): ListedScript[] => shelf.states().map((state) => ({ ...state, risk: state.spec === null ? null : riskOf(state.spec), mutates: state.spec === null ? null : state.spec.effects.includes('write') }))

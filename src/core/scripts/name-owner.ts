import { fail } from '@shared/fault'
import type { Layer } from './types'

/** The tool that has a name, as its own or as an old one; `where` it lives. */
export interface NameOwner { readonly where: 'builtIn' | Layer; readonly name: string }

/** TOOL_NAME_TAKEN, with what has the name (08 §7 Load). */
export function failTaken(name: string, { where, name: owner }: NameOwner, pointer: string): never {
  return fail('TOOL_NAME_TAKEN', `the name "${name}" belongs to the ${where === 'builtIn' ? 'built-in' : where} tool ${owner}.`, { pointer, fix: 'Choose another name.', data: { problem: where } })
}

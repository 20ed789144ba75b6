import { hashOf } from './canonical'
import { isSchema, type JsonSchema } from './json-schema'
import { parameterAt } from './parameter-at'
import type { Registered } from './registry'
import type { ParamChange, Variant, VariantCaller } from './variant-types'
import { variantFor } from './variants'

/** A definition as one caller sees it (08 §2, §3). */
export interface View { readonly description: string; readonly inputSchema: JsonSchema; readonly hash: string }

const views = new WeakMap<Variant, View>()

/** The definition for this caller, or null where it is absent. */
export function viewFor(row: Registered, caller: VariantCaller): View | null {
  const chosen = variantFor(row.tool, caller)
  if (chosen.kind === 'absent') return null
  if (chosen.kind === 'base') return { description: row.tool.description, get inputSchema() { return row.inputSchema }, get hash() { return row.hash } }
  const known = views.get(chosen.variant) ?? narrowed(row, chosen.variant)
  views.set(chosen.variant, known)
  return known
}

function narrowed(row: Registered, variant: Variant): View {
  const inputSchema = structuredClone(row.inputSchema)
  for (const [path, change] of Object.entries(variant.params ?? {})) narrow(inputSchema, path, change)
  const description = variant.description?.text ?? row.tool.description
  return { description, inputSchema, hash: hashOf({ name: row.tool.name, description, inputSchema, version: row.tool.version ?? 1 }) }
}

function narrow(schema: JsonSchema, path: string, change: ParamChange): void {
  const place = parameterAt(schema, path)
  if (place === null) return
  const { owner, key, node } = place
  const required = Array.isArray(owner['required']) ? owner['required'] : []
  if (change.hide === true) {
    if (isSchema(owner['properties'])) delete owner['properties'][key]
    owner['required'] = required.filter((name) => name !== key)
    return
  }
  if (change.values !== undefined) node['enum'] = [...change.values]
  if (change.description !== undefined) node['description'] = change.description
  if (change.required === true && !required.includes(key)) owner['required'] = [...required, key]
}

import { fail } from '@shared/fault'
import { showActual } from './expected'
import { isSchema } from './json-schema'
import { absentFor, ROLES } from './role-table'
import type { Problem } from './types'
import type { Chosen, ParamChange, VariantCaller, Varied } from './variant-types'

/** The only place that chooses: what a model is shown and what a call may send come from here (08 §3). The first that fits. */
export function variantFor(tool: Varied, caller: VariantCaller): Chosen {
  if (absentFor(tool.name, tool.roles, caller.role)) return { kind: 'absent' }
  const variant = tool.variants?.find(({ when }) => fits(when.roles, caller.role) && fits(when.packs, caller.pack) && fits(when.access, caller.access) && (when.tags === undefined || when.tags.some((tag) => caller.tags?.includes(tag) === true)))
  return variant === undefined ? { kind: 'base' } : { kind: 'variant', variant }
}

const fits = (wanted: readonly string[] | undefined, actual: string | null): boolean => wanted === undefined || (actual !== null && wanted.includes(actual))

/** The suffix with which a profile grants a tool, `execute_world:readonly`; `bare` without one. */
export function accessOf(name: string, declared: readonly string[]): string {
  return declared.find((item) => item.startsWith(`${name}:`))?.slice(name.length + 1) ?? 'bare'
}

/** ROLE_FORBIDDEN for keys and values that the caller's variant hides, before any effect; keys it makes required are problems like the schema's. */
export function refuseHidden(tool: Varied, caller: VariantCaller, args: unknown): Problem[] {
  const chosen = variantFor(tool, caller)
  if (chosen.kind !== 'variant') return []
  const changes = Object.entries(chosen.variant.params ?? {})
  const hidden = changes.flatMap(([path, change]) => hiddenAt(tool, caller, path, change, args))
  if (hidden.length > 0) fail('ROLE_FORBIDDEN', `${tool.name} takes less from role ${caller.role}.`, { problems: hidden, fix: 'Leave this out and call again.' })
  return changes.flatMap(([path, change]) => (change.required === true ? missingAt(path, args) : []))
}

function hiddenAt(tool: Varied, caller: VariantCaller, path: string, change: ParamChange, args: unknown): Problem[] {
  return found(args, path).flatMap(({ pointer, value }): Problem[] => {
    if (value === undefined) return []
    const forbidden = change.hide === true || (change.values !== undefined && typeof value === 'string' && !change.values.includes(value))
    if (!forbidden) return []
    const may = change.hide === true ? '' : `; expected one of ${change.values?.join(', ') ?? ''}`
    return [{ pointer, message: `actual ${showActual(value)}; not for role ${caller.role}${may}; roles that have it: ${rolesWith(tool, caller, path, value)}.` }]
  })
}

/** The roles, of this pack first, whose definition has the key or value. */
function rolesWith(tool: Varied, caller: VariantCaller, path: string, value: unknown): string {
  const has = (role: string, pack: string, access: string | null, tags: readonly string[] = caller.tags ?? []): boolean => {
    const chosen = variantFor(tool, { role, pack, access, tags })
    const change = chosen.kind === 'variant' ? chosen.variant.params?.[path] : undefined
    return chosen.kind !== 'absent' && change?.hide !== true && (change?.values === undefined || (typeof value === 'string' && change.values.includes(value)))
  }
  const here = ROLES.filter((role) => has(role, caller.pack, caller.access))
  if (here.length > 0) return here.join(', ')
  const elsewhere = ['nbook', 'noeta'].flatMap((pack) => ROLES.filter((role) => has(role, pack, caller.access)).map((role) => `${role} (${pack})`))
  const tagged = (tool.variants ?? []).flatMap(({ when }) => when.tags ?? []).flatMap((tag) => ROLES.filter((role) => has(role, caller.pack, caller.access, [tag])).map((role) => `${role} tagged ${tag}`))
  return [...elsewhere, ...tagged].join(', ') || 'none'
}

function missingAt(path: string, args: unknown): Problem[] {
  return found(args, path).flatMap(({ pointer, value }) => (value === undefined ? [{ pointer, message: 'missing; required here.' }] : []))
}

interface Place { pointer: string; value: unknown }

/** The places a path stands for in what was sent; a key that is not there has the value undefined. */
function found(args: unknown, path: string): Place[] {
  let places: Place[] = [{ pointer: '', value: args }]
  for (const step of path.split('/')) {
    places = places.flatMap(({ pointer, value }): Place[] => {
      if (step === '*') return Array.isArray(value) ? value.map((item: unknown, index) => ({ pointer: `${pointer}/${index}`, value: item })) : []
      return isSchema(value) ? [{ pointer: `${pointer}/${step}`, value: Object.hasOwn(value, step) ? value[step] : undefined }] : []
    })
  }
  return places
}

/** What some callers see of one parameter: nothing, fewer values, or that they must give it; always with a reason (08 §3). */
export interface ParamChange { readonly reason: string; readonly hide?: true; readonly values?: readonly string[]; readonly required?: true; readonly description?: string }
/** A narrower definition under the same name. `params` by key, deeper ones by a path of keys, where a star stands for the items of a list. */
export interface Variant {
  readonly when: { readonly roles?: readonly string[]; readonly packs?: readonly string[]; readonly access?: readonly string[]; /** One of these is a tag of the session. */ readonly tags?: readonly string[] }
  readonly description?: { readonly text: string; readonly reason: string }
  readonly params?: Readonly<Record<string, ParamChange>>
}

/** Who calls, as far as a variant depends on it. `access`: the suffix of the grant, e.g. `readonly`; `bare` for a grant without one, null where no profile grants. */
export interface VariantCaller { readonly pack: string; readonly role: string; readonly access: string | null; /** Of the session, as who started it set them. */ readonly tags?: readonly string[] }
export interface Varied { readonly name: string; readonly roles?: readonly string[]; readonly variants?: readonly Variant[] }
export type Chosen = { readonly kind: 'absent' } | { readonly kind: 'base' } | { readonly kind: 'variant'; readonly variant: Variant }

import { segmentsOf } from './path'
import { targetOf, typeOf, type Target } from './targets'
import type { WorldSchema } from './types'

/** `lists`: how many leading segments lead to a declared list, for each that the path goes through; nothing else may be made there. */
export interface Place { readonly segments: readonly string[]; readonly target: Target; readonly lists: readonly number[] }
/** Where a stored path of a type leads by one schema; looked up once per path. */
export interface Resolver { readonly schema: WorldSchema; at(type: string, path: string): Place }

const kept = 20_000
const isList = (target: Target): boolean => target.kind === 'array' || (target.kind === 'embedding' && target.attr.form === 'array')

export function createResolver(schema: WorldSchema): Resolver {
  const places = new Map<string, Place>()
  return {
    schema,
    at(type, path) {
      const key = `${type} ${path}`
      const known = places.get(key)
      if (known) return known
      // Keys of records are without number: the table starts anew rather than growing for ever.
      if (places.size >= kept) places.clear()
      const segments = segmentsOf(path)
      const declared = typeOf(schema, type)
      const place: Place = { segments, target: targetOf(declared, segments), lists: segments.map((_, i) => i).filter((i) => i > 0 && isList(targetOf(declared, segments.slice(0, i)))) }
      places.set(key, place)
      return place
    },
  }
}

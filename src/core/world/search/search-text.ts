import { createHash } from 'node:crypto'
import { fail } from '@shared/fault'
import type { SearchHit, WorldReads, WorldSchema } from '../types'
import type { SearchText } from '../script/functions'
import { attrName, embeddingPaths, textsOf, type AttrPath, type EmbeddedText } from './embedding-texts'

/** Makes vectors; the model under whose name they are kept. Domain code knows no provider. */
export interface Vectors { readonly model: string; embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> }
/** Vectors made before, by text hash, model and dimensions (03 §9). */
export interface VectorStore { get(hashes: readonly string[], model: string, dimensions: number): Map<string, Float32Array>; put(rows: ReadonlyMap<string, Float32Array>, model: string): void }
export interface SearchParts { schema(): WorldSchema; /** EMBEDDING_NOT_CONFIGURED. */ vectors(): Vectors; store: VectorStore }

const usualHits = 10

/** `world.search.text` (03 §9): by meaning alone, never by words. */
export function createSearch({ schema, vectors, store }: SearchParts): SearchText {
  return async (reads, query, options, signal) => {
    if (query.trim() === '') return []
    const wanted = wantedPaths(schema(), options.types, options.attrs)
    const maker = vectors()
    const texts = textsAt(reads, wanted, options.at)
    if (texts.length === 0) return []
    const [asked] = await maker.embed([query], signal)
    if (asked === undefined) return fail('EMBEDDING_FAILED', 'The provider gave no vector for the query.')
    const known = await vectorsOf(texts, maker, store, asked.length, signal)
    const hits = texts.flatMap((text): SearchHit[] => {
      const vector = known.get(textHash(text.text))
      return vector === undefined ? [] : [{ ...text, score: Math.round(cosine(asked, vector) * 10_000) / 10_000 }]
    })
    return best(hits.filter((hit) => hit.score >= (options.threshold ?? -1)), options.k ?? usualHits)
  }
}

type Wanted = ReadonlyMap<string, readonly AttrPath[]>

/** EMBEDDING_ABSENT, TYPE_UNKNOWN, SEARCH_ATTR_UNKNOWN. */
function wantedPaths({ types }: WorldSchema, onlyTypes: readonly string[] | undefined, onlyAttrs: readonly string[] | undefined): Wanted {
  const all = new Map(Object.entries(types).map(([type, declared]) => [type, embeddingPaths(declared)] as const).filter(([, paths]) => paths.length > 0))
  if (all.size === 0) fail('EMBEDDING_ABSENT', 'The schema declares no embedding attribute.', { fix: 'The author declares one in world/schema.yaml.' })
  for (const type of onlyTypes ?? []) if (!Object.hasOwn(types, type)) fail('TYPE_UNKNOWN', `There is no type "${type}".`, { pointer: '/options/types', actual: type, expected: `one of ${Object.keys(types).join(', ')}` })
  const names = new Set([...all.values()].flat().map(attrName))
  const attrs = onlyAttrs?.map((attr) => (attr.startsWith('/') ? attr : `/${attr}`))
  for (const attr of attrs ?? []) if (!names.has(attr)) fail('SEARCH_ATTR_UNKNOWN', `"${attr}" is no embedding attribute.`, { pointer: '/options/attrs', actual: attr, expected: `one of ${[...names].join(', ')}` })
  return new Map([...all].filter(([type]) => onlyTypes === undefined || onlyTypes.includes(type)).map(([type, paths]) => [type, paths.filter((path) => attrs === undefined || attrs.includes(attrName(path)))]))
}

function textsAt(reads: WorldReads, wanted: Wanted, at: bigint | undefined): EmbeddedText[] {
  return [...wanted].flatMap(([type, paths]) => (paths.length === 0 ? [] : reads.subjects(type).flatMap((subject) => textsOf(subject, reads.attrs(subject.id, at === undefined ? {} : { at }) ?? {}, paths))))
}

async function vectorsOf(texts: readonly EmbeddedText[], maker: Vectors, store: VectorStore, dimensions: number, signal: AbortSignal): Promise<ReadonlyMap<string, Float32Array>> {
  const byHash = new Map(texts.map(({ text }) => [textHash(text), text]))
  const known = store.get([...byHash.keys()], maker.model, dimensions)
  const missing = [...byHash].filter(([hash]) => !known.has(hash))
  if (missing.length === 0) return known
  const made = await maker.embed(missing.map(([, text]) => text), signal)
  const fresh = new Map(missing.flatMap(([hash], i) => { const vector = made[i]; return vector === undefined ? [] : [[hash, vector] as const] }))
  if ([...fresh.values()].some((vector) => vector.length !== dimensions)) fail('EMBEDDING_FAILED', 'The provider gave vectors of different lengths.')
  store.put(fresh, maker.model)
  return new Map([...known, ...fresh])
}

/** Under which a text's vector is kept. */
export const textHash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** 0 where a vector has no direction. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let [dot, aa, bb] = [0, 0, 0]
  for (let i = 0; i < a.length; i += 1) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0]
    dot += x * y
    aa += x * x
    bb += y * y
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb)
}

/** Best first; ties by subject, then attribute. */
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const best = (hits: SearchHit[], k: number): SearchHit[] => hits.sort((a, b) => b.score - a.score || order(a.subjectId, b.subjectId) || order(a.attr, b.attr)).slice(0, k)

import { fail } from '@shared/fault'
import { cosine, textHash, type Vectors } from '../world/search/search-text'
import type { Partition, SubjectIndex } from './subject-index'
import { searchedTexts } from './subject-texts'
import type { FoundText, SearchRequest } from './types'

/** Between vectors of length one: the farthest that still counts as near (07 §5). */
const farthest = 1.15

/** Nearest texts of one source of one subject, by meaning alone (07 §5). */
export async function searchSubject(index: SubjectIndex, maker: Vectors, request: SearchRequest): Promise<FoundText[]> {
  const { place, source, file, shown, query, limit, signal } = request
  const texts = searchedTexts(source, file, shown)
  const kept = index.partition(place.id, source)
  if (kept !== null && kept.model !== maker.model) changed(`was made by ${kept.model}, and ${maker.model} is set now`)
  if (texts.length === 0 || file === null) return []
  const [asked] = await maker.embed([query], signal)
  if (asked === undefined) return fail('EMBEDDING_FAILED', 'The provider gave no vector for the query.')
  if (kept !== null && kept.dimensions !== asked.length) changed(`holds vectors of ${kept.dimensions} numbers, and ${maker.model} now gives ${asked.length}`)
  const known = await vectorsOf(index, maker, { ...request, texts, kept, sourceHash: file.hash, dimensions: asked.length })
  const near = texts.flatMap((found, at) => {
    const vector = known.get(textHash(found.text))
    const distance = vector === undefined ? Number.POSITIVE_INFINITY : Math.sqrt(Math.max(0, 2 - 2 * cosine(asked, vector)))
    return distance <= farthest ? [{ found, at, distance }] : []
  })
  return near.sort((a, b) => a.distance - b.distance || a.at - b.at).slice(0, limit).map(({ found }) => found)
}

const changed = (how: string): never => fail('EMBEDDING_CHANGED', `The index of this subject ${how}.`, { fix: 'The author clears it in Settings, Models; the next search makes it anew. Or sets the earlier model again.' })

interface Wanted extends SearchRequest { texts: readonly FoundText[]; kept: Partition | null; sourceHash: string; dimensions: number }

/** Those of the index while the file is as it was; otherwise what is missing is made first. */
async function vectorsOf(index: SubjectIndex, maker: Vectors, { place, source, texts, kept, sourceHash, dimensions, signal }: Wanted): Promise<ReadonlyMap<string, Float32Array>> {
  const old = index.vectors(place.id, source)
  if (kept !== null && !kept.dirty && kept.sourceHash === sourceHash) return old
  const byHash = new Map(texts.map(({ text }) => [textHash(text), text]))
  const missing = [...byHash].filter(([hash]) => !old.has(hash))
  const made = missing.length === 0 ? [] : await maker.embed(missing.map(([, text]) => text), signal)
  if (made.some((vector) => vector.length !== dimensions)) fail('EMBEDDING_FAILED', 'The provider gave vectors of different lengths.')
  const fresh = new Map(missing.flatMap(([hash], at) => { const vector = made[at]; return vector === undefined ? [] : [[hash, vector] as const] }))
  const all = new Map([...byHash.keys()].flatMap((hash) => { const vector = fresh.get(hash) ?? old.get(hash); return vector === undefined ? [] : [[hash, vector] as const] }))
  index.replace(place.id, source, { sourceHash, model: maker.model, dimensions }, all)
  return all
}

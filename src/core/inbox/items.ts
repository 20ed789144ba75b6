import type { ChangeItem, Proposal } from '@shared/procedures/inbox'
import { countWords } from '@shared/word-count'
import { isProseName } from '../project/measure'
import { decodeText } from '../project/text-file'
import type { Blobs } from '../project/types'
import { unifiedDiff } from '../tools/unified-diff'
import { idOf } from './chains'
import type { Chain, FileRow } from './types'

/** What a chain of file rows comes to. */
export interface FileNet { path: string; kind: FileRow['kind']; movedTo: string | null; before: string | null; after: string | null; lastSeq: number; sessionId: number | null }

export function fileNet(rows: readonly FileRow[]): FileNet {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) throw new Error('an empty chain')
  return { path: first.path, kind: first.kind, movedTo: first.movedTo, before: first.before, after: last.after, lastSeq: last.seq, sessionId: last.sessionId }
}

/** A blob as a text; null when it is no text or no longer kept. */
export async function textOf(blobs: Blobs, hash: string | null): Promise<string | null> {
  const bytes = hash === null ? null : await blobs.get(hash)
  if (bytes === null) return null
  try {
    return decodeText(bytes, '').text
  } catch {
    return null
  }
}

interface Counts { added: number | null; removed: number | null; words: number | null }
const uncounted: Counts = { added: null, removed: null, words: null }

/** Lines and 字数 of a change of texts, worked out once each: texts of a hash never change. */
export function createCounter(blobs: Blobs): (path: string, before: string | null, after: string | null) => Promise<Counts> {
  const known = new Map<string, Counts>()
  return async (path, before, after) => {
    const key = `${isProseName(path)} ${before ?? '-'} ${after ?? '-'}`
    const found = known.get(key)
    if (found) return found
    const [old, now] = [await textOf(blobs, before), await textOf(blobs, after)]
    if ((before !== null && old === null) || (after !== null && now === null)) return uncounted
    const { added, removed } = unifiedDiff(path, old, now ?? '')
    const words = isProseName(path) ? countWords(now ?? '').words - countWords(old ?? '').words : null
    if (known.size > 5_000) known.clear()
    known.set(key, { added, removed, words })
    return { added, removed, words }
  }
}

type Counter = ReturnType<typeof createCounter>

/** An item as the list shows it. */
export async function itemOf(chain: Chain, count: Counter): Promise<ChangeItem> {
  const last = chain.rows.at(-1)
  if (!last) throw new Error('an empty chain')
  const base = { id: idOf(chain), area: chain.area, at: last.at, state: last.inbox }
  if (chain.area === 'file') {
    const { path, kind, movedTo, before, after } = fileNet(chain.rows)
    return { ...base, kind, name: path, movedTo: kind === 'move' ? movedTo : null, entity: null, ...(await count(path, before, after)) }
  }
  const first = chain.rows[0] ?? last
  const row = last as Chain['rows'][number] & { entity: string; title: string }
  return { ...base, kind: (first as typeof row).kind, name: row.title, movedTo: null, entity: row.entity, ...uncounted }
}

/** A proposal as an item. */
export async function proposalItem({ id, at, path, base, after, state, added, removed }: Proposal, count: Counter): Promise<ChangeItem> {
  const { words } = await count(path, base, after)
  return { id: `proposal:${id}`, area: 'proposal', at, kind: base === null ? 'create' : 'modify', name: path, movedTo: null, entity: null, added, removed, words, state }
}

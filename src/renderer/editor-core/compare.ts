import { diffArrays } from 'diff'

export interface Piece { kind: 'same' | 'added' | 'removed'; text: string }
/** One paragraph of a comparison, or a run of `count` equal ones left out. */
export type CompareRow = { kind: 'paragraph'; pieces: Piece[] } | { kind: 'skipped'; count: number }

const paragraphs = (text: string) => text.replace(/\r\n?/g, '\n').split('\n').filter((line) => line.trim() !== '')
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const words = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** What differs between two paragraphs, word by word. */
export function pieces(before: string, after: string): Piece[] {
  const parts = diffArrays(words(before), words(after), { timeout: 200 })
  const whole: Piece[] = [{ kind: 'removed', text: before }, { kind: 'added', text: after }]
  if (!parts) return whole
  const rows = parts.map((part): Piece => ({ kind: part.added ? 'added' : part.removed ? 'removed' : 'same', text: part.value.join('') }))
  const same = rows.filter((row) => row.kind === 'same').reduce((sum, row) => sum + row.text.length, 0)
  // Two paragraphs with little in common are easier to read one after the other.
  return same * 3 < Math.min(before.length, after.length) ? whole : rows
}

function paired(removed: readonly string[], added: readonly string[]): CompareRow[] {
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, i): CompareRow => {
    const [before, after] = [removed[i], added[i]]
    if (before !== undefined && after !== undefined) return { kind: 'paragraph', pieces: pieces(before, after) }
    return { kind: 'paragraph', pieces: [before !== undefined ? { kind: 'removed', text: before } : { kind: 'added', text: after ?? '' }] }
  })
}

function shortened(same: readonly string[], first: boolean, last: boolean): CompareRow[] {
  const head = first ? 0 : 1
  const tail = last ? 0 : 1
  const row = (text: string): CompareRow => ({ kind: 'paragraph', pieces: [{ kind: 'same', text }] })
  if (same.length <= head + tail + 1) return same.map(row)
  return [...same.slice(0, head).map(row), { kind: 'skipped', count: same.length - head - tail }, ...same.slice(same.length - tail).map(row)]
}

/** What changed from `before` to `after`, paragraph by paragraph with one equal paragraph around; null when nothing did. */
export function compareTexts(before: string, after: string): CompareRow[] | null {
  const parts = diffArrays(paragraphs(before), paragraphs(after), { timeout: 1_000 })
  if (!parts) return paired(paragraphs(before), paragraphs(after))
  if (parts.every((part) => !part.added && !part.removed)) return null
  const rows: CompareRow[] = []
  let removed: string[] = []
  let added: string[] = []
  const flush = () => { for (const row of paired(removed, added)) rows.push(row); removed = []; added = [] }
  for (const [i, part] of parts.entries()) {
    if (part.removed) removed.push(...part.value)
    else if (part.added) added.push(...part.value)
    else { flush(); rows.push(...shortened(part.value, i === 0, i === parts.length - 1)) }
  }
  flush()
  return rows
}

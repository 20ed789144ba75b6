import { pieces } from '../../editor-core/compare'
import { visibleText } from '@shared/visible-text'

export interface DiffLine { kind: 'added' | 'removed' | 'same' | 'gap' | 'ending'; /** The line with its sign; `changed` parts are what differs from the line it stands for. */ parts: { text: string; changed: boolean }[] }

/** Heads are known by their place, since a line of prose may begin with dashes of its own; what they say stands above the diff already. */
function bodyOf(diff: string): string[] {
  const lines = visibleText(diff).replace(/\n$/, '').split('\n')
  return lines[0]?.startsWith('--- ') === true && lines[1]?.startsWith('+++ ') === true ? lines.slice(2) : lines
}

const plain = (kind: DiffLine['kind'], text: string): DiffLine => ({ kind, parts: [{ text, changed: false }] })
const kindOf = (line: string): DiffLine['kind'] => (line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same')

/** A removed and an added paragraph of the same place, with the words that differ marked: one changed 字 in a long paragraph is found at a glance. */
function pair(removed: string, added: string): [DiffLine, DiffLine] {
  const found = pieces(removed.slice(1), added.slice(1))
  const side = (kind: 'removed' | 'added', sign: string): DiffLine => ({ kind, parts: [{ text: sign, changed: false }, ...found.filter((piece) => piece.kind === 'same' || piece.kind === kind).map(({ kind: is, text }) => ({ text, changed: is !== 'same' && found.length > 2 }))] })
  return [side('removed', '-'), side('added', '+')]
}

/** The lines of a unified diff as the author reads them. */
export function diffLines(diff: string): DiffLine[] {
  const out: DiffLine[] = []
  let removed: string[] = []
  let added: string[] = []
  const flush = () => {
    const pairs = removed.length === added.length ? removed.map((line, i) => pair(line, added[i] ?? '')) : null
    out.push(...(pairs ? [...pairs.map(([before]) => before), ...pairs.map(([, after]) => after)] : [...removed.map((line) => plain('removed', line)), ...added.map((line) => plain('added', line))]))
    removed = []
    added = []
  }
  for (const [at, line] of bodyOf(diff).entries()) {
    const kind = line.startsWith('@@ ') ? 'gap' : kindOf(line)
    if (kind === 'removed') { if (added.length > 0) flush(); removed.push(line) }
    else if (kind === 'added') added.push(line)
    else if (line.startsWith('\\ ')) { flush(); if (out.at(-1)?.kind !== 'ending') out.push(plain('ending', '')) }
    else { flush(); if (kind === 'same') out.push(plain('same', line)); else if (at > 0) out.push(plain('gap', '⋯')) }
  }
  flush()
  return out
}

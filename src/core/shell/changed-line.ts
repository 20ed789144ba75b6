import type { RunChanges } from '../project/types'

const named = 20
/** So many of what cannot be given back are named; the rest are counted. */
const namedLost = 10

/** One line on what a run changed, for the model and the author (06 §8), and what of it the author cannot take back. Null: nothing. */
export function changedLine({ changes, unkept, links }: RunChanges): string | null {
  if (changes.length === 0 && links.length === 0) return null
  const words = changes.map(({ target, before, after }) => `${before === null ? 'A' : after === null ? 'D' : 'M'} ${target}`)
  const except = unkept.length === 0 ? '' : `, except what was too large to keep: ${first(unkept, namedLost)}`
  const changed = changes.length === 0 ? [] : [`Changed: ${first(words, named)}; the author can restore them${except}.`]
  return `(${[...changed, ...linkSentences(links)].join(' ')})`
}

/** Links are named only: no copy of them is kept, and they cannot be taken back. */
function linkSentences(links: RunChanges['links']): string[] {
  const gone = links.flatMap(({ path, before, after }) => (before !== null && after === null ? [`${path} (it led to ${before})`] : []))
  const made = links.flatMap(({ path, before, after }) => (before === null && after !== null ? [`${path} (it leads to ${after})`] : []))
  const turned = links.flatMap(({ path, before, after }) => (before !== null && after !== null ? [`${path} (it led to ${before}, now to ${after})`] : []))
  return [
    ...(gone.length === 0 ? [] : [`Removed links, of which nothing is kept: ${first(gone, namedLost)}.`]),
    ...(made.length === 0 ? [] : [`New links, which the inbox cannot take back: ${first(made, namedLost)}.`]),
    ...(turned.length === 0 ? [] : [`Links that lead elsewhere now: ${first(turned, namedLost)}.`]),
  ]
}

const first = (all: readonly string[], most: number): string => [...all.slice(0, most), ...(all.length > most ? [`+${all.length - most} more`] : [])].join(', ')

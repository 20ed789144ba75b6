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
  const gone = links.map(({ path, target }) => `${path} (it led to ${target})`)
  return `(${[...changed, ...(gone.length === 0 ? [] : [`Removed links, of which nothing is kept: ${first(gone, namedLost)}.`])].join(' ')})`
}

const first = (all: readonly string[], most: number): string => [...all.slice(0, most), ...(all.length > most ? [`+${all.length - most} more`] : [])].join(', ')

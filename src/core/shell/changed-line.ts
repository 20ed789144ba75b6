import type { RunChanges } from '../project/types'

const named = 20

/** One line on what a run changed, for the model and the author (06 §8). Null: nothing. */
export function changedLine({ changes, unkept }: RunChanges): string | null {
  if (changes.length === 0) return null
  const words = changes.slice(0, named).map(({ target, before, after }) => `${before === null ? 'A' : after === null ? 'D' : 'M'} ${target}`)
  const more = changes.length > named ? [`+${changes.length - named} more`] : []
  const except = unkept === 0 ? '' : `, except ${unkept} too large to keep`
  return `(Changed: ${[...words, ...more].join(', ')}; the author can restore them${except}.)`
}

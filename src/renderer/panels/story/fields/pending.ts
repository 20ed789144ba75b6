import { useState } from 'react'

/**
 * What was just chosen, shown at once until the story says the same: no flicker back while it is being saved.
 * `save` may tell of a failure by null or false; then the story's value shows again.
 */
export function usePending<T>(value: T, save: (chosen: T) => unknown): readonly [T, (chosen: T) => void] {
  const [pending, setPending] = useState<{ over: T; chosen: T } | null>(null)
  const choose = (chosen: T) => {
    setPending({ over: value, chosen })
    void Promise.resolve(save(chosen)).then((done) => { if (done === null || done === false) setPending(null) })
  }
  if (pending !== null && pending.over !== value) setPending(null)
  return [pending !== null && pending.over === value ? pending.chosen : value, choose]
}

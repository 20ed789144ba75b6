import { countWords } from '@shared/word-count'
import type { TextModel } from './load-monaco'
import { takesMuch } from './version-due'

const wholeOf = (snapshot: ReturnType<TextModel['createSnapshot']>): string => {
  let whole = ''
  for (let part = snapshot.read(); part !== null; part = snapshot.read()) whole += part
  return whole
}

/** Tells the text as it was before one act (deletion, undo, redo) that takes much of it away. */
export function watchLoss(model: TextModel, lost: (before: string) => void): void {
  let snapshot = model.createSnapshot()
  model.onDidChangeContent(({ changes, isFlush }) => {
    const earlier = snapshot
    snapshot = model.createSnapshot()
    if (isFlush || changes.reduce((sum, change) => sum + change.rangeLength, 0) <= 20) return
    const before = wholeOf(earlier)
    const removed = changes.reduce((sum, { rangeOffset, rangeLength }) => sum + countWords(before.slice(rangeOffset, rangeOffset + rangeLength)).words, 0)
    const emptied = model.getValueLength() === 0
    if (takesMuch(removed, emptied ? countWords(before).words : removed, emptied ? 0 : 1)) lost(before)
  })
}

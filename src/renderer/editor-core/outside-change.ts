export interface OutsideChange { kind: 'changed' | 'deleted' | 'renamed'; by: 'author' | 'agent' | 'outside' }
export interface BufferState { dirty: boolean; /** The buffer's text is what the file holds now. */ same: boolean }

/**
 * What an open text does when its file changed elsewhere (09 §5, authors.md 27). `ask` shows the conflict bar, `merge` puts a clean
 * merge in and says so, `offerKeep` offers to write a deleted text again, `close` follows the author's own deletion.
 */
export type Reaction = 'nothing' | 'rebase' | 'reload' | 'ask' | 'merge' | 'close' | 'offerKeep' | 'follow'

/** `conflicts` is the number of places a three-way merge cannot decide; null when it has not been tried. */
export function reactTo(change: OutsideChange, buffer: BufferState, conflicts: number | null = null): Reaction {
  if (change.kind === 'renamed') return 'follow'
  if (change.kind === 'deleted') return !buffer.dirty && change.by === 'author' ? 'close' : 'offerKeep'
  if (buffer.same) return 'rebase'
  if (!buffer.dirty) return 'reload'
  // An agent working beside the author is expected; anyone else's change of a dirty text is for the author to decide.
  return change.by === 'agent' && conflicts === 0 ? 'merge' : 'ask'
}

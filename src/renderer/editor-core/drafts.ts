import { call } from '../bridge/call'
import { isDirty, textOf, type TextBuffer } from './buffer'

const inOrder = (buffer: TextBuffer, act: () => Promise<unknown>): Promise<void> => {
  buffer.drafts = buffer.drafts.then(act).then(() => undefined, () => undefined)
  return buffer.drafts
}

/** Keeps the text outside the project, written by main, so that nothing typed is lost whatever dies (09 §5). `failed` is called when even that does not work. */
export function putDraft(buffer: TextBuffer, failed: () => void = () => undefined): Promise<void> {
  if (!isDirty(buffer)) return buffer.drafts
  buffer.hasDraft = true
  const { project, path, baseHash } = buffer
  const text = textOf(buffer)
  return inOrder(buffer, () => call('drafts.put', { project, path, text, baseHash }).catch(failed))
}

/** Forgets the draft once the file holds the text, or the author chose another; typing since then keeps it. */
export function dropDraft(buffer: TextBuffer): Promise<void> {
  const { project, path } = buffer
  return inOrder(buffer, async () => {
    if (!buffer.hasDraft || isDirty(buffer)) return
    buffer.hasDraft = false
    await call('drafts.drop', { project, path })
  })
}

/** After a rename: the old name's draft would offer itself for a text that is elsewhere now. */
export function moveDraft(buffer: TextBuffer, from: string): Promise<void> {
  const had = buffer.hasDraft
  void putDraft(buffer)
  return had ? inOrder(buffer, () => call('drafts.drop', { project: buffer.project, path: from })) : buffer.drafts
}

import { call } from '../bridge/call'
import { useLayout } from '../stores/layout'
import { attempt } from '../stores/notices'
import { patchText, textState } from '../stores/texts'
import { markSaved, replaceText, textOf } from './buffer'
import { bufferOf, dropBuffer } from './buffers'
import { dropDraft } from './drafts'
import { keepVersion } from './keep-version'
import { saveNow } from './saving'

/** The author's answer to a text changed on both sides; the text given up is in the history first. */
export async function resolveConflict(path: string, choice: 'mine' | 'theirs' | 'merged'): Promise<void> {
  const buffer = bufferOf(path)
  const conflict = textState(path).conflict
  if (!buffer || conflict?.kind !== 'changed') return
  const mine = textOf(buffer)
  if (choice !== 'mine' && !await attempt(() => call('versions.keep', { project: buffer.project, path, text: mine, reason: 'replace', name: null }))) return
  buffer.baseHash = conflict.theirsHash
  patchText(path, { conflict: null })
  if (choice === 'theirs') {
    replaceText(buffer, conflict.theirs)
    markSaved(buffer, conflict.theirsHash)
    return dropDraft(buffer)
  }
  if (choice === 'merged' && conflict.merged !== null) replaceText(buffer, conflict.merged)
  // The file differs from what is in the editor now, whatever Monaco's version numbers say.
  buffer.savedVersion = -1
  await saveNow(buffer)
}

/** Writes a text again whose file was deleted elsewhere. */
export async function recreate(path: string): Promise<void> {
  const buffer = bufferOf(path)
  if (!buffer) return
  const version = buffer.model.getAlternativeVersionId()
  const done = await attempt(() => call('text.recreate', { project: buffer.project, path, text: textOf(buffer) }))
  if (!done) return
  patchText(path, { conflict: null })
  markSaved(buffer, done.hash, version)
  await dropDraft(buffer)
}

/** Lets a deleted text go; what was in the editor stays in the history where that is possible. */
export async function letGo(path: string): Promise<void> {
  const buffer = bufferOf(path)
  if (!buffer) return
  await keepVersion(buffer, 'replace', textOf(buffer))
  markSaved(buffer, null)
  await dropDraft(buffer)
  useLayout.getState().closeText(path)
  dropBuffer(path)
}

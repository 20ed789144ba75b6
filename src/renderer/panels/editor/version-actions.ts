import { call } from '../../bridge/call'
import { markSaved, replaceText, textOf } from '../../editor-core/buffer'
import { bufferOf } from '../../editor-core/buffers'
import { currentEditor, whenComposed } from '../../editor-core/current-editor'
import { dropDraft } from '../../editor-core/drafts'
import { flushBuffer } from '../../editor-core/saving'
import { noteKept } from '../../editor-core/versions-clock'
import { text } from '../../i18n/text'
import { useCompare } from '../../stores/editor-compare'
import { attempt, inform } from '../../stores/notices'
import { textState } from '../../stores/texts'
import { useVersions } from '../../stores/versions'

/** Saves and keeps the present text as a version, with a name if the author gives one (Mod+S). */
export async function keepNamed(path: string, name: string | null): Promise<boolean> {
  const buffer = bufferOf(path)
  if (!buffer || textState(path).readOnly) return false
  await flushBuffer(buffer)
  const version = buffer.model.getAlternativeVersionId()
  if (name === null && buffer.namedVersion === version) return true
  const kept = await attempt(() => call('versions.keep', { project: buffer.project, path, text: textOf(buffer), reason: 'named', name }))
  if (!kept) return false
  buffer.namedVersion = version
  noteKept(buffer)
  inform(text('editor.versionKept'))
  if (useVersions.getState().path === path) void useVersions.getState().load(path)
  return true
}

/** Puts a version back as one undo step; the text it replaces becomes a version first. */
export async function restoreVersion(path: string, id: string): Promise<void> {
  const buffer = bufferOf(path)
  if (!buffer) return
  await whenComposed()
  await flushBuffer(buffer)
  if (textState(path).save !== 'saved') return
  const done = await attempt(() => call('versions.restore', { project: buffer.project, id }))
  if (!done) return
  replaceText(buffer, done.text)
  markSaved(buffer, done.hash)
  void dropDraft(buffer)
  useCompare.getState().close()
  currentEditor()?.focus()
  inform(text('editor.restored'))
  void useVersions.getState().load(path)
}

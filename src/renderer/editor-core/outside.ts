import type { EventOf } from '@shared/events'
import { call } from '../bridge/call'
import { errorFault } from '../i18n/fault-text'
import { useLayout } from '../stores/layout'
import { patchText, renameText, textState, type ChangedConflict } from '../stores/texts'
import { isDirty, markSaved, replaceText, sameText, textOf, type TextBuffer } from './buffer'
import { allBuffers, bufferOf, dropBuffer, movePath } from './buffers'
import { whenComposed } from './current-editor'
import { dropDraft, moveDraft, putDraft } from './drafts'
import { keepVersion } from './keep-version'
import { reactTo, type OutsideChange } from './outside-change'
import { onFileChangedUnderneath } from './saving'

type By = OutsideChange['by']
type Read = { text: string; hash: string }

async function readFile(buffer: TextBuffer): Promise<Read | null> {
  try {
    return await call('text.open', { project: buffer.project, path: buffer.path })
  } catch (error) {
    if (errorFault(error).code === 'NOT_FOUND') return null
    throw error
  }
}

async function merge(buffer: TextBuffer, file: Read, by: By): Promise<ChangedConflict> {
  const unmerged: ChangedConflict = { kind: 'changed', theirs: file.text, theirsHash: file.hash, merged: null, conflicts: 0, by }
  if (buffer.baseHash === null) return unmerged
  try {
    const { merged, conflicts, theirs, theirsHash } = await call('text.merge', { project: buffer.project, path: buffer.path, baseHash: buffer.baseHash, mine: textOf(buffer) })
    return { kind: 'changed', theirs, theirsHash, merged, conflicts, by }
  } catch {
    return unmerged
  }
}

function takeFile(buffer: TextBuffer, file: Read): void {
  replaceText(buffer, file.text)
  markSaved(buffer, file.hash)
  patchText(buffer.path, { conflict: null })
  void dropDraft(buffer)
}

/** Both texts go into the history before anything is decided, so neither can be lost (E6). */
async function whenDirty(buffer: TextBuffer, file: Read, by: By): Promise<void> {
  const conflict = await merge(buffer, file, by)
  void putDraft(buffer)
  await Promise.all([keepVersion(buffer, 'outside', conflict.theirs), keepVersion(buffer, 'replace', textOf(buffer))])
  await whenComposed()
  const mine = textOf(buffer)
  if (reactTo({ kind: 'changed', by }, { dirty: true, same: false }, conflict.merged === null ? null : conflict.conflicts) === 'merge') {
    const again = await merge(buffer, file, by)
    if (again.merged !== null && again.conflicts === 0 && textOf(buffer) === mine) {
      buffer.baseHash = again.theirsHash
      replaceText(buffer, again.merged)
      buffer.scheduler.typed()
      return patchText(buffer.path, { conflict: null, notice: 'merged', save: 'unsaved' })
    }
  }
  patchText(buffer.path, { conflict, save: 'unsaved' })
}

async function onChanged(buffer: TextBuffer, by: By): Promise<void> {
  while (buffer.saving) await buffer.saving
  const file = await readFile(buffer)
  if (!file) return onDeleted(buffer, by)
  if (textState(buffer.path).conflict?.kind === 'deleted') patchText(buffer.path, { conflict: null })
  if (file.hash === buffer.baseHash) return
  await whenComposed()
  if (buffer.model.isDisposed()) return
  const reaction = reactTo({ kind: 'changed', by }, { dirty: isDirty(buffer), same: sameText(file.text, textOf(buffer)) })
  if (reaction === 'rebase') { markSaved(buffer, file.hash); patchText(buffer.path, { conflict: null }); return void dropDraft(buffer) }
  if (reaction !== 'reload') return whenDirty(buffer, file, by)
  const old = textOf(buffer)
  takeFile(buffer, file)
  if (by === 'outside') await keepVersion(buffer, 'outside', old)
}

async function onDeleted(buffer: TextBuffer, by: By): Promise<void> {
  if (reactTo({ kind: 'deleted', by }, { dirty: isDirty(buffer), same: false }) === 'close') {
    const { path } = buffer
    useLayout.getState().closeText(path)
    return dropBuffer(path)
  }
  patchText(buffer.path, { conflict: { kind: 'deleted' }, save: 'unsaved' })
  void putDraft(buffer)
}

/** The tab, caret, draft and state of a text go along with its new name. */
function onMoved(buffer: TextBuffer, to: string): void {
  const from = buffer.path
  movePath(buffer, to)
  renameText(from, to)
  const { tabs, activePath, carets, set } = useLayout.getState()
  const caret = carets[from]
  set({
    tabs: [...new Set(tabs.map((tab) => (tab === from ? to : tab)))], activePath: activePath === from ? to : activePath,
    carets: caret ? { ...Object.fromEntries(Object.entries(carets).filter(([path]) => path !== from)), [to]: caret } : carets,
  })
  void moveDraft(buffer, from)
}

const queue = (buffer: TextBuffer, act: () => Promise<void> | void): void => {
  buffer.outside = buffer.outside.then(whenComposed).then(act).catch(() => undefined)
}

/** What an open text does when its file is created, changed, deleted or moved by anyone but itself. */
export function onFileEvent(event: EventOf<'file.changed'>): void {
  if (event.kind === 'move' && event.from !== null) return moveAll(event.from, event.path)
  const buffer = bufferOf(event.path)
  if (!buffer) return
  if (event.kind === 'delete') {
    queue(buffer, async () => { while (buffer.saving) await buffer.saving; return await readFile(buffer) ? onChanged(buffer, event.by) : onDeleted(buffer, event.by) })
  } else if (event.hash === null || event.hash !== buffer.baseHash) queue(buffer, () => onChanged(buffer, event.by))
}

function moveAll(from: string, to: string): void {
  for (const buffer of allBuffers()) {
    if (buffer.path === from) queue(buffer, () => onMoved(buffer, to))
    else if (buffer.path.startsWith(`${from}/`)) queue(buffer, () => onMoved(buffer, to + buffer.path.slice(from.length)))
  }
}

/** After core was away: what may have been missed is looked up. */
export function lookAgain(buffer: TextBuffer): void {
  queue(buffer, () => onChanged(buffer, 'outside'))
}

onFileChangedUnderneath(lookAgain)

import type { Fault } from '@shared/fault'
import { call } from '../bridge/call'
import { errorFault } from '../i18n/fault-text'
import { patchText, textState } from '../stores/texts'
import { isDirty, markSaved, textOf, type TextBuffer } from './buffer'
import { allBuffers } from './buffers'
import { realClock } from './clock'
import { dropDraft, putDraft } from './drafts'
import { retryAfter } from './save-scheduler'
import { dueNow, noteKept } from './versions-clock'

/** The project is being opened again; typing goes on, the save follows. */
const passing = new Set(['CORE_GONE', 'PROJECT_NOT_OPEN'])
const elsewhere = new Set(['TEXT_CONFLICT', 'NOT_FOUND'])

type LookAgain = (buffer: TextBuffer) => void
let lookAgain: LookAgain = () => undefined
/** Who finds out what happened to the file when a save says it is not what it was. */
export const onFileChangedUnderneath = (look: LookAgain): void => { lookAgain = look }

function failed(buffer: TextBuffer, fault: Fault): void {
  if (elsewhere.has(fault.code)) { patchText(buffer.path, { save: 'unsaved' }); return lookAgain(buffer) }
  buffer.failures += 1
  patchText(buffer.path, passing.has(fault.code) ? { save: 'unsaved' } : { save: 'saveFailed', saveFault: fault })
  buffer.stopRetry?.()
  buffer.stopRetry = realClock.after(retryAfter(buffer.failures), () => void saveNow(buffer))
  void putDraft(buffer)
}

async function write(buffer: TextBuffer): Promise<void> {
  const version = buffer.model.getAlternativeVersionId()
  const keep = dueNow(buffer)
  if (textState(buffer.path).save !== 'saveFailed') patchText(buffer.path, { save: 'saving' })
  try {
    const { hash } = await call('text.save', { project: buffer.project, path: buffer.path, text: textOf(buffer), baseHash: buffer.baseHash ?? '', keep })
    if (keep !== 'none') noteKept(buffer)
    markSaved(buffer, hash, version)
    if (!isDirty(buffer)) void dropDraft(buffer)
  } catch (error) {
    failed(buffer, errorFault(error))
  }
}

const mayWrite = (buffer: TextBuffer) => {
  const { conflict, readOnly } = textState(buffer.path)
  return !buffer.model.isDisposed() && isDirty(buffer) && conflict === null && !readOnly
}

/** Writes the text into its file; one save at a time per text. A conflict or a read-only novel leaves it to the drafts. */
export async function saveNow(buffer: TextBuffer): Promise<void> {
  while (buffer.saving) await buffer.saving
  if (!mayWrite(buffer)) {
    if (!buffer.model.isDisposed() && !isDirty(buffer) && textState(buffer.path).conflict === null) { patchText(buffer.path, { save: 'saved', saveFault: null }); void dropDraft(buffer) }
    return
  }
  buffer.saving = write(buffer).finally(() => { buffer.saving = null })
  await buffer.saving
}

/** At blur, switch and close: what waits is written at once, the draft first. */
export async function flushBuffer(buffer: TextBuffer): Promise<void> {
  if (!isDirty(buffer)) return
  buffer.scheduler.stop()
  await Promise.all([putDraft(buffer), saveNow(buffer)])
}

export const flushAll = async (): Promise<void> => { await Promise.all(allBuffers().map(flushBuffer)) }

import { call } from '../bridge/call'
import { onEvent } from '../bridge/event-stream'
import { isDirty, type TextBuffer } from './buffer'
import { allBuffers, bufferOf } from './buffers'
import { currentEditor, isComposing } from './current-editor'
import { flushBuffer } from './saving'

/** What core was told last of a text, and under which path: only a change is worth a message. A text that is opened anew has told nothing. */
let told = new WeakMap<TextBuffer, { path: string; unsaved: boolean }>()

function tell(buffer: TextBuffer, unsaved: boolean): Promise<void> {
  const { path } = buffer
  told.set(buffer, { path, unsaved })
  // A core that is away asks for nothing; it is told again when it is back.
  return call('text.unsaved', { project: buffer.project, path, unsaved }).then(() => undefined, () => { told.delete(buffer) })
}

/** Core knows which texts hold unsaved writing, so that it can have them saved before an agent writes them (06 §6). */
export function tellUnsaved(buffer: TextBuffer): void {
  const unsaved = isDirty(buffer)
  const before = told.get(buffer)
  if (before?.unsaved && before.path !== buffer.path) void call('text.unsaved', { project: buffer.project, path: before.path, unsaved: false }).catch(() => undefined)
  if ((before?.path === buffer.path && before.unsaved) !== unsaved) void tell(buffer, unsaved)
}

/** Saves what core asks for and answers in any case: nobody waits for a text that cannot be saved now. */
async function answer(project: string, path: string): Promise<void> {
  const buffer = bufferOf(path)
  if (!buffer) return void (await call('text.unsaved', { project, path, unsaved: false }).catch(() => undefined))
  // Half a composition is not the author's text yet; what the agent writes waits until it has ended (09 §5 IME).
  const composing = isComposing() && currentEditor()?.getModel() === buffer.model
  if (!composing) await flushBuffer(buffer).catch(() => undefined)
  await tell(buffer, false)
  tellUnsaved(buffer)
}

/** A core that came back has forgotten what it was told. */
export function tellAllUnsaved(): void {
  told = new WeakMap()
  for (const buffer of allBuffers()) tellUnsaved(buffer)
}

/** Answers core's wish to have texts saved, until called back. */
export const answerFlushes = (project: string): (() => void) =>
  onEvent('text.flush', ({ paths }, from) => { if (from === null || from === project) for (const path of paths) void answer(project, path) })

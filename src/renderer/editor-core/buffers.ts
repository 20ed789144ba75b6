import { clearTexts, forgetText } from '../stores/texts'
import { isDirty, type TextBuffer } from './buffer'

/** Undo is kept for at least 20 texts; beyond 40 the one not looked at for longest goes, never one with unsaved writing. */
const kept = 40
const buffers = new Map<string, TextBuffer>()

export const bufferOf = (path: string): TextBuffer | undefined => buffers.get(path)
export const allBuffers = (): TextBuffer[] => [...buffers.values()]

export function dropBuffer(path: string): void {
  const buffer = buffers.get(path)
  if (!buffer) return
  buffers.delete(path)
  buffer.scheduler.stop()
  buffer.stopRetry?.()
  buffer.model.dispose()
  forgetText(path)
}

/** `open` are the paths that have a tab: they stay. */
export function keepBuffer(buffer: TextBuffer, open: readonly string[]): void {
  buffers.set(buffer.path, buffer)
  const spare = allBuffers().filter((b) => !open.includes(b.path) && b !== buffer && !isDirty(b) && b.saving === null).sort((a, b) => a.usedAt - b.usedAt)
  for (const old of spare.slice(0, Math.max(0, buffers.size - kept))) dropBuffer(old.path)
}

export function movePath(buffer: TextBuffer, to: string): void {
  buffers.delete(buffer.path)
  buffer.path = to
  buffers.set(to, buffer)
}

/** Another project: nothing of this one stays. */
export function dropAllBuffers(): void {
  for (const { path } of allBuffers()) dropBuffer(path)
  clearTexts()
}

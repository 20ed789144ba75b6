import { call } from '../bridge/call'
import type { CallInput } from '@shared/procedures'
import type { TextBuffer } from './buffer'
import { noteKept } from './versions-clock'

/** Keeps a text in the chapter's history. False when that did not work; the caller then lets go of nothing. */
export async function keepVersion(buffer: TextBuffer, reason: CallInput<'versions.keep'>['reason'], text: string, name: string | null = null): Promise<boolean> {
  try {
    await call('versions.keep', { project: buffer.project, path: buffer.path, text, reason, name })
    noteKept(buffer)
    return true
  } catch {
    return false
  }
}

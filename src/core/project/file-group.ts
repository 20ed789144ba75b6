import { fail } from '@shared/fault'
import { countWords } from '@shared/word-count'
import type { JournalEntry } from './journal'
import { hashKnown, type Hashed } from './hash'
import { decodeText, encodeText } from './text-file'
import type { Step } from './file-steps'
import type { FileChange, SafePath, TextFile } from './types'

/** The most a written text may have (06 §4). */
export const maxContentBytes = 8_388_608

/** A change with what stands on the disk now. */
export interface Current extends Hashed { readonly bytes: Buffer; readonly mode: number }
/** A file that goes or is moved upon: its bytes are kept in the trash first. */
export interface ToTrash { readonly path: SafePath; readonly current: Current }
/** What one change means on the disk, in the journal and for those who listen. */
export interface Planned {
  readonly steps: Step[]
  readonly entries: JournalEntry[]
  readonly trash: ToTrash[]
  readonly notices: { kind: 'create' | 'modify' | 'delete' | 'move'; path: SafePath; from: SafePath | null; before: string | null; after: string | null; old: Current | null }[]
}

/** Works one change out against the disk. STALE_READ, FILE_EXISTS, NOT_FOUND, NOT_UTF8, NOT_TEXT, BAD_CHARACTER, CONTENT_TOO_LARGE. Null: nothing would change. */
export async function planChange(change: FileChange, look: (path: SafePath, known: readonly Hashed[]) => Promise<Current | null>): Promise<Planned | null> {
  const known = change.known ?? []
  const current = await look(change.path, known)
  checkBase(change, current)
  if (change.moveTo !== undefined) return planMove(change, change.moveTo, current ?? missing(change.path), await look(change.moveTo, known))
  if (change.bytes !== undefined) return planBytes(change.path, bufferOf(change.bytes), current, change)
  if (change.text === null) return planDelete(change.path, current ?? missing(change.path))
  return planWrite(change.path, change.text, current, change)
}

export const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const missing = (path: SafePath): never => fail('NOT_FOUND', `"${path.shown}" does not exist.`, { actual: path.shown })

function checkBase(change: FileChange, current: Current | null): void {
  const now = current?.hash ?? null
  if (now === change.base) return
  const shown = change.path.shown
  if (change.base === null) fail('FILE_EXISTS', `"${shown}" exists already.`, { data: { path: shown, hash: now } })
  fail('STALE_READ', now === null ? `"${shown}" is no longer there.` : `"${shown}" was changed since it was read; read it again.`, { data: { path: shown, hash: now } })
}

const textOf = (current: Current, path: SafePath): TextFile => decodeText(current.bytes, path.shown, current.hash)
/** An old text for the history, when it is one. */
export const oldTextOf = (current: Current, path: SafePath): string | null => {
  try {
    return current.text ?? textOf(current, path).text
  } catch {
    return null
  }
}

function encode(text: string, old: TextFile | null, path: SafePath, lossAccepted?: boolean): Buffer {
  const bytes = encodeText(text, old, path.shown, lossAccepted)
  if (bytes.length > maxContentBytes) fail('CONTENT_TOO_LARGE', `The text for "${path.shown}" has ${bytes.length} bytes; at most ${maxContentBytes} are allowed.`, { actual: String(bytes.length), expected: String(maxContentBytes) })
  return bytes
}

function planWrite(path: SafePath, text: string, current: Current | null, given: Pick<FileChange, 'mode' | 'known' | 'lossAccepted'>): Planned | null {
  const old = current === null ? null : textOf(current, path)
  return planBytes(path, encode(text, old, path, given.lossAccepted), current, given)
}

function planBytes(path: SafePath, bytes: Buffer, current: Current | null, given: Pick<FileChange, 'mode' | 'known'>): Planned | null {
  const after = hashKnown(bytes, given.known ?? [])
  const before = current?.hash ?? null
  if (after === before) return null
  const kind = current === null ? 'create' : 'modify'
  return {
    steps: [{ path, before, after, bytes, old: current?.bytes ?? null, mode: current?.mode ?? given.mode, modeOf: path }],
    entries: [{ path: path.shown, kind, movedTo: null, before, after, sizeBefore: current?.bytes.length ?? null, sizeAfter: bytes.length }],
    trash: [],
    notices: [{ kind, path, from: null, before, after, old: current }],
  }
}

function planDelete(path: SafePath, current: Current): Planned {
  return {
    steps: [{ path, before: current.hash, after: null, bytes: null, old: current.bytes, mode: undefined }],
    entries: [{ path: path.shown, kind: 'delete', movedTo: null, before: current.hash, after: null, sizeBefore: current.bytes.length, sizeAfter: null }],
    trash: [{ path, current }],
    notices: [{ kind: 'delete', path, from: null, before: current.hash, after: null, old: current }],
  }
}

function planMove(change: FileChange, to: SafePath, current: Current, onto: Current | null): Planned {
  const bytes = change.bytes !== undefined ? bufferOf(change.bytes) : change.text === null ? current.bytes : encode(change.text, textOf(current, change.path), to)
  const after = hashKnown(bytes, [current, ...(change.known ?? [])])
  const replaced: JournalEntry[] = onto === null ? [] : [{ path: to.shown, kind: 'delete', movedTo: null, before: onto.hash, after: null, sizeBefore: onto.bytes.length, sizeAfter: null }]
  return {
    steps: [
      { path: to, before: onto?.hash ?? null, after, bytes, old: onto?.bytes ?? null, mode: current.mode, modeOf: change.path },
      { path: change.path, before: current.hash, after: null, bytes: null, old: current.bytes, mode: undefined },
    ],
    entries: [...replaced, { path: change.path.shown, kind: 'move', movedTo: to.shown, before: current.hash, after, sizeBefore: current.bytes.length, sizeAfter: bytes.length }],
    trash: onto === null ? [] : [{ path: to, current: onto }],
    notices: [{ kind: 'move', path: to, from: change.path, before: current.hash, after, old: current }],
  }
}

/** 字数 of bytes that are a text by name and content; else 0. */
export function wordsOf(name: string, bytes: Uint8Array): number {
  return /\.(md|markdown|txt)$/i.test(name) ? countWords(Buffer.from(bytes).toString('utf8')).words : 0
}

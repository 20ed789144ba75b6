import { fail } from '@shared/fault'
import type { Effect } from '@shared/tool-result'
import { maxContentBytes } from '../project/file-group'
import type { Hashed } from '../project/hash'
import { checkManifestText } from '../project/keep-manifest'
import { encodeText } from '../project/text-file'
import type { SafePath, TextFile } from '../project/types'
import { sha256 } from './canonical'
import { refuseMasks } from './masked-text'
import type { ReadRegistry } from './read-registry'
import type { Caller } from './types'
import { unifiedDiff, type FileDiff } from './unified-diff'

export interface PlannedText { path: SafePath; text: string; base: string | null; after: string; bytes: number; /** What is written, with its hash. */ content: Hashed; diff: FileDiff }

/** One whole new text for a file: what would be written, and the card's exact view of it (05 §6). CONTENT_TOO_LARGE, ARGS_INVALID, BAD_CHARACTER, WOULD_LOSE_TEXT, PROJECT_MANIFEST_INVALID. */
export function planText(path: SafePath, old: TextFile | null, text: string): { plan: PlannedText; effect: Effect } {
  checkSize(path, text)
  checkManifestText(path, text)
  if (old !== null) refuseMasks(path.shown, old.text, text)
  const bytes = encodeText(text, old, path.shown)
  const content = { bytes, hash: sha256(bytes) }
  const shownText = text.startsWith('\uFEFF') ? text.slice(1) : text
  const diff = unifiedDiff(path.shown, old?.text ?? null, shownText)
  const plan = { path, text, base: old?.hash ?? null, after: content.hash, bytes: bytes.length, content, diff }
  const effect = { kind: 'file', target: path.shown, resolved: path.real, before: plan.base, after: plan.after, action: old === null ? 'create' : 'change', preview: diff.text, [texts]: { old: old?.text ?? null, now: shownText } }
  return { plan, effect: Object.defineProperty<Effect>(effect, 'fields', characters) }
}

const texts = Symbol('texts')
/** Counted when a card is made of it: most changes ask nobody. One accessor for all: the engine keeps one of each effect's own, and all it can see, until a full collection. */
const characters: PropertyDescriptor & ThisType<{ [texts]: { old: string | null; now: string } }> = {
  enumerable: true,
  get() {
    return characterChange(this[texts].old, this[texts].now)
  },
}

function checkSize({ shown }: SafePath, text: string): void {
  // No character takes more than three bytes for each of its UTF-16 units.
  const size = text.length * 3 > maxContentBytes ? Buffer.byteLength(text, 'utf8') : 0
  if (size > maxContentBytes) fail('CONTENT_TOO_LARGE', `${shown} would have ${size} bytes; at most ${maxContentBytes} are allowed.`, { fix: 'Split it into several files.' })
}

const lengthOf = (text: string | null): number | null => (text === null ? null : countCharacters(text))
/** What a card says of a text's length; null = no text. */
export const characterChange = (old: string | null, now: string | null): NonNullable<Effect['fields']> => [{ field: 'characters', from: lengthOf(old), to: lengthOf(now) }]

const PAIRED = /[\uD800-\uDBFF]/
/** Code points, counted without a list of them: a text may hold 200 million. */
function countCharacters(text: string): number {
  if (!PAIRED.test(text)) return text.length
  let pairs = 0
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xd800) pairs++
  return text.length - pairs
}

/** STALE_READ when the file differs from what this session read; NOT_READ when it must have read it and has not (06 §3). Not under the author's eyes: they see what stands there now. */
export function checkKnown(registry: Pick<ReadRegistry, 'get'>, caller: Pick<Caller, 'sessionId' | 'reviewed'>, path: SafePath, hash: string, mustHaveRead: boolean): void {
  if (caller.reviewed === true) return
  const known = registry.get(caller.sessionId, path.real)
  if (known === null) {
    if (mustHaveRead) fail('NOT_READ', `${path.shown} exists and was not read in this session.`, { fix: 'Read it first, then call again.' })
    return
  }
  if (known.hash !== hash) fail('STALE_READ', `${path.shown} was changed since it was read.`, { fix: 'Read it again, then call again.' })
}

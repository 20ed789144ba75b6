import { fail } from '@shared/fault'
import { maxContentBytes } from '../project/file-group'
import { decodeText } from '../project/text-file'
import type { SafePath, TextFile } from '../project/types'
import { keepChapter } from './chapter-head'
import { checkKnown, planText, type PlannedText } from './file-effect'
import type { FileService } from './file-service'
import { unseen, type ReadRegistry } from './read-registry'
import type { Caller, Prepared } from './types'

/** Below this size a shorter rewrite loses little (06 §3). */
const GUARDED_BYTES = 4_096

/** `kept`: lines of the file that name its chapter stand on above what was given. */
export interface WholeText extends PlannedText { existed: boolean; kept: boolean }

/** The steps of `write` and `Write` before anything is written, in the order of 06 §4: size, path, registry, UTF-8. */
export async function planWhole(files: FileService, caller: Caller, path: string, content: string): Promise<Prepared<WholeText>> {
  const size = Buffer.byteLength(content, 'utf8')
  if (size > maxContentBytes) fail('CONTENT_TOO_LARGE', `the content has ${size} bytes; at most ${maxContentBytes} are allowed.`, { fix: 'Write a part, then add the rest with an edit.' })
  const place = await files.authorize(caller, path, 'create')
  const old = place.exists ? await knownText(files, caller, place, true) : null
  if (old !== null && caller.reviewed !== true) refuseLoss(files.registry.get(caller.sessionId, place.real), old, size, place.shown)
  const whole = old === null ? content : keepChapter(place.shown, old.text, content)
  const { plan, effect } = planText(place, old, whole)
  return { plan: { ...plan, existed: old !== null, kept: whole !== content }, effects: [effect], planExempt: files.isPlanFile(place) }
}

/** The text of a file that this session may change: the registry is asked before the encoding (06 §4). NOT_READ, STALE_READ, NOT_TEXT, NOT_UTF8. */
export async function knownText(files: FileService, caller: Caller, place: SafePath, mustHaveRead: boolean): Promise<TextFile> {
  const { bytes, hash } = await files.bytes(place)
  checkKnown(files.registry, caller, place, hash, mustHaveRead)
  return decodeText(bytes, place.shown)
}

/** A rewrite that halves a text of which some lines were never served would drop what the writer has not seen (06 §3). */
function refuseLoss(known: ReturnType<ReadRegistry['get']>, old: TextFile, size: number, shown: string): void {
  if (known === null || old.bytes < GUARDED_BYTES || size * 2 > old.bytes) return
  const total = old.text === '' ? 0 : old.text.split('\n').length - (old.text.endsWith('\n') ? 1 : 0)
  const gaps = unseen(known.ranges, total)
  if (gaps.length === 0) return
  const lines = gaps.slice(0, 10).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
  fail('WOULD_LOSE_TEXT', `${shown} has ${old.bytes} bytes, the new text ${size}, and lines ${lines} of it were never read.`, { fix: 'Read these lines first, or edit the places.' })
}

/** What `write` and `Write` say of a finished change (06 §4). */
export function sayWhole(plan: WholeText): string {
  if (plan.after === plan.base) return `${plan.path.shown} (unchanged).`
  return `${plan.existed ? 'Updated' : 'Created'} ${plan.path.shown} (${plan.bytes} bytes, +${plan.diff.added}/-${plan.diff.removed}).${plan.kept ? ' The lines at its top that name its chapter were kept.' : ''}`
}

import type { Effect } from '@shared/tool-result'
import { decodeText } from '../../project/text-file'
import type { SafePath } from '../../project/types'
import { characterChange } from '../file-effect'
import { unifiedDiff } from '../unified-diff'

interface Bytes { bytes: Buffer; hash: string }

/** The text of bytes that are one, else null: other files are moved and deleted too. */
function textOf({ bytes }: Bytes, shown: string): string | null {
  try {
    return decodeText(bytes, shown).text
  } catch {
    return null
  }
}

/** A file that goes to the trash, with all its text on the card. */
export function deletedEffect(path: SafePath, old: Bytes): Effect {
  const text = textOf(old, path.shown)
  const preview = text === null ? `--- a/${path.shown}\n+++ /dev/null\n(${old.bytes.length} bytes, no UTF-8 text)` : unifiedDiff(path.shown, text, '').text.replace(/^\+\+\+ .*$/m, '+++ /dev/null')
  return { kind: 'file', target: path.shown, resolved: path.real, before: old.hash, after: null, action: 'trash', preview, ...(text === null ? {} : { fields: characterChange(text, null) }) }
}

export interface Moved { from: SafePath; to: SafePath; old: Bytes; onto: Bytes | null; after: string; diff: string | null }

/** One effect for each name: the old one goes, the new one gets the bytes; what stood there goes to the trash. */
export function movedEffects({ from, to, old, onto, after, diff }: Moved): Effect[] {
  const changes = diff === null ? '' : `\n${diff.split('\n').slice(2).join('\n')}`
  const source: Effect = { kind: 'file', target: from.shown, resolved: from.real, before: old.hash, after: null, action: 'move', preview: `--- a/${from.shown}\n+++ b/${to.shown}${changes}` }
  const replaced = onto === null ? [] : [deletedEffect(to, onto)]
  return [source, ...replaced, { kind: 'file', target: to.shown, resolved: to.real, before: onto?.hash ?? null, after, action: onto === null ? 'create' : 'change', preview: '' }]
}

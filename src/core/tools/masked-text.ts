import { fail } from '@shared/fault'
import { maskText } from './mask'

/** What stands in a masked text in place of what was masked (08 §4). */
const marks = ['[secret]', '&lt;'] as const
const count = (text: string, mark: string): number => text.split(mark).length - 1

/**
 * Whoever writes back what it was shown would write the masks over the words behind them. `old` is the file's text, `now` what would be
 * written. WOULD_LOSE_TEXT.
 */
export function refuseMasks(shown: string, old: string, now: string): void {
  if (!marks.some((mark) => now.includes(mark))) return
  // The home folder stands as it is in what a reader is shown.
  const masked = maskText(old, [], '')
  if (masked === old) return
  const [before, served] = [old.split('\n'), masked.split('\n')]
  const written = new Set(now.split('\n'))
  const line = served.findIndex((text, at) => text !== before[at] && written.has(text) && !before.includes(text))
  const more = marks.find((mark) => count(masked, mark) > count(old, mark) && count(now, mark) > count(old, mark))
  if (line < 0 && more === undefined) return
  const where = line < 0 ? `"${more ?? ''}"` : `line ${line + 1}`
  fail('WOULD_LOSE_TEXT', `${shown} holds words that are shown masked, and the new text has the mask in their place (${where}).`, { fix: 'Edit the other places, so that these words stay as they are.' })
}

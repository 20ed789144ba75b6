import { diffArrays } from 'diff'

/** Replace [from, to) of the old text by `text`; offsets are UTF-16, ascending, not overlapping. */
export interface Edit { from: number; to: number; text: string }

const lines = (text: string) => text.split(/(?<=\n)/)
const isHighHalf = (code: number) => code >= 0xd800 && code <= 0xdbff
const isLowHalf = (code: number) => code >= 0xdc00 && code <= 0xdfff

/** Cuts the equal start and end off, never through a surrogate pair. */
function trimmed({ from, to, text }: Edit, old: string): Edit | null {
  const was = old.slice(from, to)
  const limit = Math.min(was.length, text.length)
  let start = 0
  while (start < limit && was.charCodeAt(start) === text.charCodeAt(start)) start += 1
  if (start > 0 && isHighHalf(was.charCodeAt(start - 1))) start -= 1
  let end = 0
  while (end < limit - start && was.charCodeAt(was.length - 1 - end) === text.charCodeAt(text.length - 1 - end)) end += 1
  if (end > 0 && isLowHalf(was.charCodeAt(was.length - end))) end -= 1
  if (start === was.length && start === text.length) return null
  return { from: from + start, to: to - end, text: text.slice(start, text.length - end) }
}

/** The edits that turn `old` into `next`, paragraph by paragraph, so that caret and marks outside them stay where they are. */
export function minimalEdits(old: string, next: string): Edit[] {
  if (old === next) return []
  const parts = diffArrays(lines(old), lines(next), { timeout: 500 })
  if (!parts) return [trimmed({ from: 0, to: old.length, text: next }, old)].filter((edit) => edit !== null)
  const edits: Edit[] = []
  let at = 0
  let open: Edit | null = null
  const close = () => {
    const edit = open && trimmed(open, old)
    if (edit) edits.push(edit)
    open = null
  }
  for (const part of parts) {
    const text = part.value.join('')
    if (!part.added && !part.removed) { close(); at += text.length; continue }
    open ??= { from: at, to: at, text: '' }
    if (part.removed) { at += text.length; open = { ...open, to: at } } else open = { ...open, text: open.text + text }
  }
  close()
  return edits
}

export const applyEdits = (old: string, edits: readonly Edit[]): string =>
  edits.toReversed().reduce((text, edit) => text.slice(0, edit.from) + edit.text + text.slice(edit.to), old)

import { literal, marksOnly, withoutEmphasis, withoutEscapes, type Styled } from './emphasis'

/** A stretch of a line in one look. */
export interface ProseRun { readonly text: string; readonly bold: boolean; readonly italic: boolean }

/** One line of prose, which is one paragraph: comments, marks, the backslashes that make signs literal and the white space around it are gone (09 §5). */
export interface ProseLine { readonly kind: 'paragraph' | 'heading' | 'break'; readonly text: string; /** Joined they are `text`. */ readonly runs: readonly ProseRun[] }

/** A sign that a backslash makes literal opens no comment. */
const comment = /(\\[!-/:-@[-`{-~])|<!--[\s\S]*?-->/g
const sceneBreak = /^[ \t]*(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
const heading = /^(?:#{1,6}[ \t]+)+/
const marks = /[*_#\\]/

/** `***`, `* * *`, `---`, `___` alone in a line. */
export const isSceneBreak = (line: string): boolean => sceneBreak.test(line)

const withoutComments = (text: string): string => {
  const left = text.replace(comment, '$1')
  return left === text ? text : withoutComments(left)
}

/** The lines of a chapter's text, front matter apart, blank ones left out. */
export function proseLines(text: string): ProseLine[] {
  return withoutComments(text.replace(/\r\n?/g, '\n')).split('\n').flatMap((line) => {
    const read = readLine(line)
    return read.text === '' ? [] : [read]
  })
}

function readLine(line: string): ProseLine {
  const bare = line.trim()
  if (!marks.test(bare) && !isSceneBreak(bare)) return { kind: 'paragraph', text: bare, runs: [{ text: bare, bold: false, italic: false }] }
  let isHeading = false
  let now = withoutEscapes(line)
  // Takes marks off until none is left, so that a second time changes nothing but what a backslash kept.
  for (;;) {
    const trimmed = cut(now, now.text.length - now.text.trimStart().length, now.text.trimEnd().length)
    const shown = marksOnly(trimmed)
    if (isSceneBreak(shown)) return { kind: 'break', text: trimmed.text, runs: [{ text: trimmed.text, bold: false, italic: false }] }
    const mark = heading.exec(shown)?.[0].length ?? 0
    isHeading ||= mark > 0
    const next = withoutEmphasis(cut(trimmed, mark, trimmed.text.length))
    if (next.text === now.text) return { kind: isHeading ? 'heading' : 'paragraph', text: next.text, runs: runsOf(next) }
    now = next
  }
}

const cut = ({ text, looks }: Styled, from: number, to: number): Styled => ({ text: text.slice(from, Math.max(from, to)), looks: looks.slice(from, Math.max(from, to)) })

function runsOf({ text, looks }: Styled): ProseRun[] {
  const runs: ProseRun[] = []
  const lookAt = (at: number): number => (looks[at] ?? 0) & ~literal
  for (let from = 0; from < text.length; ) {
    let to = from + 1
    const look = lookAt(from)
    while (to < text.length && lookAt(to) === look) to += 1
    runs.push({ text: text.slice(from, to), bold: (look & 2) !== 0, italic: (look & 1) !== 0 })
    from = to
  }
  return runs
}

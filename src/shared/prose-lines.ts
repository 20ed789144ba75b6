/** A stretch of a line in one look. */
export interface ProseRun { readonly text: string; readonly bold: boolean; readonly italic: boolean }

/** One line of prose, which is one paragraph: comments, marks and the white space around it are gone (09 §5). */
export interface ProseLine { readonly kind: 'paragraph' | 'heading' | 'break'; readonly text: string; /** Joined they are `text`. */ readonly runs: readonly ProseRun[] }

const comment = /<!--[\s\S]*?-->/g
const sceneBreak = /^[ \t]*(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
const heading = /^#{1,6}[ \t]+/
const emphasis = /(\*{1,3}|_{2,3})(?=\S)([^*_]+?)(?<=\S)\1/g
const marks = /[*_#]/

/** `***`, `* * *`, `---`, `___` alone in a line. */
export const isSceneBreak = (line: string): boolean => sceneBreak.test(line)

const withoutComments = (text: string): string => {
  const left = text.replace(comment, '')
  return left === text ? text : withoutComments(left)
}

/** The lines of a chapter's text, front matter apart, blank ones left out. */
export function proseLines(text: string): ProseLine[] {
  return withoutComments(text.replace(/\r\n?/g, '\n')).split('\n').flatMap((line) => {
    const read = readLine(line)
    return read.text === '' ? [] : [read]
  })
}

/** A line with the look of every UTF-16 unit: 1 italic, 2 bold, 3 both. */
interface Styled { text: string; looks: readonly number[] }

function readLine(line: string): ProseLine {
  const bare = line.trim()
  if (!marks.test(bare) && !isSceneBreak(bare)) return { kind: 'paragraph', text: bare, runs: [{ text: bare, bold: false, italic: false }] }
  let isHeading = false
  let now: Styled = { text: line, looks: Array<number>(line.length).fill(0) }
  // Takes marks off until none is left, so that a second time changes nothing.
  for (;;) {
    const trimmed = cut(now, now.text.length - now.text.trimStart().length, now.text.trimEnd().length)
    if (isSceneBreak(trimmed.text)) return { kind: 'break', text: trimmed.text, runs: [{ text: trimmed.text, bold: false, italic: false }] }
    const mark = heading.exec(trimmed.text)?.[0].length ?? 0
    isHeading ||= mark > 0
    const next = withoutEmphasis(cut(trimmed, mark, trimmed.text.length))
    if (next.text === now.text) return { kind: isHeading ? 'heading' : 'paragraph', text: next.text, runs: runsOf(next) }
    now = next
  }
}

const cut = ({ text, looks }: Styled, from: number, to: number): Styled => ({ text: text.slice(from, Math.max(from, to)), looks: looks.slice(from, Math.max(from, to)) })

function withoutEmphasis({ text, looks }: Styled): Styled {
  let plain = ''
  const kept: number[] = []
  const take = (from: number, to: number, look: number): void => {
    plain += text.slice(from, to)
    for (let at = from; at < to; at += 1) kept.push((looks[at] ?? 0) | look)
  }
  let from = 0
  for (const found of text.matchAll(emphasis)) {
    const mark = found[1]?.length ?? 0
    const end = found.index + found[0].length
    take(from, found.index, 0)
    take(found.index + mark, end - mark, mark)
    from = end
  }
  take(from, text.length, 0)
  return { text: plain, looks: kept }
}

function runsOf({ text, looks }: Styled): ProseRun[] {
  const runs: ProseRun[] = []
  for (let from = 0; from < text.length; ) {
    let to = from + 1
    while (to < text.length && looks[to] === looks[from]) to += 1
    const look = looks[from] ?? 0
    runs.push({ text: text.slice(from, to), bold: (look & 2) !== 0, italic: (look & 1) !== 0 })
    from = to
  }
  return runs
}

import type { ExportSection, LeftOut, PreviewLine } from '@shared/procedures/export'
import type { ProseLine } from '@shared/prose-lines'
import type { StoryOutline } from '@shared/procedures/story'
import type { Locale } from '@shared/settings'

interface Act { id: string; title: string }
export interface BookChapter { id: string; /** By which its texts call it. */ name: string; number: number; title: string; act: Act | null; /** Its texts, in the order they are read. */ paths: string[]; words: number; wordsWithPunctuation: number; hasText: boolean; /** The text it had, where that is gone or damaged. */ lost: LostText | null }
export interface LostText { path: string; reason: 'gone' | 'unreadable' }

/** The novel as it is exported: chapters in reading order, whichever act they stand in (02 §6). */
export interface Book { title: string; locale: Locale; chapters: BookChapter[]; /** Texts that belong to no chapter. */ orphans: LeftOut[] }

/** What a file says of the book itself. */
export interface BookAbout { title: string; locale: Locale; /** Empty: nobody is named. */ author: string; /** The same for every export of one novel. */ id: string; modified: Date }

/** A heading or a chapter on its way into a file. */
export type BookPart =
  | { kind: 'act'; title: string }
  | { kind: 'chapter'; /** What a table of contents calls it. */ label: string; /** Its heading; null: it has none. */ title: string | null; /** Whether its act was headed before it. */ inAct: boolean; lines: readonly ProseLine[] }

/** Makes one file of one format, part by part. */
export interface BookWriter { add(part: BookPart): void; end(): Promise<Uint8Array> }

/** `hasText` goes by the count; a text that counts as nothing is looked at by who can read it. */
export function bookOf(outline: StoryOutline, locale: Locale): Book {
  const acts = new Map(outline.acts.map(({ act }) => [act.id, { id: act.id, title: act.title }]))
  const rows = [...outline.acts.flatMap(({ chapters }) => chapters), ...outline.ungrouped].toSorted((a, b) => a.sortOrder - b.sortOrder)
  const chapters = rows.map(({ id, name, number, title, actId, prose, words }): BookChapter => {
    const wordsWithPunctuation = prose.reduce((sum, node) => sum + node.wordsWithPunctuation, 0)
    return { id, name, number, title, act: (actId === null ? null : acts.get(actId)) ?? null, paths: prose.map((node) => node.path), words, wordsWithPunctuation, hasText: wordsWithPunctuation > 0, lost: null }
  })
  return { title: outline.story.title, locale, chapters, orphans: outline.orphans.map((node) => ({ reason: 'orphan', what: node.path, chapterId: null, count: 0 })) }
}

/** Chapters in a row that stand in one act. */
export function sectionsOf(chapters: readonly BookChapter[]): ExportSection[] {
  const sections: ExportSection[] = []
  for (const { id, number, title, act, words, hasText, paths } of chapters) {
    const open = sections.at(-1)
    const row = { id, number, title, words, hasText, paths }
    if (open !== undefined && open.act?.id === act?.id) open.chapters.push(row)
    else sections.push({ act, chapters: [row] })
  }
  return sections
}

export interface Counts { chapters: number; words: number; wordsWithPunctuation: number; leftOut: LeftOut[] }

/** Why a chapter without text does not come out. */
export const whyLeftOut = ({ id, title, lost }: BookChapter): LeftOut => ({ reason: lost?.reason ?? 'empty', what: lost?.reason === 'unreadable' ? lost.path : title, chapterId: id, count: 0 })

/** What comes out of these chapters and what does not. */
export function countsOf(chapters: readonly BookChapter[], orphans: readonly LeftOut[]): Counts {
  const whole = chapters.filter((chapter) => chapter.hasText)
  return {
    chapters: whole.length, words: whole.reduce((sum, chapter) => sum + chapter.words, 0), wordsWithPunctuation: whole.reduce((sum, chapter) => sum + chapter.wordsWithPunctuation, 0),
    leftOut: [...chapters.filter((chapter) => !chapter.hasText).map(whyLeftOut), ...orphans],
  }
}

/** Scene breaks as the author wants them; null leaves each as it is written. */
export function withBreaks(lines: readonly ProseLine[], text: string | null): readonly ProseLine[] {
  if (text === null) return lines
  return lines.map((line) => (line.kind === 'break' ? { kind: 'break', text, runs: [{ text, bold: false, italic: false }] } : line))
}

/** A part with its emphasis, for formats whose look is a style. */
export function plainPreview(part: BookPart): PreviewLine[] {
  if (part.kind === 'act') return [{ kind: 'act', text: part.title }]
  const body = part.lines.map(({ kind, text, runs }): PreviewLine => (runs.some(({ bold, italic }) => bold || italic) ? { kind, text, runs: [...runs] } : { kind, text }))
  return part.title === null ? body : [{ kind: 'chapter', text: part.title }, ...body]
}

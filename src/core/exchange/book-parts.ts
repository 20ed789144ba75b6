import type { ExportChoice } from '@shared/procedures/export'
import type { ProseLine } from '@shared/prose-lines'
import { withBreaks, type BookChapter, type BookPart } from './export-book'
import type { BookTitles } from './export-titles'

/** Turns chapters, in reading order, into parts: an act's heading comes whenever another act begins. */
export function partMaker(titles: BookTitles, { sceneBreak }: Pick<ExportChoice, 'sceneBreak'>): (chapter: BookChapter, lines: readonly ProseLine[]) => BookPart[] {
  let headed: string | null = null
  return ({ id, title: label, act }, lines) => {
    const actTitle = act === null ? null : titles.act(act.id)
    const heading: BookPart[] = actTitle !== null && act !== null && act.id !== headed ? [{ kind: 'act', title: actTitle }] : []
    headed = act?.id ?? null
    const title = titles.chapter(id)
    return [...heading, { kind: 'chapter', label: title ?? label, title, inAct: actTitle !== null, lines: withBreaks(withoutOwnTitle(lines, [label, title]), sceneBreak) }]
  }
}

/** A text that opens with its chapter's name as a Markdown heading would show it twice. */
function withoutOwnTitle(lines: readonly ProseLine[], names: readonly (string | null)[]): readonly ProseLine[] {
  const [first] = lines
  return first?.kind === 'heading' && names.includes(first.text) ? lines.slice(1) : lines
}

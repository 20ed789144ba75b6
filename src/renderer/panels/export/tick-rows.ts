import type { ExportSection } from '@shared/procedures/export'

/** A row one can tick: an act, or the chapters of none between acts, stands for its chapters. `number`: the chapter's place in the whole book. */
export interface TickRow { readonly key: string; readonly kind: 'act' | 'loose' | 'chapter'; readonly title: string; readonly number: number | null; readonly words: number; readonly hasText: boolean; readonly depth: 0 | 1; /** Ids of the chapters it stands for. */ readonly chapters: readonly string[] }
export type Ticked = 'all' | 'some' | 'none'

/** Sections with their chapters, in reading order; a book without acts is a plain list. */
export function tickRows(sections: readonly ExportSection[]): TickRow[] {
  const plain = sections.every(({ act }) => act === null)
  return sections.flatMap(({ act, chapters }, at): TickRow[] => {
    const rows = chapters.map(({ id, title, number, words, hasText }): TickRow => ({ key: `chapter-${id}`, kind: 'chapter', title, number, words, hasText, depth: plain ? 0 : 1, chapters: [id] }))
    if (plain) return rows
    return [{ key: `part-${at}`, kind: act === null ? 'loose' : 'act', title: act?.title ?? '', number: null, words: chapters.reduce((sum, { words }) => sum + words, 0), hasText: chapters.some(({ hasText }) => hasText), depth: 0, chapters: chapters.map(({ id }) => id) }, ...rows]
  })
}

export function tickedOf({ chapters }: TickRow, chosen: ReadonlySet<string>): Ticked {
  const count = chapters.filter((id) => chosen.has(id)).length
  return count === 0 ? 'none' : count === chapters.length ? 'all' : 'some'
}

/** What is chosen after these rows are ticked or unticked together. */
export function withRows(chosen: ReadonlySet<string>, rows: readonly TickRow[], ticked: boolean): Set<string> {
  const next = new Set(chosen)
  for (const id of rows.flatMap((row) => row.chapters)) { if (ticked) next.add(id); else next.delete(id) }
  return next
}

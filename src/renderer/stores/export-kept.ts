import { z } from 'zod'
import type { Approval } from '@shared/approval'
import type { Output } from '@shared/procedures'
import { ExportChoice, type ExportSection } from '@shared/procedures/export'

/** What the author chose in the export panel, kept with the layout of the novel; `file` is the place used last. */
export const ExportKept = ExportChoice.omit({ chapters: true, format: true }).extend({
  format: ExportChoice.shape.format.default('txt'), range: z.enum(['book', 'act', 'chapters']).default('book'), actId: z.string().nullable().default(null), chosen: z.array(z.string()).default([]), file: z.string().nullable().default(null),
})
export type ExportKept = z.infer<typeof ExportKept>

/** The act that is meant: the one chosen while it is there, else the first. */
export const actOf = (kept: ExportKept, sections: readonly ExportSection[]): string | null => {
  const acts = sections.flatMap(({ act }) => act ?? [])
  return (acts.find(({ id }) => id === kept.actId) ?? acts[0])?.id ?? null
}

/** The chapters that are meant, in reading order, of those there are now. */
export function chaptersOf(kept: ExportKept, sections: readonly ExportSection[]): ExportSection['chapters'] {
  switch (kept.range) {
    case 'book': return sections.flatMap(({ chapters }) => chapters)
    case 'act': {
      const actId = actOf(kept, sections)
      return sections.flatMap(({ act, chapters }) => (act !== null && act.id === actId ? chapters : []))
    }
    case 'chapters': {
      const chosen = new Set(kept.chosen)
      return sections.flatMap(({ chapters }) => chapters.filter(({ id }) => chosen.has(id)))
    }
  }
}

/** Why these choices give no book; null: they do. */
export function whyNot(kept: ExportKept, { empty, sections }: Pick<Output<'export.choices'>, 'empty' | 'sections'>): 'noChapters' | 'noText' | 'nothingChosen' | null {
  if (empty !== null) return empty
  const chosen = chaptersOf(kept, sections)
  if (chosen.length === 0) return 'nothingChosen'
  return chosen.some(({ hasText }) => hasText) ? null : 'noText'
}

/** How many approvals that wait would change the text of these chapters. */
export function waitingFor(pending: readonly Pick<Approval, 'effects'>[], chapters: ExportSection['chapters']): number {
  const texts = new Set(chapters.flatMap(({ paths }) => paths))
  return pending.filter(({ effects }) => effects.some(({ kind, target }) => kind === 'file' && texts.has(target))).length
}

/** What core is asked for. */
export function choiceOf(kept: ExportKept, sections: readonly ExportSection[]): ExportChoice {
  const { format, titles, indent, sceneBreak, crlf, author } = kept
  return { format, titles, indent, sceneBreak, crlf: crlf && format === 'txt', author, chapters: kept.range === 'book' ? null : chaptersOf(kept, sections).map(({ id }) => id) }
}

/** Two choices that give the same file have the same key. */
export const choiceKey = (kept: ExportKept, sections: readonly ExportSection[]): string => JSON.stringify(choiceOf(kept, sections))

interface ActLike { id: number; title: string; sortOrder: number }
interface ChapterLike { id: number; title: string; actId: number | null; sortOrder: number }
const shown = 20

/** Chapters that stand before a chapter of an earlier act: legal, since acts only group, but worth a warning (02 §6). */
export function readingOrderWarnings(acts: readonly ActLike[], chapters: readonly ChapterLike[]): string[] {
  const orderOf = new Map(acts.map((act) => [act.id, act]))
  const warnings: string[] = []
  let latest: { act: ActLike; chapter: ChapterLike } | null = null
  for (const chapter of chapters) {
    const act = chapter.actId === null ? undefined : orderOf.get(chapter.actId)
    if (!act) continue
    if (latest && act.sortOrder < latest.act.sortOrder) {
      warnings.push(`Chapter ${latest.chapter.id} "${latest.chapter.title}" of the later act ${latest.act.id} "${latest.act.title}" is read before chapter ${chapter.id} "${chapter.title}" of act ${act.id} "${act.title}".`)
    } else latest = { act, chapter }
  }
  return warnings.length > shown ? [...warnings.slice(0, shown), `${warnings.length - shown} more chapters stand out of their acts' order.`] : warnings
}

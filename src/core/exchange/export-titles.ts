import type { TitleStyle } from '@shared/procedures/export'
import type { Locale } from '@shared/settings'
import type { Book } from './export-book'
import { readHeading } from './heading-line'

/** How acts and chapters are headed, by id; null: not at all. */
export interface BookTitles { act(id: string): string | null; chapter(id: string): string | null }

const numbered: Record<Locale, { act(n: number, title: string): string; chapter(n: number, title: string): string }> = {
  'zh-CN': { act: (n, title) => `第${n}卷 ${title}`, chapter: (n, title) => `第${n}章 ${title}` },
  en: { act: (n, title) => `Part ${n}: ${title}`, chapter: (n, title) => `Chapter ${n}: ${title}` },
}

/**
 * Numbers count over the whole book, so that a part of it keeps them. A name with a number of its own stays as it is; so does
 * a prologue or its like, which takes no number.
 */
export function bookTitles({ chapters, locale }: Book, style: TitleStyle): BookTitles {
  if (style === 'none') return { act: () => null, chapter: () => null }
  const acts = new Map(chapters.flatMap(({ act }) => (act === null ? [] : [[act.id, act.title] as const])))
  const own = new Map(chapters.map((chapter) => [chapter.id, chapter.title]))
  const shown = style === 'written' ? { acts, own } : { acts: counted(acts, numbered[locale].act), own: counted(own, numbered[locale].chapter) }
  return { act: (id) => shown.acts.get(id) ?? null, chapter: (id) => shown.own.get(id) ?? null }
}

function counted(titles: ReadonlyMap<string, string>, write: (n: number, title: string) => string): Map<string, string> {
  let n = 0
  return new Map([...titles].map(([id, title]) => {
    const heading = readHeading(title, { kind: 'auto' }) ?? readHeading(title, { kind: 'numbers' })
    if (heading?.unit !== 'special') n += 1
    return [id, heading?.ticked === true ? title : write(n, title)]
  }))
}

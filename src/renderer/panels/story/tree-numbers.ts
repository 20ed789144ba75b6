import { readNumber } from '@shared/written-number'

const written = '([\\d０-９零〇一二两三四五六七八九十百千]+)'
const inChapters = [new RegExp(`第\\s*${written}\\s*[章回节]`, 'u'), /\bchapter\s+(\d+)/iu]
const inActs = [new RegExp(`第\\s*${written}\\s*[卷部]`, 'u'), /\b(?:act|part|book|volume)\s+(\d+)/iu]

function told(title: string, forms: readonly RegExp[]): number {
  const found = forms.map((form) => form.exec(title)?.[1]).find((one) => one !== undefined)
  return found === undefined ? 0 : readNumber(found) || 0
}

/** The number a chapter's title itself tells, 0 when it tells none. */
export const numberOf = (title: string): number => told(title, inChapters)

const highest = (numbers: readonly number[]): number => numbers.reduce((max, n) => Math.max(max, n), 0)

/** The next act's title: one above the highest number there is. */
export const nextActTitle = (titles: readonly string[], named: (number: number) => string): string => named(highest([titles.length, ...titles.map((title) => told(title, inActs))]) + 1)

interface Titled { title: string; actId: string | null }
const isPrologue = ({ title }: Titled): boolean => /^(?:楔子|引子|序|序章|序言|序幕|前言|题记|prologue|preface|foreword)$/iu.test(title.trim())

/** Whether chapters are counted anew in each act: one act's first number is 1 though numbers came before it. */
function countsAnew(chapters: readonly Titled[]): boolean {
  const groups = [...Map.groupBy(chapters, ({ actId }) => actId)].map(([, own]) => own.map(({ title }) => numberOf(title)).filter((n) => n > 0))
  return groups.filter((numbers) => numbers[0] === 1).length > 1
}

/** What a new chapter can be called: by its number, or without one. */
export interface ChapterWords { numbered: (number: number) => string; plain: (copy: number) => string }

/** The title of a new chapter behind `at` others in reading order: the number of its place, going on from the title before it; without a number where the next one is taken, as between 第二章 and 第三章. */
export function nextTitle(chapters: readonly Titled[], { at, actId }: { at: number; actId: string | null }, { numbered, plain }: ChapterWords): string {
  const anew = countsAnew(chapters)
  const scope = chapters.map((chapter, place) => ({ ...chapter, place, number: numberOf(chapter.title) })).filter((chapter) => !anew || chapter.actId === actId)
  const before = scope.filter(({ place }) => place < at)
  const previous = before.findLast(({ number }) => number > 0)
  const last = before.length === scope.length
  const number = 1 + (last && previous ? highest(scope.map((one) => one.number)) : (previous?.number ?? (before.every(isPrologue) ? 0 : before.length)))
  if (!scope.some((one) => one.number === number || one.title === numbered(number))) return numbered(number)
  for (let copy = 1; ; copy += 1) if (!chapters.some(({ title }) => title === plain(copy))) return plain(copy)
}

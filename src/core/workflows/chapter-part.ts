import { fail } from '@shared/fault'
import type { Locale } from '@shared/settings'
import { z } from 'zod'

const Place = z.union([z.number(), z.string().max(60)]).nullable().optional()
/** Which chapters a workflow asks for. As its arguments may say it: digits in a text are a number, nothing said is `from` 1 `to` the end, and so is `to` 0. */
export const ChapterPart = z.object({ from: Place, to: Place, /** Only chapters that have a text. */ written: z.boolean().optional() })
export type ChapterPart = z.output<typeof ChapterPart>

interface Numbered { number: number; path: string | null }
type Say = (zh: string, en: string) => string

/** The chapters from one number to another, both included, in the words and numbers of the window. CHAPTER_RANGE: the book has no such part, or `written` and nothing of it is. */
export function partOf<C extends Numbered>(chapters: readonly C[], { from, to, written = false }: ChapterPart, locale: Locale): C[] {
  const say: Say = (zh, en) => (locale === 'en' ? en : zh)
  const last = chapters.at(-1)?.number ?? 0
  const first = numberOf(from, 1)
  const end = numberOf(to, 0) === 0 ? last : numberOf(to, 0)
  if (last > 0) checkPart(first, end, last, say)
  const part = chapters.filter(({ number, path }) => number >= first && number <= end && (path !== null || !written))
  return written && part.length === 0 ? refuse(nothingWritten(chapters, first, end, say)) : part
}

const refuse = (message: string): never => fail('CHAPTER_RANGE', message)
const numberOf = (given: number | string | null | undefined, otherwise: number): number => (given === undefined || given === null || given === '' ? otherwise : Number(given))

function checkPart(from: number, to: number, last: number, say: Say): void {
  const outside = [from, to].find((one) => !Number.isInteger(one) || one < 1 || one > last)
  if (outside !== undefined && outside > last) refuse(say(`全书到第 ${last} 章为止，没有第 ${outside} 章。`, `The book ends with chapter ${last}; there is no chapter ${outside}.`))
  if (outside !== undefined) refuse(say(`没有第 ${outside} 章；可以选第 1 章到第 ${last} 章。`, `There is no chapter ${outside}; choose from 1 to ${last}.`))
  if (from > to) refuse(say(`从第 ${from} 章到第 ${to} 章是倒着的；可以选第 1 章到第 ${last} 章，小的在前。`, `From chapter ${from} to ${to} runs backwards; choose from 1 to ${last}, the smaller one first.`))
}

const MOST_NAMED = 30

function nothingWritten(chapters: readonly Numbered[], from: number, to: number, say: Say): string {
  const written = chapters.filter(({ path }) => path !== null).map(({ number }) => number)
  if (written.length === 0) return say('还没有一章写了正文。', 'No chapter has a text yet.')
  const which = `${written.slice(0, MOST_NAMED).join(say('、', ', '))}${written.length > MOST_NAMED ? '…' : ''}`
  return say(`第 ${from} 章到第 ${to} 章里没有写了正文的章。写了正文的是：第 ${which} 章。`, `No chapter from ${from} to ${to} has a text. These have one: ${which}.`)
}

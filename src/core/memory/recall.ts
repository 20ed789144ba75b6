import { keywordsOf } from './merge-page'
import type { Page } from './page-text'

export interface NamedPage { readonly name: string; readonly page: Page }
/** What an author's message brings to mind: a whole page, or one line that points to it. */
export type Recalled = { name: string; kind: 'body'; text: string } | { name: string; kind: 'pointer'; text: string }

const maxRecalled = 5
const stopWords: ReadonlySet<string> = new Set('the and for are but not you all any can had her was one our out has him his how its may new now old see two who did get let put say she too use that with this from they will would there their what about which when make like time just know take into your some could them than then look only come over also back after work first well even want because these give most'.split(' '))
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu
const words = /[\p{L}\p{M}]{3,}/gu

/** Words of three letters and more without stop words, and overlapping pairs of CJK characters (07 §4). */
export function tokensOf(text: string): Set<string> {
  const folded = text.normalize('NFC').toLowerCase()
  const found = new Set<string>()
  for (const [word] of folded.replace(cjk, ' ').matchAll(words)) if (!stopWords.has(word)) found.add(word)
  for (const [run] of folded.matchAll(cjk)) {
    const characters = [...run]
    for (let at = 0; at + 1 < characters.length; at += 1) found.add(`${characters[at] ?? ''}${characters[at + 1] ?? ''}`)
  }
  return found
}

/** Up to five pages that fit the message, names first, then pointers; pages stand in the order of their names. Pure. */
export function recall(message: string, pages: readonly NamedPage[]): Recalled[] {
  const said = tokensOf(message)
  if (said.size === 0) return []
  const named = pages.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((one) => ({ ...one, tokens: tokensOf(one.name.replace(/[._-]+/g, ' ')) }))
  const tooCommon = commonTokens(named.map((one) => one.tokens))
  const text = message.normalize('NFC').toLowerCase()
  const bodies: Recalled[] = []
  const pointers: Recalled[] = []
  for (const { name, page, tokens } of named) {
    const counting = [...tokens].filter((token) => !tooCommon.has(token))
    const hits = counting.filter((token) => said.has(token)).length
    if (hits >= 2 && hits * 2 >= counting.length) bodies.push({ name, kind: 'body', text: page.body.trim() })
    else if (pointsTo(page, said, text)) pointers.push({ name, kind: 'pointer', text: page.fields.get('description') ?? '' })
  }
  return [...bodies, ...pointers].slice(0, maxRecalled)
}

/** A token in more than max(3, n/10) names says nothing. */
function commonTokens(names: readonly ReadonlySet<string>[]): Set<string> {
  const counts = new Map<string, number>()
  for (const tokens of names) for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  const limit = Math.max(3, names.length / 10)
  return new Set([...counts].filter(([, count]) => count > limit).map(([token]) => token))
}

function pointsTo(page: Page, said: ReadonlySet<string>, message: string): boolean {
  const summary = [...tokensOf(page.fields.get('description') ?? '')].filter((token) => said.has(token)).length
  return summary >= 2 || keywordsOf(page).some((word) => saysKeyword(message, word.normalize('NFC').toLowerCase()))
}

/** A CJK keyword is found as it stands in the sentence; one of other letters as whole words. */
function saysKeyword(message: string, keyword: string): boolean {
  if (hasCjk.test(keyword)) return message.includes(keyword)
  const wanted = spaced(keyword)
  return wanted !== '  ' && spaced(message).includes(wanted)
}

const hasCjk = new RegExp(cjk.source, 'u')
const spaced = (text: string): string => ` ${text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '').join(' ')} `

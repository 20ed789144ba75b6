import type { Entry } from '@shared/session'
import { estimateText } from '../context/estimate'
import { neutralised } from '../../web/remote-text'
import { rolesIn, type ResultMessage } from '../conversation'

const RULE_TOKENS = 2_000
const DENIAL_TOKENS = 1_000
const LAST_WORDS = 4_000
/** A paragraph up to this length stays whole: a duty often lies in the sentence beside the word. */
const WHOLE_PARAGRAPH = 400

const DUTY = /\b(?:never|must|mustn['’]t|always|do not|don['’]t|may not|under no circumstances|make sure)\b|不要|不得|不准|不许|不可以|不能|禁止|切勿|切记|千万|绝不|决不|必须|务必|一定要|永远|别(?!的|人|处|说|名|墅|扭|致|离|样|针)/iu

/** What no summary may lose: the author's prohibitions and duties, and what the author refused, word for word (04 §7). */
export interface MustKeep { readonly rules: readonly string[]; readonly denials: readonly string[] }
export const NOTHING_KEPT: MustKeep = { rules: [], denials: [] }

/** Adds what stands in entries that are about to go. Over the limit the newest stay. */
export function mustKeep(before: MustKeep, entries: readonly Entry[]): MustKeep {
  const rules = rolesIn(entries, 'user').flatMap(({ message }) => dutiesIn(message.text))
  const denials = rolesIn(entries, 'toolResult').flatMap(({ message }) => denialOf(message))
  return { rules: newest(unique([...before.rules, ...rules]), RULE_TOKENS), denials: newest(unique([...before.denials, ...denials]), DENIAL_TOKENS) }
}

/** The paragraphs, or of a long one the sentences, that forbid or demand something. */
export function dutiesIn(text: string): string[] {
  return text.split(/\n+/).map((line) => line.trim()).filter((line) => DUTY.test(line)).flatMap((line) => (line.length <= WHOLE_PARAGRAPH ? [line] : sentences(line).filter((one) => DUTY.test(one))))
}

const sentences = (text: string): string[] => (text.match(/[^。！？!?…]*?(?:[。！？!?…]+["”』」’）)]*|\.(?=\s|$)|$)/gu) ?? []).map((one) => one.trim()).filter((one) => one !== '')

function denialOf(message: ResultMessage): string[] {
  if (message.result.status !== 'denied' || message.result.code !== 'DENIED_USER') return []
  return [`${message.tool}: ${message.result.content}`]
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

function newest(texts: readonly string[], limit: number): string[] {
  let left = limit
  const from = texts.findLastIndex((text) => { left -= estimateText(text); return left < 0 })
  return texts.slice(from + 1)
}

/** The message the present run answers, when it stands among what goes. */
export function lastWords(gone: readonly Entry[], kept: readonly Entry[]): string {
  if (rolesIn(kept, 'user').length > 0) return ''
  return rolesIn(gone, 'user').at(-1)?.message.text.slice(0, LAST_WORDS) ?? ''
}

/** What the model reads in place of all that went. */
export function summaryText(summary: string, kept: MustKeep, last: string, entries: number): string {
  const list = (title: string, texts: readonly string[]): string[] => (texts.length === 0 ? [] : [`# ${title}`, ...texts.map((text) => `- ${text}`), ''])
  return neutralised([
    `The conversation before this point was summarised by the app (${entries} entries). The original words are kept; RecallHistory shows them.`, '',
    '# Summary', summary, '',
    ...list("The author's own words that still hold", kept.rules),
    ...list('Refused by the author', kept.denials),
    ...(last === '' ? [] : ["# The author's message you are answering", last, '']),
  ].join('\n').trim())
}

import { isMessageKey, messages } from './i18n'
import type { Locale } from './settings'

/** What a workflow reports: plain JSON. */
export type Data = null | boolean | number | string | readonly Data[] | { readonly [name: string]: Data }
/** The author's words for names and single values; a name only the workflow knows is null. */
export interface Words { field(name: string): string | null; value(value: null | boolean | number | string, field: string): string }

type Fields = { readonly [name: string]: Data }
type Single = null | boolean | number | string
const isSingle = (value: Data): value is Single => value === null || typeof value !== 'object'
const isList = (value: Data): value is readonly Data[] => Array.isArray(value)
const isEmpty = (value: Data): boolean => (isList(value) ? value.length === 0 : !isSingle(value) && Object.keys(value).length === 0)
const LONG = 80

/** The words of one language. */
export function wordsIn(locale: Locale): Words {
  const lang = locale === 'en' ? 'en' : 'zh'
  return {
    field: (name) => { const key = `jobs.field.${name}`; return isMessageKey(key) ? messages[key][lang] : null },
    value: (value, field) => {
      if (typeof value === 'boolean') return messages[value ? 'common.yes' : 'common.no'][lang]
      if (value === null || value === '') return messages['common.none'][lang]
      const key = `jobs.value.${field}.${value}`
      return isMessageKey(key) ? messages[key][lang] : String(value)
    },
  }
}

/** Data as a Markdown list with its names, `depth` levels in. */
export function listText(data: Data, words: Words, depth = 0): string { return linesOf(data, '', words, depth).join('\n') }

/** A whole result as Markdown: a heading per part. */
export function markdownOf(data: Data, words: Words): string {
  if (isSingle(data) || isList(data)) return listText(data, words)
  return Object.entries(data).map(([name, value]) => {
    const label = words.field(name) ?? name
    if (!isSingle(value)) return `## ${label}\n\n${isEmpty(value) ? words.value(null, name) : listText(value, words)}`
    const text = words.value(value, name)
    return text.length > LONG || text.includes('\n') ? `## ${label}\n\n${text}` : `**${label}** ${text}`
  }).join('\n\n')
}

function linesOf(data: Data, field: string, words: Words, depth: number): string[] {
  const pad = '  '.repeat(depth)
  const single = (value: Single, name: string): string => words.value(value, name).replaceAll('\n', `\n${pad}  `)
  if (isSingle(data)) return [`${pad}- ${single(data, field)}`]
  if (isList(data)) return data.flatMap((one) => (isSingle(one) ? [`${pad}- ${single(one, field)}`] : asItem(linesOf(one, field, words, depth))))
  return Object.entries(data as Fields).flatMap(([name, value]) => {
    const label = words.field(name) ?? name
    if (isSingle(value) || isEmpty(value)) return [`${pad}- ${label}: ${single(isSingle(value) ? value : null, name)}`]
    return [`${pad}- ${label}`, ...linesOf(value, name, words, depth + 1)]
  })
}

/** The parts of one item of a list: its first line begins it, the others stand below. */
const asItem = (lines: readonly string[]): string[] => lines.map((line, at) => (at === 0 ? line : `  ${line.replaceAll('\n', '\n  ')}`))

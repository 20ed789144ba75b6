import { wordsIn, type Data } from '@shared/result-text'
import { currentLocale } from '../../i18n/text'

/** A result that is no text: what a workflow reports is kept as JSON. Null for anything else, words in brackets included. */
export function dataOf(result: string): Data | null {
  if (!/^\s*[[{]/.test(result)) return null
  try { return JSON.parse(result) as Data } catch { return null }
}

/** The author's word for a field; null for one only the workflow itself has a name for. */
export const fieldName = (name: string): string | null => wordsIn(currentLocale()).field(name)

/** A single value in words; "none" where there is nothing. */
export const valueText = (value: null | boolean | number | string, field: string): string => wordsIn(currentLocale()).value(value, field)

/** A failed job's error in parts: the code, the line of the script, and what was said; null where it has no code. */
export function errorParts(error: string): { code: string; line: number | null; said: string } | null {
  const found = /^([A-Z][A-Z0-9_]+): (?:line (\d+): )?(?:Error: )?([\s\S]*)$/.exec(error)
  return found ? { code: found[1] ?? '', line: found[2] === undefined ? null : Number(found[2]), said: (found[3] ?? '').trim() } : null
}

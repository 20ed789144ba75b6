import type { BriefTexts } from './brief-texts'

/** A text inside a list item: its later lines stay in the item. */
export const inItem = (text: string): string => text.replaceAll('\n', '\n  ')

type FieldKey = keyof BriefTexts['fields']
/** `- Label: text`, or nothing for an empty text. */
export const field = (texts: BriefTexts, key: FieldKey, text: string | null | undefined): string[] => (text === null || text === undefined || text === '' ? [] : [`- ${texts.fields[key]}${texts.colon}${inItem(text)}`])

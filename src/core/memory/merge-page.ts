import { fail } from '@shared/fault'
import { formatPage, isKnownKey, parsePage, type Page } from './page-text'

export const PAGE_TYPES = ['user', 'project', 'procedural', 'reference'] as const
export const maxPageBytes = 32_768
const maxDescription = 200

/** What a writer gives beside the text. A missing field is kept, an empty one removed (07 §4). */
export interface PageFields { readonly description?: string | undefined; readonly type?: string | undefined; readonly keywords?: string | undefined; readonly related?: string | undefined }
/** What the engine itself writes into every page. */
export interface PageStamp { readonly today: string; readonly task: string }

const controls = /[\p{Cc}\u2028\u2029]+/gu
const oneLine = (value: string): string => value.replace(controls, ' ').trim()
const plainWord = /^[a-z]+(?:[_-][a-z]+)*$/

/**
 * The new text of a page, low to high: what is on disk, the fence in `text`, the parameters; `created`, `updated` and
 * `source_task` are the engine's. Pure. MEMORY_EMPTY, MEMORY_TOO_LARGE, ARGS_INVALID.
 */
export function mergePage(disk: string | null, text: string, given: PageFields, stamp: PageStamp): string {
  const old: Page = disk === null ? { fields: new Map(), body: '' } : parsePage(disk)
  const sent = asSent(text, old)
  const fields = new Map(old.fields)
  for (const [key, value] of sent.fields) fields.set(key, oneLine(value))
  for (const [key, value] of Object.entries(given)) if (typeof value === 'string') fields.set(key, oneLine(value))
  checkFields(fields)
  fields.set('created', old.fields.get('created') ?? stamp.today)
  fields.set('updated', stamp.today)
  fields.set('source_task', stamp.task)
  const body = sent.body.trim() === '' ? old.body : sent.body
  if (body.trim() === '') fail('MEMORY_EMPTY', 'a new page needs a text.', { fix: 'Write in text what should be remembered.' })
  const page = formatPage({ fields, body })
  const bytes = Buffer.byteLength(page)
  if (bytes > maxPageBytes) fail('MEMORY_TOO_LARGE', `the page would have ${bytes} bytes; at most ${maxPageBytes} are allowed.`, { actual: String(bytes), expected: `at most ${maxPageBytes}`, fix: 'Shorten it, or split it into several pages.' })
  return page
}

/** A fence in the text counts only if every key of it is known, on disk, or a plain lower-case word; else it is text. */
function asSent(text: string, old: Page): Page {
  const sent = parsePage(text)
  const counts = [...sent.fields.keys()].every((key) => isKnownKey(key) || old.fields.has(key) || plainWord.test(key))
  return counts ? sent : { fields: new Map(), body: text }
}

function checkFields(fields: ReadonlyMap<string, string>): void {
  const description = fields.get('description') ?? ''
  const length = [...description].length
  if (length > maxDescription) fail('ARGS_INVALID', `/description: actual ${length} characters; expected at most ${maxDescription}.`, { actual: String(length), expected: String(maxDescription) })
  const type = fields.get('type') ?? ''
  if (type !== '' && !PAGE_TYPES.some((one) => one === type)) fail('ARGS_INVALID', `/type: actual "${type}"; expected one of ${PAGE_TYPES.join(', ')}, or empty.`, { actual: type, expected: PAGE_TYPES.join(', ') })
}

/** The keywords of a page, split at Chinese and other commas. */
export const keywordsOf = (page: Page): string[] => (page.fields.get('keywords') ?? '').split(/[,，]/).map((word) => word.trim()).filter((word) => word !== '')

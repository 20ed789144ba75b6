/** A memory page (07 §4): front matter as plain `key: value` lines in order, and the text below. */
export interface Page { readonly fields: ReadonlyMap<string, string>; readonly body: string }

/** Written in this order; what else a page holds follows, sorted. */
export const KNOWN_KEYS = ['description', 'type', 'keywords', 'related', 'created', 'updated', 'source_task'] as const
const known: ReadonlySet<string> = new Set(KNOWN_KEYS)
export const isKnownKey = (key: string): boolean => known.has(key)

const fieldLine = /^([^\s:][^:]*?)[ \t]*:[ \t]*(.*)$/

/** No YAML: `---`, `key: value` lines, `---`. An unclosed fence, or a line without a key, makes everything the body. Never throws. */
export function parsePage(text: string): Page {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const whole: Page = { fields: new Map(), body: text.replace(/^\uFEFF/, '') }
  if (lines[0]?.trimEnd() !== '---') return whole
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---')
  if (end < 0) return whole
  const fields = new Map<string, string>()
  for (const line of lines.slice(1, end)) {
    const found = fieldLine.exec(line)
    if (found === null) return whole
    fields.set(found[1] ?? '', (found[2] ?? '').trim())
  }
  const body = lines.slice(end + 1)
  if (body[0] === '') body.shift()
  return { fields, body: body.join('\n') }
}

/** The text of a page: known keys in their order, then the others sorted; empty ones are left out. Ends with a newline. */
export function formatPage({ fields, body }: Page): string {
  const others = [...fields.keys()].filter((key) => !known.has(key)).sort()
  const lines = [...KNOWN_KEYS, ...others].flatMap((key) => {
    const value = fields.get(key) ?? ''
    return value === '' ? [] : [`${key}: ${value}`]
  })
  const text = body.endsWith('\n') || body === '' ? body : `${body}\n`
  return lines.length === 0 ? text : `---\n${lines.join('\n')}\n---\n${text === '' ? '' : `\n${text}`}`
}

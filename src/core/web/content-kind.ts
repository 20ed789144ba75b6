/** What a page's type says about it: HTML that becomes Markdown, text as it is, or nothing we read (07 §2). */
export interface ContentKind { readonly kind: 'html' | 'text' | 'other' | 'unknown'; readonly type: string; readonly charset: string | null }

const textTypes = /^(text\/.+|application\/(json|xml|javascript|x-javascript|ecmascript|yaml|x-yaml|toml|sql|x-sql|graphql|x-sh|x-httpd-php|x-php)|.+\+(json|xml))$/
const htmlTypes = /^(text\/html|application\/xhtml\+xml)$/

/** Judged before the body is read. A missing header is `unknown`: the body then decides. */
export function contentKind(header: string | null): ContentKind {
  const [first = '', ...rest] = (header ?? '').split(';')
  const type = first.trim().toLowerCase()
  const charset = rest.map((part) => /^\s*charset\s*=\s*"?\s*([\w:.-]{1,40})/i.exec(part)?.[1]?.toLowerCase()).find((one) => one !== undefined) ?? null
  if (type === '') return { kind: 'unknown', type, charset }
  return { kind: htmlTypes.test(type) ? 'html' : textTypes.test(type) ? 'text' : 'other', type, charset }
}

import { parseDocument, stringify } from 'yaml'
import { fail } from '@shared/fault'
import { splitFrontMatter } from '../project/front-matter'

/** The front matter of a new node; keys in the order given. */
export const frontMatterOf = (data: Record<string, unknown>): string => `---\n${stringify(data, { lineWidth: 0 })}---\n\n`

const closing = /^(---|\.\.\.)[ \t]*\r?\n?(?:[ \t]*\r?\n)?$/m

/**
 * A whole file with one top-level key of its front matter set; every other line keeps its bytes, unknown keys and comments
 * stay (02 §2). FRONT_MATTER_BROKEN with the line: nothing is rewritten then.
 */
export function setKey(whole: string, key: string, value: string, shown: string): string {
  const parts = splitFrontMatter(whole)
  if (parts.broken !== null) fail('FRONT_MATTER_BROKEN', `${shown}: the lines between --- cannot be read (${parts.broken}).`, { actual: shown })
  const eol = whole.includes('\r\n') ? '\r\n' : '\n'
  if (parts.frontMatter === '') return `---${eol}${key}: ${scalar(value)}${eol}---${eol}${eol}${whole}`
  const line = `${key}: ${scalar(value)}`
  const present = new RegExp(`^${key}[ \\t]*:[^\\r\\n]*$`, 'm')
  const edited = present.test(parts.frontMatter) ? parts.frontMatter.replace(present, () => line) : insertLast(parts.frontMatter, line + eol)
  const after = splitFrontMatter(edited + parts.text)
  const wanted = { ...parts.data, [key]: value }
  if (after.text === parts.text && JSON.stringify(after.data) === JSON.stringify(wanted)) return edited + parts.text
  return rewritten(parts.frontMatter, key, value) + parts.text
}

const scalar = (value: string): string => stringify(value, { lineWidth: 0 }).trimEnd()

function insertLast(frontMatter: string, line: string): string {
  const body = frontMatter.indexOf('\n') + 1
  const end = closing.exec(frontMatter.slice(body))
  return end === null ? frontMatter : frontMatter.slice(0, body + end.index) + line + frontMatter.slice(body + end.index)
}

/** For values that span lines: the document is written anew, comments and order kept. */
function rewritten(frontMatter: string, key: string, value: string): string {
  const body = frontMatter.indexOf('\n') + 1
  const end = closing.exec(frontMatter.slice(body))
  const document = parseDocument(frontMatter.slice(body, body + (end?.index ?? 0)))
  document.set(key, value)
  return frontMatter.slice(0, body) + document.toString({ lineWidth: 0 }) + frontMatter.slice(body + (end?.index ?? 0))
}

import { parseDocument } from 'yaml'

/** A file in two: `frontMatter + text` is the file again. `line` of what is wrong counts from 1. */
export interface FrontMatter { frontMatter: string; text: string; data: Record<string, unknown>; broken: string | null }

const block = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)(?:[ \t]*\r?\n)?/m

/**
 * Front matter apart from the text (02 §2). A `---` at the top that does not open a YAML mapping is a scene break, so all is
 * text. Broken YAML: all is text, and `broken` names the line.
 */
export function splitFrontMatter(whole: string): FrontMatter {
  const plain: FrontMatter = { frontMatter: '', text: whole, data: {}, broken: null }
  // The pattern would be tried at every line of a chapter.
  if (!whole.startsWith('---') && !whole.startsWith('\uFEFF---')) return plain
  const found = block.exec(whole)
  if (found === null || found.index !== 0) return plain
  const inner = found[1] ?? ''
  const document = parseDocument(inner)
  const error = document.errors[0]
  if (error !== undefined) return looksMeant(inner) ? { ...plain, broken: `line ${(error.linePos?.[0].line ?? 1) + 1}: ${error.message.split('\n')[0] ?? ''}` } : plain
  const data: unknown = inner.trim() === '' ? {} : document.toJS()
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return plain
  return { frontMatter: found[0], text: whole.slice(found[0].length), data: data as Record<string, unknown>, broken: null }
}

/** Whether a block that is no YAML was meant to be some: its first line starts like a key. */
const looksMeant = (inner: string): boolean => /^[A-Za-z][\w-]*[ \t]*:/.test(inner.trimStart())

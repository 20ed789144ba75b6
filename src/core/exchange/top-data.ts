import { splitFrontMatter } from '../project/front-matter'

/** What stands above a Markdown text that comes in. `frontMatter + text` is the file; `others`: keys that the app itself does not write there. */
export interface TopData { frontMatter: string; text: string; title: string | null; type: 'volume' | 'chapter' | null; others: string[] }

/** Beside the title. */
const ourKeys: ReadonlySet<string> = new Set(['type', 'chapter'])

export function topDataOf(whole: string): TopData {
  const { frontMatter, text, data } = splitFrontMatter(whole)
  const { title, type: written } = data
  const type = written === 'volume' || written === 'chapter' ? written : null
  const named = typeof title === 'string' || typeof title === 'number' ? [...String(title).replace(/\s+/g, ' ').trim()].slice(0, 120).join('') : ''
  return { frontMatter, text, title: named === '' ? null : named, type, others: Object.keys(data).filter((key) => key !== 'title' && (type === null || !ourKeys.has(key))) }
}

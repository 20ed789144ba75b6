import { setKey } from '../manuscript/front-matter-edit'
import { splitFrontMatter } from '../project/front-matter'

const inManuscript = /^(?:workspace\/[^/]+\/)?manuscript\//

/**
 * A whole new text for the prose of a chapter. Models leave the lines between `---` away, and the chapter would lose its prose
 * (02 §2): a text that names no chapter goes on naming the one its file names (ADR 0019). Anything else stays as given.
 */
export function keepChapter(shown: string, old: string, text: string): string {
  if (!inManuscript.test(shown)) return text
  const before = splitFrontMatter(old)
  const chapter = before.data['chapter']
  if (typeof chapter !== 'string') return text
  const now = splitFrontMatter(text)
  if (now.broken !== null || 'chapter' in now.data) return text
  if (now.frontMatter !== '') return setKey(text, 'chapter', chapter, shown)
  const head = text.includes('\r\n') ? before.frontMatter : before.frontMatter.replaceAll('\r\n', '\n')
  return head + text
}

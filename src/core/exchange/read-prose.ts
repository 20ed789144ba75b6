import { isFault } from '@shared/fault'
import { proseLines, type ProseLine } from '@shared/prose-lines'
import { countWords } from '@shared/word-count'
import type { WordCount } from '@shared/word-count'
import { splitFrontMatter } from '../project/front-matter'
import { decodeText } from '../project/text-file'
import type { ProjectFiles, Reading } from '../project/types'
import { decodeText as decodeAs } from './decode'
import { detectEncoding } from './detect-encoding'

/** A chapter's accepted text. `recounted`: of a text in another encoding, whose count the manuscript cannot know. */
export interface ProseOfChapter { lines: ProseLine[]; unreadable: string[]; recounted: WordCount | null }

/** Reads the texts of a chapter from their files, one after the other. What cannot be read is named, and the rest still comes. */
export async function readProse(files: ProjectFiles, reading: Reading, paths: readonly string[]): Promise<ProseOfChapter> {
  const read: ProseOfChapter = { lines: [], unreadable: [], recounted: null }
  const texts: string[] = []
  let foreign = false
  for (const path of paths) {
    try {
      const { bytes } = await reading.bytes(await files.authorize(path, { use: 'read' }))
      const { whole, utf8 } = textOf(bytes, path)
      foreign ||= !utf8
      texts.push(splitFrontMatter(whole).text)
    } catch (error) {
      if (!isFault(error)) throw error
      read.unreadable.push(path)
    }
  }
  const counts = foreign ? texts.map(countWords) : null
  const sum = (of: (count: WordCount) => number) => (counts ?? []).reduce((total, count) => total + of(count), 0)
  return { ...read, lines: texts.flatMap(proseLines), recounted: counts === null ? null : { words: sum((count) => count.words), withPunctuation: sum((count) => count.withPunctuation) } }
}

/** Whether a text is there and says what it is: `gone`, or `unreadable` where its bytes or the data at its top make no sense or nothing is left of it. */
export async function stateOfText(files: ProjectFiles, reading: Reading, path: string): Promise<'fine' | 'gone' | 'unreadable'> {
  try {
    const { bytes } = await reading.bytes(await files.authorize(path, { use: 'read' }))
    const { whole } = textOf(bytes, path)
    return whole.trim() === '' || splitFrontMatter(whole).broken !== null ? 'unreadable' : 'fine'
  } catch (error) {
    if (!isFault(error)) throw error
    return error.fault.code === 'NOT_FOUND' ? 'gone' : 'unreadable'
  }
}

/** UTF-8 as everywhere in the project; a file put there in another encoding is read like an import, unless a byte of it makes no sense. */
function textOf(bytes: Buffer, path: string): { whole: string; utf8: boolean } {
  try {
    return { whole: decodeText(bytes, path).text, utf8: true }
  } catch (error) {
    if (!isFault(error) || error.fault.code !== 'NOT_UTF8') throw error
    const decoded = decodeAs(bytes, detectEncoding(bytes).encoding)
    if (decoded.invalid > 0) throw error
    return { whole: decoded.text, utf8: false }
  }
}

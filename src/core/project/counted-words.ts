import { countWords, type WordCount } from '@shared/word-count'

/** So many contents are remembered: more than any novel has chapters. */
const most = 4_096
const counted = new Map<string, WordCount>()

/** 字数 of the text of a file, counted once per content: the list of chapters and the history ask for the same one after the other. `fileHash`: of the whole file; `text`: what `splitFrontMatter` leaves of it. */
export function wordsOfFile(fileHash: string, text: string): WordCount {
  const known = counted.get(fileHash)
  if (known !== undefined) return known
  const count = countWords(text)
  if (counted.size >= most) counted.clear()
  counted.set(fileHash, count)
  return count
}

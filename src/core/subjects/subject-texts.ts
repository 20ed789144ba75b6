import { eventLines, memoryLines, type SubjectMemory } from './subject-lines'
import type { SubjectSource } from './subject-path'
import type { FoundText, SubjectText } from './types'

/** The most characters of a memory that get one vector. */
const longestChunk = 1_200
const longestHead = 300

/** What a search of a source goes through, in the order of its lines. JSONL_INVALID. */
export function searchedTexts(source: SubjectSource, file: SubjectText | null, shown: string): FoundText[] {
  if (file === null) return []
  return source === 'events' ? eventLines(file.text, shown).map(({ value }) => value) : memoryLines(file.text, shown).flatMap(({ value }) => chunks(value))
}

/** A memory in pieces that name their topic. */
function chunks({ topic, aliases = [], view }: SubjectMemory): FoundText[] {
  const names = [...(aliases.length === 0 ? topic : `${topic} (${aliases.join(', ')})`)]
  const head = `${names.slice(0, longestHead).join('')}: `
  return pieces([...view], longestChunk - [...head].length).map((piece) => ({ text: head + piece }))
}

/** Cut behind a sentence where there is one in the second half. */
function pieces(characters: readonly string[], most: number): string[] {
  if (characters.length <= most) return [characters.join('')]
  const part = characters.slice(0, most)
  const end = part.findLastIndex((one) => /[。！？!?\n.]/.test(one)) + 1
  const cut = end > most / 2 ? end : most
  return [part.slice(0, cut).join(''), ...pieces(characters.slice(cut), most)]
}

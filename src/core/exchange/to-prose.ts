/**
 * A stretch of an imported text as the prose of a chapter file: each line a paragraph, its indent and trailing space gone,
 * one blank line between, LF, a final LF. Only white space changes (`provesProse`).
 */
export function toProse(segmentText: string): string {
  const paragraphs: string[] = []
  for (const line of segmentText.split(/\r\n|\n|\r|\u2028|\u2029/)) {
    const paragraph = line.trim()
    if (paragraph !== '') paragraphs.push(paragraph)
  }
  return paragraphs.length === 0 ? '' : `${paragraphs.join('\n\n')}\n`
}

/** Whether the prose holds exactly the signs of its source other than white space, in order. */
export function provesProse(segmentText: string, prose: string): boolean {
  return segmentText.replace(/\s+/g, '') === prose.replace(/\s+/g, '')
}

import { structuredPatch } from 'diff'

export interface FileDiff { added: number; removed: number; text: string }

/** Beyond so many edits the whole text is shown as replaced: a count, not a clock, so that the same change has the same hash. */
const MAX_EDITS = 5_000

/** Unified, 3 lines of context, `--- a/<path>`, `+++ b/<path>` (06 §4). */
export function unifiedDiff(path: string, before: string | null, after: string): FileDiff {
  const patch = structuredPatch(`a/${path}`, `b/${path}`, before ?? '', after, undefined, undefined, { context: 3, maxEditLength: MAX_EDITS })
  const hunks = patch?.hunks ?? [replacedWhole(before ?? '', after)]
  const lines = hunks.flatMap((hunk) => [`@@ -${span(hunk.oldStart, hunk.oldLines)} +${span(hunk.newStart, hunk.newLines)} @@`, ...hunk.lines])
  const count = (mark: string): number => hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.startsWith(mark)).length, 0)
  const head = [`--- ${before === null ? '/dev/null' : `a/${path}`}`, `+++ b/${path}`]
  return { added: count('+'), removed: count('-'), text: [...head, ...lines].join('\n') }
}

/** An empty side starts before its first line, as diff and patch have it. */
const span = (start: number, lines: number): string => `${lines === 0 ? start - 1 : start},${lines}`

function replacedWhole(before: string, after: string) {
  const old = linesOf(before)
  const now = linesOf(after)
  return { oldStart: 1, oldLines: old.length, newStart: 1, newLines: now.length, lines: [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)] }
}

function linesOf(text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

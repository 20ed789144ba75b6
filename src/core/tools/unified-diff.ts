import { structuredPatch, type StructuredPatchHunk } from 'diff'

export interface FileDiff { added: number; removed: number; text: string }

/** Beyond so many edits the whole text is shown as replaced: a count, not a clock, so that the same change has the same hash. */
const MAX_EDITS = 5_000
const CONTEXT = 3
/** A power of two. */
const BLOCK = 1_024

/** Unified, 3 lines of context, `--- a/<path>`, `+++ b/<path>` (06 §4). */
export function unifiedDiff(path: string, before: string | null, after: string): FileDiff {
  const part = changedPart(before ?? '', after)
  const hunks = (oneLine(part) ?? structuredPatch(`a/${path}`, `b/${path}`, part.before, part.after, undefined, undefined, { context: CONTEXT, maxEditLength: MAX_EDITS })?.hunks)
    ?.map((hunk) => ({ ...hunk, oldStart: hunk.oldStart + part.above, newStart: hunk.newStart + part.above })) ?? [replacedWhole(before ?? '', after)]
  const lines = hunks.flatMap((hunk) => [`@@ -${span(hunk.oldStart, hunk.oldLines)} +${span(hunk.newStart, hunk.newLines)} @@`, ...hunk.lines])
  const count = (mark: string): number => hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.startsWith(mark)).length, 0)
  const head = [`--- ${before === null ? '/dev/null' : `a/${path}`}`, `+++ b/${path}`]
  return { added: count('+'), removed: count('-'), text: [...head, ...lines].join('\n') }
}

interface Part { before: string; after: string; above: number }

/** One line that became another, as in most changes: seen without comparing lines with each other. Null: more than that, or the end of a text that ends without a newline. */
function oneLine({ before, after }: Part): Pick<StructuredPatchHunk, 'oldStart' | 'oldLines' | 'newStart' | 'newLines' | 'lines'>[] | null {
  if (!before.endsWith('\n') || !after.endsWith('\n')) return null
  const [old, now] = [linesOf(before), linesOf(after)]
  const at = old.findIndex((line, n) => line !== now[n])
  if (at < 0 || old.length !== now.length || old.some((line, n) => n > at && line !== now[n])) return null
  const from = Math.max(0, at - CONTEXT)
  const to = Math.min(old.length, at + 1 + CONTEXT)
  const lines = [...old.slice(from, at).map((line) => ` ${line}`), `-${old[at] ?? ''}`, `+${now[at] ?? ''}`, ...old.slice(at + 1, to).map((line) => ` ${line}`)]
  return [{ oldStart: from + 1, oldLines: to - from, newStart: from + 1, newLines: to - from, lines }]
}

/** Both texts without the lines above and below that they share, but for the context: comparing a whole chapter costs as much as all else of a change. */
function changedPart(before: string, after: string): Part {
  const most = Math.min(before.length, after.length)
  const head = sameLength(most, (from, to) => before.slice(from, to) === after.slice(from, to))
  const tail = sameLength(most - head, (from, to) => before.slice(before.length - to, before.length - from) === after.slice(after.length - to, after.length - from))
  const start = linesUp(before, head)
  const end = linesDown(before, before.length - tail)
  return { before: before.slice(start, end), after: after.slice(start, after.length - (before.length - end)), above: newlines(before, start) }
}

/** How far two texts are the same, of at most `most` characters: by blocks, for one comparison of many costs less than many of one. */
function sameLength(most: number, same: (from: number, to: number) => boolean): number {
  let length = 0
  for (let block = BLOCK; block >= 1; block /= 2) while (length + block <= most && same(length, length + block)) length += block
  return length
}

function newlines(text: string, upTo: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < upTo; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** Where the line of a place begins, and as many above it as the context shows. */
function linesUp(text: string, at: number): number {
  let start = text.slice(0, at).lastIndexOf('\n') + 1
  for (let n = 0; n < CONTEXT && start > 0; n += 1) start = text.slice(0, start - 1).lastIndexOf('\n') + 1
  return start
}

/** Where a line begins below a place, and as many below that as the context shows. */
function linesDown(text: string, at: number): number {
  let end = at
  for (let n = 0; n <= CONTEXT; n += 1) {
    const next = text.indexOf('\n', end)
    if (next < 0) return text.length
    end = next + 1
  }
  return end
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

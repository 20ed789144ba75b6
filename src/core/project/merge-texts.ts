import { diff3Merge } from 'node-diff3'

/** Lines both agree on (`theirs` null), or what each has where both changed the same. */
export interface MergePart { lines: string[]; theirs: string[] | null }

/** Three-way merge by lines (a paragraph is one). Without a base all is one place that both changed. */
export function mergeParts(mine: string, base: string | null, theirs: string): MergePart[] {
  if (mine === theirs) return [{ lines: mine.split('\n'), theirs: null }]
  if (base === null) return [{ lines: mine.split('\n'), theirs: theirs.split('\n') }]
  const parts = diff3Merge(mine.split('\n'), base.split('\n'), theirs.split('\n'), { excludeFalseConflicts: true })
    .flatMap(({ ok, conflict }): MergePart[] => (conflict === undefined ? [{ lines: ok ?? [], theirs: null }] : lineByLine(conflict.a, conflict.o, conflict.b)))
  return joined(parts)
}

/** Neighbouring paragraphs that each side changed alone are no conflict: with as many lines on every side, each line is looked at by itself. */
function lineByLine(mine: string[], base: readonly string[], theirs: string[]): MergePart[] {
  if (mine.length !== base.length || theirs.length !== base.length) return [{ lines: mine, theirs }]
  return base.map((line, at) => {
    const [a, b] = [mine[at] ?? '', theirs[at] ?? '']
    return a === b || b === line ? { lines: [a], theirs: null } : a === line ? { lines: [b], theirs: null } : { lines: [a], theirs: [b] }
  })
}

/** Parts of one kind that follow each other as one. */
function joined(parts: readonly MergePart[]): MergePart[] {
  const out: MergePart[] = []
  for (const part of parts) {
    const last = out.at(-1)
    if (last !== undefined && (last.theirs === null) === (part.theirs === null)) out[out.length - 1] = { lines: [...last.lines, ...part.lines], theirs: last.theirs === null || part.theirs === null ? null : [...last.theirs, ...part.theirs] }
    else out.push(part)
  }
  return out
}

/** The merged text; null where both changed the same. */
export const mergedText = (parts: readonly MergePart[]): string | null => (parts.some((part) => part.theirs !== null) ? null : parts.flatMap((part) => part.lines).join('\n'))

/** The same as one text: where both changed the same, both stand, marked. */
export function mergeTexts(mine: string, base: string | null, theirs: string): { merged: string; conflicts: number } {
  const parts = mergeParts(mine, base, theirs)
  const lines = parts.flatMap((part) => (part.theirs === null ? part.lines : ['<<<<<<<', ...part.lines, '=======', ...part.theirs, '>>>>>>>']))
  return { merged: lines.join('\n'), conflicts: parts.filter((part) => part.theirs !== null).length }
}

import { diff3Merge } from 'node-diff3'

/** Three-way merge by lines (a paragraph is one). Where both changed the same, both stand, marked. */
export function mergeTexts(mine: string, base: string | null, theirs: string): { merged: string; conflicts: number } {
  if (mine === theirs) return { merged: mine, conflicts: 0 }
  if (base === null) return { merged: marked(mine.split('\n'), theirs.split('\n')).join('\n'), conflicts: 1 }
  const lines: string[] = []
  let conflicts = 0
  for (const part of diff3Merge(mine.split('\n'), base.split('\n'), theirs.split('\n'), { excludeFalseConflicts: true })) {
    if (part.ok !== undefined) lines.push(...part.ok)
    if (part.conflict !== undefined) {
      conflicts += 1
      lines.push(...marked(part.conflict.a, part.conflict.b))
    }
  }
  return { merged: lines.join('\n'), conflicts }
}

const marked = (mine: readonly string[], theirs: readonly string[]): string[] => ['<<<<<<<', ...mine, '=======', ...theirs, '>>>>>>>']

import type { ToolListRow } from '@shared/procedures/tools'

/** Latin words of three letters or more, and every pair of Han characters. */
function piecesOf(text: string): Set<string> {
  const latin = text.toLowerCase().split(/[^a-z0-9]+/).filter((word) => word.length >= 3)
  const han = [...text.matchAll(/\p{Script=Han}+/gu)].flatMap(([run]) => Array.from(run).slice(1).map((char, at) => `${Array.from(run)[at] ?? ''}${char}`))
  return new Set([...latin, ...han])
}

/** Tools whose name or what they do shares words with the gap; the author's own first, the closest first. */
export function similarTools(gap: string, rows: readonly ToolListRow[], does: (name: string) => string): ToolListRow[] {
  const wanted = piecesOf(gap)
  const scored = rows.filter((row) => row.pack !== null).map((row) => ({ row, score: [...piecesOf(`${row.name.replaceAll('_', ' ')} ${does(row.name)}`)].filter((piece) => wanted.has(piece)).length }))
  return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || Number(b.row.pack === 'ext') - Number(a.row.pack === 'ext')).slice(0, 6).map(({ row }) => row)
}

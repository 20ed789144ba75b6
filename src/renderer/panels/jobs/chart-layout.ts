import type { ChartEdge, ChartNode } from '@shared/workflow'

export interface Placed { readonly node: ChartNode; readonly x: number; readonly y: number }
export interface Line { readonly from: string; readonly to: string; readonly label: string; readonly path: string; readonly x: number; readonly y: number }
export interface Layout { readonly nodes: readonly Placed[]; readonly lines: readonly Line[]; readonly width: number; readonly height: number }

export const box = { width: 168, height: 52 } as const
const gap = { x: 28, y: 44 } as const
const margin = 20

/** The row of each box: one below everything that leads to it; a way back up (a loop) does not push it down. */
function rowsOf(nodes: readonly ChartNode[], edges: readonly ChartEdge[]): Map<string, number> {
  const order = new Map(nodes.map((node, at) => [node.id, at]))
  const into = new Map<string, string[]>()
  for (const { from, to } of edges) if (order.has(from) && order.has(to) && from !== to) into.set(to, [...(into.get(to) ?? []), from])
  const rows = new Map<string, number>()
  const open = new Set<string>()
  const rowOf = (id: string): number => {
    const known = rows.get(id)
    if (known !== undefined) return known
    open.add(id)
    // Boxes are drawn in the order things happen: what comes later cannot lead here except by going back.
    const above = (into.get(id) ?? []).filter((from) => !open.has(from) && (order.get(from) ?? 0) < (order.get(id) ?? 0))
    const row = above.reduce((most, from) => Math.max(most, rowOf(from) + 1), 0)
    open.delete(id)
    rows.set(id, row)
    return row
  }
  // Without any line the boxes follow each other.
  nodes.forEach((node, at) => { if (edges.length === 0) rows.set(node.id, at); else rowOf(node.id) })
  return rows
}

const middle = ({ x }: Placed): number => x + box.width / 2

/** Down from box to box; a way back goes round at the right. */
function lineOf(edge: ChartEdge, from: Placed, to: Placed, right: number): Line {
  if (to.y > from.y) {
    const [x1, y1, x2, y2] = [middle(from), from.y + box.height, middle(to), to.y]
    const bend = (y1 + y2) / 2
    return { ...edge, path: `M ${x1} ${y1} C ${x1} ${bend}, ${x2} ${bend}, ${x2} ${y2}`, x: (x1 + x2) / 2, y: bend }
  }
  const [x1, y1, x2, y2] = [from.x + box.width, from.y + box.height / 2, to.x + box.width, to.y + box.height / 2]
  return { ...edge, path: `M ${x1} ${y1} C ${right} ${y1}, ${right} ${y2}, ${x2} ${y2}`, x: right - 8, y: (y1 + y2) / 2 }
}

/** Places every box and line of a chart, rows from the top; always the same for the same chart. */
export function layoutChart(nodes: readonly ChartNode[], edges: readonly ChartEdge[]): Layout {
  const rows = rowsOf(nodes, edges)
  const grouped = new Map<number, ChartNode[]>()
  for (const node of nodes) grouped.set(rows.get(node.id) ?? 0, [...(grouped.get(rows.get(node.id) ?? 0) ?? []), node])
  const widest = Math.max(1, ...[...grouped.values()].map((row) => row.length))
  const inner = widest * box.width + (widest - 1) * gap.x
  const back = edges.some(({ from, to }) => (rows.get(to) ?? 0) <= (rows.get(from) ?? 0))
  const width = inner + margin * 2 + (back ? 48 : 0)
  const placed = [...grouped].flatMap(([row, list]) => {
    const own = list.length * box.width + (list.length - 1) * gap.x
    return list.map((node, at): Placed => ({ node, x: margin + (inner - own) / 2 + at * (box.width + gap.x), y: margin + row * (box.height + gap.y) }))
  })
  const at = new Map(placed.map((one) => [one.node.id, one]))
  const lines = edges.flatMap((edge) => { const [from, to] = [at.get(edge.from), at.get(edge.to)]; return from && to && from !== to ? [lineOf(edge, from, to, margin + inner + 40)] : [] })
  return { nodes: placed, lines, width, height: margin * 2 + (Math.max(0, ...grouped.keys()) + 1) * (box.height + gap.y) - gap.y }
}

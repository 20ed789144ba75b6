import type { ChartEdge, ChartNode } from '@shared/workflow'

export interface Placed { readonly node: ChartNode; readonly x: number; readonly y: number }
export interface Line { readonly from: string; readonly to: string; readonly label: string; readonly path: string; readonly x: number; readonly y: number }
export interface Layout { readonly nodes: readonly Placed[]; readonly lines: readonly Line[]; readonly width: number; readonly height: number }

export const box = { width: 168, height: 52 } as const
const gap = { x: 28, y: 44 } as const
const margin = 20

/** The lines that lead back to a box on the way to them: loops, found by walking from the boxes nothing leads to, in the order they were drawn. */
function waysBack(nodes: readonly ChartNode[], out: ReadonlyMap<string, readonly string[]>): Set<string> {
  const back = new Set<string>()
  const state = new Map<string, 'open' | 'done'>()
  const walk = (start: string): void => {
    const way = [{ id: start, next: 0 }]
    state.set(start, 'open')
    for (let last = way.at(-1); last; last = way.at(-1)) {
      const to = out.get(last.id)?.[last.next]
      last.next += 1
      if (to === undefined) { state.set(last.id, 'done'); way.pop() } else if (state.get(to) === 'open') back.add(`${last.id}\n${to}`)
      else if (!state.has(to)) { state.set(to, 'open'); way.push({ id: to, next: 0 }) }
    }
  }
  const led = new Set([...out].flatMap(([from, targets]) => targets.filter((to) => to !== from)))
  for (const { id } of [...nodes.filter((one) => !led.has(one.id)), ...nodes]) if (!state.has(id)) walk(id)
  return back
}

/** The row of each box: one below everything that leads to it, whichever was drawn first; a way back up (a loop) does not push it down. */
function rowsOf(nodes: readonly ChartNode[], edges: readonly ChartEdge[]): Map<string, number> {
  // Without any line the boxes follow each other.
  if (edges.length === 0) return new Map(nodes.map((node, at) => [node.id, at]))
  const known = new Set(nodes.map((node) => node.id))
  const out = new Map<string, string[]>()
  for (const { from, to } of edges) if (known.has(from) && known.has(to) && from !== to) out.set(from, [...(out.get(from) ?? []), to])
  const back = waysBack(nodes, out)
  const into = new Map<string, string[]>()
  for (const [from, targets] of out) for (const to of targets) if (!back.has(`${from}\n${to}`)) into.set(to, [...(into.get(to) ?? []), from])
  const rows = new Map<string, number>()
  const rowOf = (id: string): number => {
    const row = rows.get(id) ?? (into.get(id) ?? []).reduce((most, from) => Math.max(most, rowOf(from) + 1), 0)
    rows.set(id, row)
    return row
  }
  for (const { id } of nodes) rowOf(id)
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

/** Where the first box of the topmost row stands. */
export function firstX({ nodes }: Pick<Layout, 'nodes'>): number {
  const top = Math.min(...nodes.map((one) => one.y))
  return Math.min(...nodes.filter((one) => one.y === top).map((one) => one.x))
}

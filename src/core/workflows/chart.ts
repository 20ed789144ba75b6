import { isOver, type JobStatus } from '@shared/job'
import type { ChartEdge, ChartNode, StepState, WorkflowPhase } from '@shared/workflow'
import { z } from 'zod'
import { needsRoom } from './activities'
import type { ActivityRow } from './journal'

const Node = z.object({ id: z.string().min(1).max(60), label: z.string().max(200) })
const Edge = z.object({ from: z.string(), to: z.string(), label: z.string().max(120) })
const At = z.object({ id: z.string() })
const Move = z.object({ from: z.string(), to: z.string() })
const Progress = z.object({ phase: z.string(), done: z.number().optional(), total: z.number().optional(), note: z.string().max(300).optional() })
const Line = z.object({ text: z.string() })

export interface Chart { nodes: ChartNode[]; edges: ChartEdge[] }

/** The chart that a script drew; of one that drew nothing, a box per piece of work of an assistant. */
export function chartOf(rows: readonly ActivityRow[], status: JobStatus): Chart {
  return rows.some((row) => row.kind === 'chart.node') ? drawn(rows, status) : derived(rows, status)
}

function drawn(rows: readonly ActivityRow[], status: JobStatus): Chart {
  const nodes = new Map<string, ChartNode>()
  const inside = new Map<string, number>()
  const edges: ChartEdge[] = []
  const step = (id: string, by: 1 | -1): void => {
    const now = Math.max(0, (inside.get(id) ?? 0) + by)
    inside.set(id, now)
    const node = nodes.get(id)
    if (node !== undefined) nodes.set(id, { ...node, state: now > 0 ? 'active' : 'done' })
  }
  for (const row of rows) {
    const args: unknown = row.note === 1 ? JSON.parse(row.args) : null
    switch (row.kind) {
      case 'chart.node': { const node = Node.safeParse(args).data; if (node !== undefined && !nodes.has(node.id)) nodes.set(node.id, { ...node, state: 'waiting', branch: row.branch, sessionId: null }); break }
      case 'chart.edge': { const edge = Edge.safeParse(args).data; if (edge !== undefined) edges.push(edge); break }
      case 'chart.enter': { const at = At.safeParse(args).data; if (at !== undefined) step(at.id, 1); break }
      case 'chart.leave': { const at = At.safeParse(args).data; if (at !== undefined) step(at.id, -1); break }
      case 'chart.move': { const move = Move.safeParse(args).data; if (move !== undefined) { step(move.from, -1); step(move.to, 1) } break }
      default: break
    }
  }
  return { nodes: [...nodes.values()].map((node) => ({ ...node, state: atEnd(node.state, status) })), edges: edges.filter((edge) => nodes.has(edge.from) && nodes.has(edge.to)) }
}

/** What was active when the run ended badly is where it failed. */
function atEnd(state: StepState, status: JobStatus): StepState {
  if (!isOver(status) || state !== 'active') return state
  return status === 'completed' ? 'done' : status === 'interrupted' ? 'active' : 'failed'
}

const isWorkOfAssistant = (row: ActivityRow): boolean => needsRoom(row.kind) || row.kind === 'session.invoke'
const Goal = z.object({ goal: z.string().optional(), title: z.string().optional(), profileKey: z.string().optional(), id: z.number().optional() })

function derived(rows: readonly ActivityRow[], status: JobStatus): Chart {
  const work = rows.filter(isWorkOfAssistant)
  const idOf = (row: ActivityRow): string => `a${row.n}`
  const nodes = work.map((row): ChartNode => {
    const { goal, title, profileKey, id } = Goal.parse(JSON.parse(row.args))
    const state: StepState = row.result === null ? 'active' : row.failed === 1 ? 'failed' : 'done'
    return { id: idOf(row), label: [...(title ?? goal ?? profileKey ?? `#${id ?? row.n}`)].slice(0, 60).join(''), state: atEnd(state, status), branch: row.branch, sessionId: row.sessionId ?? id ?? null }
  })
  const edges = work.flatMap((row, at): ChartEdge[] => {
    const before = work.slice(0, at).findLast((one) => row.branch === one.branch || row.branch.startsWith(`${one.branch}/`))
    return before === undefined ? [] : [{ from: idOf(before), to: idOf(row), label: '' }]
  })
  return { nodes, edges }
}

const STYLES = 'classDef waiting fill:#eee,stroke:#999\nclassDef active fill:#fe9,stroke:#b80\nclassDef done fill:#cec,stroke:#494\nclassDef failed fill:#ecc,stroke:#a33'

/** The chart as Mermaid text. */
export function mermaidOf({ nodes, edges }: Chart): string {
  const names = new Map(nodes.map((node, n) => [node.id, `n${n + 1}`]))
  const quoted = (text: string): string => `"${text.replace(/["\n<>]/g, ' ').trim()}"`
  return ['flowchart TD', ...nodes.map((node) => `${names.get(node.id)}[${quoted(node.label)}]:::${node.state}`),
    ...edges.map(({ from, to, label }) => `${names.get(from)} -->${label === '' ? '' : `|${quoted(label)}|`} ${names.get(to)}`), STYLES].join('\n')
}

const progressOf = (rows: readonly ActivityRow[]) => rows.flatMap((row) => (row.kind === 'progress' ? (Progress.safeParse(JSON.parse(row.args)).data ?? []) : []))

/** Phases with how far they are: the one named last is at work, those before it are done. */
export function phaseStates(rows: readonly ActivityRow[], phases: readonly WorkflowPhase[], status: JobStatus): (WorkflowPhase & { state: StepState })[] {
  const seen = progressOf(rows).map((one) => one.phase)
  return phases.map((phase) => ({ ...phase, state: atEnd(!seen.includes(phase.key) ? 'waiting' : seen.at(-1) === phase.key ? 'active' : 'done', status) }))
}

/** What it does now, in words; null before it said anything. */
export function stageOf(rows: readonly ActivityRow[], phases: readonly WorkflowPhase[]): string | null {
  const last = progressOf(rows).at(-1)
  if (last === undefined) return null
  const title = phases.find((phase) => phase.key === last.phase)?.title ?? last.phase
  const count = last.done === undefined || last.total === undefined ? [] : [`${last.done}/${last.total}`]
  return [title, ...count, ...(last.note === undefined ? [] : [last.note])].join(' · ')
}

export const logOf = (rows: readonly ActivityRow[]): { at: string; text: string }[] => rows.flatMap((row) => (row.kind === 'log' ? [{ at: row.at, text: Line.safeParse(JSON.parse(row.args)).data?.text ?? '' }] : []))

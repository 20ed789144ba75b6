import { isOver, type JobStatus } from '@shared/job'
import type { ChartEdge, ChartNode, StepState, WorkflowPhase } from '@shared/workflow'
import { z } from 'zod'
import { hasFailed, needsRoom } from './activities'
import type { ActivityRow } from './journal'

const Node = z.object({ id: z.string().min(1).max(60), label: z.string().max(200) })
const Edge = z.object({ from: z.string(), to: z.string(), label: z.string().max(120) })
const At = z.object({ id: z.string(), failed: z.boolean().optional() })
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
  /** Those who are in a box, each by the row that entered it. */
  const inside = new Map<string, ActivityRow[]>()
  const spoiled = new Set<string>()
  const edges: ChartEdge[] = []
  const step = (id: string, row: ActivityRow, by: 1 | -1): void => {
    const now = inside.get(id) ?? []
    const mine = now.findIndex((one) => one.branch === row.branch)
    // Entered anew after it did not work: what comes of it now counts.
    if (by === 1 && now.length === 0) spoiled.delete(id)
    if (by === 1) now.push(row)
    else now.splice(Math.max(mine, 0), 1)
    inside.set(id, now)
    const node = nodes.get(id)
    if (node !== undefined) nodes.set(id, { ...node, state: now.length > 0 ? 'active' : spoiled.has(id) ? 'failed' : 'done' })
  }
  for (const row of rows) {
    const args: unknown = row.note === 1 ? JSON.parse(row.args) : null
    switch (row.kind) {
      case 'chart.node': { const node = Node.safeParse(args).data; if (node !== undefined && !nodes.has(node.id)) nodes.set(node.id, { ...node, state: 'waiting', branch: row.branch, sessionId: null }); break }
      case 'chart.edge': { const edge = Edge.safeParse(args).data; if (edge !== undefined) edges.push(edge); break }
      case 'chart.enter': { const at = At.safeParse(args).data; if (at !== undefined) step(at.id, row, 1); break }
      case 'chart.leave': { const at = At.safeParse(args).data; if (at !== undefined) { if (at.failed === true) spoiled.add(at.id); step(at.id, row, -1) } break }
      case 'chart.move': { const move = Move.safeParse(args).data; if (move !== undefined) { step(move.from, row, -1); step(move.to, row, 1) } break }
      default: break
    }
  }
  const ended = (node: ChartNode): StepState => (atEnd(node.state, status) === 'stopped' && (inside.get(node.id) ?? []).every((entered) => isDoneSince(rows, entered)) ? 'done' : atEnd(node.state, status))
  return { nodes: [...nodes.values()].map((node) => ({ ...node, state: ended(node) })), edges: edges.filter((edge) => nodes.has(edge.from) && nodes.has(edge.to)) }
}

/** Whether all that was asked for in a box has come, though the script was not told any more. */
function isDoneSince(rows: readonly ActivityRow[], entered: ActivityRow): boolean {
  const work = rows.filter((row) => row.n > entered.n && row.branch === entered.branch && isWorkOfAssistant(row))
  return work.length > 0 && work.every((row) => row.result !== null && !hasFailed(row))
}

/** What was active when the run failed is where it failed; after a stop nothing is at work any more, and nothing is to come. */
function atEnd(state: StepState, status: JobStatus): StepState {
  if (!isOver(status)) return state
  if (state === 'waiting') return status === 'completed' ? 'unneeded' : 'unreached'
  if (state !== 'active') return state
  return status === 'completed' ? 'done' : status === 'failed' ? 'failed' : 'stopped'
}

const isWorkOfAssistant = (row: ActivityRow): boolean => needsRoom(row.kind) || row.kind === 'session.invoke'
const Goal = z.object({ goal: z.string().optional(), title: z.string().optional(), profileKey: z.string().optional(), id: z.number().optional() })

function derived(rows: readonly ActivityRow[], status: JobStatus): Chart {
  const work = rows.filter(isWorkOfAssistant)
  const idOf = (row: ActivityRow): string => `a${row.n}`
  const nodes = work.map((row): ChartNode => {
    const { goal, title, profileKey, id } = Goal.parse(JSON.parse(row.args))
    const state: StepState = row.result === null ? 'active' : hasFailed(row) ? 'failed' : 'done'
    return { id: idOf(row), label: [...(title ?? goal ?? profileKey ?? `#${id ?? row.n}`)].slice(0, 60).join(''), state: atEnd(state, status), branch: row.branch, sessionId: row.sessionId ?? id ?? null }
  })
  const edges = work.flatMap((row, at): ChartEdge[] => {
    const before = work.slice(0, at).findLast((one) => row.branch === one.branch || row.branch.startsWith(`${one.branch}/`))
    return before === undefined ? [] : [{ from: idOf(before), to: idOf(row), label: '' }]
  })
  return { nodes, edges }
}

const STYLES = 'classDef waiting fill:#eee,stroke:#999\nclassDef active fill:#fe9,stroke:#b80\nclassDef done fill:#cec,stroke:#494\nclassDef failed fill:#ecc,stroke:#a33\nclassDef stopped fill:#eee,stroke:#a33\nclassDef unneeded fill:#eee,stroke:#999\nclassDef unreached fill:#eee,stroke:#999'

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

import { isOver, type Job } from '@shared/job'
import type { Session, Usage } from '@shared/session'
import type { WorkflowState } from '@shared/workflow'
import type { OpenedProject } from '../project/types'
import { chartOf, logOf, mermaidOf, phaseStates, stageOf } from './chart'
import { phasesOf, type ActivityRow, type RunRow } from './journal'
import { LIMITS } from './run-drive'

export interface StateParts { project: OpenedProject; session(id: number): Session | null; /** What these sessions used, with those below them. */ usage(ids: readonly number[]): Usage }

/** The sessions that worked for a run, in the order in which they began. */
export const sessionsOf = (rows: readonly ActivityRow[]): number[] => [...new Set(rows.flatMap((row) => row.sessionId ?? []))]

/** A run as its journal tells it. */
export function stateOf(parts: StateParts, job: Job, run: RunRow, rows: readonly ActivityRow[]): WorkflowState {
  const chart = chartOf(rows, job.status)
  const phases = phasesOf(run)
  const work = rows.filter((row) => row.note === 0)
  const ids = sessionsOf(rows)
  return {
    jobId: job.id, runId: run.runId, workflowKey: run.workflowKey, title: run.title, source: run.source, ownerId: run.ownerId,
    status: job.status, stage: isOver(job.status) ? null : stageOf(rows, phases), error: job.error, resumable: job.status === 'interrupted' && !parts.project.readOnly,
    script: run.script, args: JSON.parse(run.args), model: run.model, phases: phaseStates(rows, phases, job.status),
    chart, mermaid: mermaidOf(chart), log: logOf(rows),
    activities: { done: work.filter((row) => row.result !== null && row.failed === 0).length, open: work.filter((row) => row.result === null).length, failed: work.filter((row) => row.failed === 1).length, limit: LIMITS.activities, chartNodes: chart.nodes.length },
    asks: job.asks, sessions: ids.flatMap((id) => { const one = parts.session(id); return one === null ? [] : [{ id, title: one.title, profileKey: one.profileKey, status: one.status }] }), usage: parts.usage(ids),
  }
}

const MOST_PART = 600
const MOST_PARTS = 6_000

/** What is finished of a run that did not come to its end: the answers of its assistants and the last of its log. */
export function finishedParts(rows: readonly ActivityRow[]): string {
  const said = rows.flatMap((row) => {
    if (row.result === null || row.failed === 1 || !['agent', 'agents.invoke', 'session.invoke'].includes(row.kind)) return []
    const value: unknown = JSON.parse(row.result)
    return [`- ${textOf(value).slice(0, MOST_PART)}`]
  })
  const lines = logOf(rows).map((line) => line.text)
  return [...(said.length === 0 ? [] : ['Finished so far:', ...said]), ...(lines.length === 0 ? [] : ['Log:', ...lines.slice(-20)])].join('\n').slice(0, MOST_PARTS)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const { result } = (value ?? {}) as { result?: { message?: string; data?: unknown } }
  if (result === undefined) return JSON.stringify(value)
  return result.data === null || result.data === undefined ? (result.message ?? '') : JSON.stringify(result.data)
}

/** A result in words: text as it is, anything else as JSON. */
export const resultText = (value: unknown): string => (value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2))

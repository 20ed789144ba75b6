import { isOver, type Job } from '@shared/job'
import type { Session, Usage } from '@shared/session'
import type { Locale } from '@shared/settings'
import { listText, wordsIn, type Data } from '@shared/result-text'
import type { WorkflowState } from '@shared/workflow'
import type { OpenedProject } from '../project/types'
import { hasFailed } from './activities'
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
    activities: { done: work.filter((row) => row.result !== null && !hasFailed(row)).length, open: work.filter((row) => row.result === null).length, failed: work.filter(hasFailed).length, limit: LIMITS.activities, chartNodes: chart.nodes.length },
    asks: job.asks, sessions: ids.flatMap((id) => { const one = parts.session(id); return one === null ? [] : [{ id, title: one.title, profileKey: one.profileKey, status: one.status }] }), usage: parts.usage(ids),
  }
}

const MOST_PART = 4_000
const MOST_PARTS = 60_000
const HEADS = { zh: { finished: '已经做完的：', log: '经过：' }, en: { finished: 'Finished so far:', log: 'Log:' } }

/** What is finished of a run that did not come to its end, in the author's language: what its assistants gave and the last of its log. */
export function finishedParts(rows: readonly ActivityRow[], locale: Locale): string {
  const heads = HEADS[locale === 'en' ? 'en' : 'zh']
  const said = rows.flatMap((row) => {
    if (row.result === null || hasFailed(row) || !['agent', 'agents.invoke', 'session.invoke'].includes(row.kind)) return []
    const { title } = JSON.parse(row.args) as { title?: unknown }
    return partOf(typeof title === 'string' ? title : null, JSON.parse(row.result), locale)
  })
  const lines = logOf(rows).map((line) => line.text)
  return cut([...(said.length === 0 ? [] : [heads.finished, ...said]), ...(lines.length === 0 ? [] : [heads.log, ...lines.slice(-20)])].join('\n'), MOST_PARTS)
}

/** One step: what it was called and what came of it, data as a list with its names. */
function partOf(title: string | null, value: unknown, locale: Locale): string[] {
  const { result } = (typeof value === 'object' && value !== null ? value : {}) as { result?: { message?: string; data?: Data } }
  const data = result === undefined ? (value as Data) : (result.data ?? result.message ?? '')
  const text = cut(typeof data === 'string' ? data : listText(data, wordsIn(locale), 1), MOST_PART)
  if (text.trim() === '') return []
  return [typeof data === 'string' ? `- ${title === null ? '' : `**${title}** `}${text}` : `- ${title === null ? '…' : `**${title}**`}\n${text}`]
}

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)

/** A result in words: text as it is, anything else as JSON. */
export const resultText = (value: unknown): string => (value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2))

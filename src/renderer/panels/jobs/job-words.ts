import { isOver, type Job } from '@shared/job'
import type { Usage } from '@shared/session'
import type { StepState, WorkflowState } from '@shared/workflow'
import { whenText } from '../../i18n/dates'
import { text } from '../../i18n/text'
import { costText } from '../sessions/amount'
import { toolName } from '../tools/words'

const minute = 60_000

/** How long, in the two largest units a reader needs. */
export function lengthText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  if (seconds < 60) return text('jobs.seconds', { count: seconds })
  const minutes = Math.floor(ms / minute)
  if (minutes < 60) return text('jobs.minutes', { count: minutes })
  return text('jobs.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/** When it began and how long it has taken, or took. */
export function sinceText({ startedAt, finishedAt }: Pick<Job, 'startedAt' | 'finishedAt'>, now: number): string {
  const length = lengthText((finishedAt === null ? now : Date.parse(finishedAt)) - Date.parse(startedAt))
  return text(finishedAt === null ? 'jobs.since' : 'jobs.took', { time: whenText(startedAt), length })
}

/** What it really does now: an action in the window's words, else as the work itself says it. */
export function stageText({ stage, status }: Pick<Job, 'stage' | 'status'>): string | null {
  if (stage === null || isOver(status)) return null
  return toolName(text, stage)
}

/** How many of the steps that are shown stand so. */
export const stepsIn = ({ chart }: Pick<WorkflowState, 'chart'>, state: StepState): number => chart.nodes.filter((node) => node.state === state).length

/** How far a run is, by the steps that are shown; what there is none of is not counted out. */
export function stepsText(state: Pick<WorkflowState, 'chart'>): string {
  const some = (key: 'jobs.stepsOpen' | 'jobs.stepsFailed' | 'jobs.stepsLeft', count: number) => (count === 0 ? [] : [text(key, { count })])
  return [text('jobs.stepsDone', { count: stepsIn(state, 'done') }), ...some('jobs.stepsOpen', stepsIn(state, 'active')), ...some('jobs.stepsLeft', stepsIn(state, 'stopped')), ...some('jobs.stepsFailed', stepsIn(state, 'failed'))].join(' · ')
}

export const stateText = ({ status, stopping }: Pick<Job, 'status' | 'stopping'>): string => (stopping && !isOver(status) ? text('jobs.stopping') : text(`jobs.state.${status}`))

/** What the models cost, the demo nothing; no word where none was asked. */
export function jobCost(usage: Usage | undefined): string | null {
  if (usage === undefined || usage.input + usage.output === 0) return null
  if (usage.cost === null) return text('jobs.costUnknown', { tokens: text('usage.tokens', { count: usage.input + usage.output }) })
  return usage.cost === 0 && usage.currency === null ? text('sessions.costFree') : text('jobs.cost', { cost: costText(text, usage) })
}

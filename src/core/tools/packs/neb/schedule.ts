import { fail } from '@shared/fault'
import { z } from 'zod'
import type { Planned } from '../../../schedule/types'
import { defineTool } from '../../define-tool'
import type { Problem } from '../../types'

type Plan = { action: 'list' } | { action: 'cancel'; name: string } | { action: 'create'; planned: Planned }

/** `Schedule` of 08 §3: a message to this very session at a later time. */
export const schedule = defineTool({
  name: 'Schedule',
  operation: 'schedule.change',
  description: 'Plan a message to yourself for later, list what is planned, or cancel it. Use when the author asks for something at a time or regularly.\n\nThe message arrives as a system message in this conversation. A time missed while the novel is closed comes once, marked late.',
  input: z.strictObject({
    action: z.enum(['create', 'list', 'cancel']).describe('What to do.'),
    name: z.string().min(1).max(80).optional().describe('Short name of the plan; the same name replaces. When omitted: only list works.'),
    at: z.iso.datetime({ offset: true }).optional().describe('First time, ISO 8601 with offset. When omitted: one period from now.'),
    every: z.enum(['hourly', 'daily', 'weekly']).optional().describe('Repeat. When omitted: once, at `at`.'),
    message: z.string().min(1).max(4_000).optional().describe('What you will be told then. When omitted: create is refused.'),
  }),
  check: ({ action, name, at, every, message }) => {
    const missing = (pointer: string, why: string): Problem => ({ pointer, message: `missing; ${why}.` })
    return [
      ...(action !== 'list' && name === undefined ? [missing('/name', `required to ${action}`)] : []),
      ...(action === 'create' && message === undefined ? [missing('/message', 'required to create')] : []),
      ...(action === 'create' && at === undefined && every === undefined ? [missing('/at', 'give at, every, or both')] : []),
    ]
  },
  risk: 'medium',
  mutates: true,
  gate: 'risk',
  result: 'action',
  needs: ['schedules'],
  prepare({ action, name = '', at, every, message = '' }, { schedules }, { caller }) {
    const before = schedules.list(caller.sessionId).find((one) => one.name === name) ?? null
    if (action === 'list') return { plan: { action } satisfies Plan, effects: [] }
    if (action === 'cancel') {
      if (before === null) return fail('SCHEDULE_UNKNOWN', `there is no plan named "${name}".`, { fix: 'List the plans first.' })
      return { plan: { action, name } satisfies Plan, effects: [effectOf(name, before, null)] }
    }
    if (at !== undefined && Date.parse(at) <= schedules.now().getTime()) return fail('SCHEDULE_PAST', `${at} is in the past; it is ${schedules.now().toISOString()}.`, { pointer: '/at', fix: 'Give a time to come.' })
    const shown: Planned = { name, message, every: every ?? null, nextAt: at === undefined ? '' : new Date(at).toISOString() }
    return { plan: { action, planned: shown } satisfies Plan, effects: [effectOf(name, before, shown)] }
  },
  run(plan: Plan, { schedules }, { caller }) {
    if (plan.action === 'cancel') schedules.cancel(caller.sessionId, plan.name)
    if (plan.action === 'create') {
      const { planned } = plan
      // Without a first time the period counts from the moment it is approved, not from when it was asked for.
      schedules.put(caller.sessionId, planned.nextAt === '' && planned.every !== null ? { ...planned, nextAt: schedules.firstAfterNow(planned.every) } : planned)
    }
    const list = schedules.list(caller.sessionId)
    return { value: list, changes: plan.action === 'list' ? [] : [{ kind: 'schedule', target: plan.action === 'cancel' ? plan.name : plan.planned.name, before: null, after: null }], details: { schedules: list } }
  },
  say: (list, plan) => `${plan.action === 'create' ? `Planned "${plan.planned.name}". ` : plan.action === 'cancel' ? `Cancelled "${plan.name}". ` : ''}${list.length === 0 ? 'Nothing is planned.' : list.map((one) => `${one.name}: ${one.nextAt}${one.every === null ? '' : `, ${one.every}`}`).join('; ')}`,
})

const words = (one: Planned): string => `${one.nextAt === '' ? 'from the moment of approval' : one.nextAt}${one.every === null ? ', once' : `, ${one.every}`}\n${one.message}`

/** The card: the entry before and after (05 §6). */
function effectOf(name: string, before: Planned | null, after: Planned | null) {
  const text = [...(before === null ? [] : [`before: ${words(before)}`]), ...(after === null ? ['after: cancelled'] : [`after: ${words(after)}`])].join('\n')
  return { kind: 'schedule', target: name, resolved: null, before: null, after: null, action: before === null ? 'create' : after === null ? 'trash' : 'change', preview: text }
}

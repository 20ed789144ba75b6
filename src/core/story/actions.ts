import type { SavedKind } from './fields'
import type { Problem } from './problems'

interface ActionRule {
  /** Parameter that names the entity. */ id: string
  create: readonly string[]
  /** Fields a new one cannot have yet. */ notOnCreate?: readonly string[]
  /** Actions beside create and update, with the status each one sets. */ verbs: Readonly<Record<string, string>>
}
const named = ['name', 'title']
const archive = { archive: 'archived' }
const rules: Record<SavedKind, ActionRule> = {
  act: { id: 'actId', create: named, verbs: {} },
  phase: { id: 'storyPhaseId', create: named, verbs: {} },
  chapter: { id: 'chapterId', create: named, verbs: {} },
  thread: { id: 'threadId', create: named, verbs: archive },
  scene: { id: 'sceneId', create: ['title', 'threadId'], verbs: archive },
  promise: { id: 'promiseId', create: named, notOnCreate: ['status'], verbs: { abandon: 'abandoned', fulfill: 'fulfilled' } },
  decision: {
    id: 'decisionId', create: [...named, 'question'], verbs: { decide: 'decided', drop: 'dropped' },
    notOnCreate: ['status', 'decision', 'motivation', 'risk', 'rejectedAlternatives', 'supersededById', 'chosenOption'],
  },
}

/** The parameter that carries the id of a kind: `chapterId` for a chapter. */
export const idParameter = (kind: SavedKind): string => rules[kind].id

/** The status an action sets by itself: `archived` for archive; none for create and update. */
export const statusOfAction = (kind: SavedKind, action: string): string | undefined => (Object.hasOwn(rules[kind].verbs, action) ? rules[kind].verbs[action] : undefined)

/** The word for a status change in `[OK] Promise 1 "…" fulfilled.`: entering one of these states is what was done. */
export const doneWords: ReadonlySet<string> = new Set(['archived', 'abandoned', 'fulfilled', 'decided', 'dropped', 'superseded'])

/** Nothing to change: no field at all, or only an empty `brief` (02 §5 Patch). */
const isEmpty = (fields: Record<string, unknown>): boolean =>
  Object.entries(fields).every(([key, value]) => value === undefined || (key === 'brief' && value !== null && Object.keys(value).length === 0))

const missing = (key: string, action: string): Problem => ({ pointer: `/${key}`, message: `missing; ${action} needs it.` })

function createProblems(rule: ActionRule, id: string | null, fields: Record<string, unknown>, focus: readonly string[]): Problem[] {
  const problems = rule.create.filter((key) => fields[key] === undefined && !focus.includes(key)).map((key) => missing(key, 'create'))
  if (id !== null) problems.push({ pointer: `/${rule.id}`, message: 'not on create; the id is given by the story.' })
  for (const key of rule.notOnCreate ?? []) if (fields[key] !== undefined) problems.push({ pointer: `/${key}`, message: 'not on create; set it by a later call.' })
  if (fields['status'] === 'archived') problems.push({ pointer: '/status', message: 'not on create; archive it afterwards.' })
  return problems
}

/**
 * The action table of 02 §12 for every kind but beats, as problems with pointers.
 * `id` null: none given. `focus`: parameters the session's focus may still fill.
 */
export function actionProblems(kind: SavedKind, action: string, id: string | null, fields: Record<string, unknown>, focus: readonly string[] = []): Problem[] {
  const rule = rules[kind]
  if (action === 'create') return createProblems(rule, id, fields, focus)
  const sets = statusOfAction(kind, action)
  if (action !== 'update' && sets === undefined) return [{ pointer: '/action', message: `actual "${action}"; expected one of ${['create', 'update', ...Object.keys(rule.verbs)].join(', ')}.` }]
  const problems = id === null && !focus.includes(rule.id) ? [missing(rule.id, action)] : []
  if (action === 'update' && isEmpty(fields)) problems.push({ pointer: '/', message: 'no field to change; update needs at least one.' })
  if (sets !== undefined && fields['status'] !== undefined && fields['status'] !== sets) {
    problems.push({ pointer: '/status', message: `actual "${String(fields['status'])}"; ${action} allows only ${sets}.` })
  }
  if (fields['chosenOption'] !== undefined && fields['rejectedAlternatives'] !== undefined) {
    problems.push({ pointer: '/rejectedAlternatives', message: 'not beside chosenOption; the other options become the rejected ones.' })
  }
  return problems
}

/** The action table of beats (02 §12): set and remove; `autoFulfill` only with a payoff. */
export function beatProblems(action: string, fields: Record<string, unknown>, focus: readonly string[] = []): Problem[] {
  if (action !== 'set' && action !== 'remove') return [{ pointer: '/action', message: `actual "${action}"; expected one of set, remove.` }]
  const needed = action === 'set' ? ['promiseId', 'sceneId', 'kind'] : ['promiseId', 'sceneId']
  const problems = needed.filter((key) => fields[key] === undefined && !focus.includes(key)).map((key) => missing(key, action))
  const refused = action === 'remove' ? ['kind', 'note', 'autoFulfill'] : []
  for (const key of refused) if (fields[key] !== undefined) problems.push({ pointer: `/${key}`, message: 'not on remove.' })
  if (action === 'set' && fields['autoFulfill'] !== undefined && fields['kind'] !== 'payoff') problems.push({ pointer: '/autoFulfill', message: 'only with kind payoff.' })
  return problems
}

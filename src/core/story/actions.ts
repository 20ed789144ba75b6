import type { SavedKind } from './fields'
import type { Problem } from './problems'

interface ActionRule { create: readonly string[]; /** Parameter that names the entity. */ id: string; archive: boolean }
const named = ['name', 'title']
const rules: Record<SavedKind, ActionRule> = {
  act: { create: named, id: 'actId', archive: false },
  phase: { create: named, id: 'storyPhaseId', archive: false },
  chapter: { create: named, id: 'chapterId', archive: false },
  thread: { create: named, id: 'threadId', archive: true },
  scene: { create: ['title', 'threadId'], id: 'sceneId', archive: true },
}

/** The parameter that carries the id of a kind: `chapterId` for a chapter. */
export const idParameter = (kind: SavedKind): string => rules[kind].id

/** Nothing to change: no field at all, or only an empty `brief` (02 §5 Patch). */
const isEmpty = (fields: Record<string, unknown>): boolean =>
  Object.entries(fields).every(([key, value]) => value === undefined || (key === 'brief' && Object.keys(value as object).length === 0))

/**
 * The action table of 02 §12 for acts, phases, chapters, threads and scenes, as problems with pointers.
 * `id` null: none given. `focus`: parameters the session's focus may still fill.
 */
export function actionProblems(kind: SavedKind, action: string, id: string | null, fields: Record<string, unknown>, focus: readonly string[] = []): Problem[] {
  const rule = rules[kind]
  const missing = (key: string): Problem => ({ pointer: `/${key}`, message: `missing; ${action} needs it.` })
  if (action === 'create') {
    const problems = rule.create.filter((key) => fields[key] === undefined && !focus.includes(key)).map(missing)
    if (id !== null) problems.push({ pointer: `/${rule.id}`, message: 'not on create; the id is given by the story.' })
    if (fields['status'] === 'archived') problems.push({ pointer: '/status', message: 'not on create; archive it afterwards.' })
    return problems
  }
  if (action !== 'update' && !(action === 'archive' && rule.archive)) {
    return [{ pointer: '/action', message: `actual "${action}"; expected one of create, update${rule.archive ? ', archive' : ''}.` }]
  }
  const problems = id === null && !focus.includes(rule.id) ? [missing(rule.id)] : []
  if (action === 'update' && isEmpty(fields)) problems.push({ pointer: '/', message: 'no field to change; update needs at least one.' })
  if (action === 'archive' && fields['status'] !== undefined && fields['status'] !== 'archived') {
    problems.push({ pointer: '/status', message: `actual "${String(fields['status'])}"; archive allows only archived.` })
  }
  return problems
}

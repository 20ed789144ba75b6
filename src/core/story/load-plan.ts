import type Database from 'better-sqlite3'
import { parseDocument } from 'yaml'
import { fail, FaultError } from '@shared/fault'
import type { Env } from '../project/types'
import { begin, ensureStory, type StoryContext } from './context'
import { fieldSchemas, type SavedKind } from './fields'
import { loadDecisions, loadPromises, type PlanNames } from './plan-ledgers'
import { Plan } from './plan-schema'
import type { PlanWorld } from './plan-world'
import { prepared } from './prepared'
import { problemLines, problemsOf } from './problems'
import { runSave } from './save'
import { totals, type Totals } from './totals'
import type { Work } from './write-row'

type Fields = Record<string, unknown>

function parsePlan(text: string): Plan {
  const document = parseDocument(text, { uniqueKeys: true })
  const broken = document.errors[0]
  if (broken) fail('PLAN_INVALID', `plan.yaml cannot be read: ${broken.message}`)
  const raw: unknown = document.toJS()
  const parsed = Plan.safeParse(raw)
  if (parsed.success) return parsed.data
  const problems = problemsOf(parsed.error.issues, raw)
  fail('PLAN_INVALID', `plan.yaml is not as expected.\n${problemLines(problems)}`, { pointer: problems[0]?.pointer ?? '/' })
}

/** Runs one piece of the plan; whatever is wrong is told with its place, e.g. `scenes[3] "late-officer"`. */
function at<T>(list: string, index: number, key: unknown, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    const place = `${list}[${index}] "${String(key ?? '')}"`
    const more = error.fault.problems ? `\n${problemLines(error.fault.problems)}` : ''
    fail('PLAN_INVALID', `plan.yaml, ${place}: ${error.fault.message}${more}`, { pointer: `/${list}/${index}`, data: { code: error.fault.code } })
  }
}

/** Looks a name of the plan up; null and absent stay unset. */
function lookUp(ids: ReadonlyMap<string, string>, kind: string, name: unknown): string | null {
  if (name === null || name === undefined) return null
  return ids.get(String(name)) ?? fail('ENTITY_NOT_FOUND', `there is no ${kind} "${String(name)}" in the plan.`)
}

/** Absent and null mean the default, so that a plan may spell out empty fields; an unknown key stays and is refused. */
const withoutNulls = (kind: SavedKind, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key, value]) => (value !== null && value !== undefined) || !Object.hasOwn(fieldSchemas[kind].shape, key)))

function create(context: StoryContext, work: Work, kind: SavedKind, fields: Fields): string {
  const { status, ...rest } = withoutNulls(kind, fields)
  const archived = status === 'archived'
  const { saved } = runSave(context, work, { kind, action: 'create', id: null, fields: archived || status === undefined ? rest : { ...rest, status } })
  if (archived) runSave(context, work, { kind, action: 'archive', id: saved.id, fields: {} })
  return saved.id
}

function loadTrees(context: StoryContext, work: Work, plan: Plan): PlanNames {
  const names: Record<'act' | 'chapter' | 'phase' | 'thread' | 'scene', Map<string, string>> = { act: new Map(), chapter: new Map(), phase: new Map(), thread: new Map(), scene: new Map() }
  const each = (list: 'acts' | 'chapters' | 'phases' | 'threads' | 'scenes', kind: keyof typeof names, key: string, fieldsOf: (entry: Fields) => Fields) => {
    plan[list].forEach((entry, i) => at(list, i, entry[key], () => {
      const name = String(entry[key] ?? '')
      if (names[kind].has(name)) fail('NAME_TAKEN', `"${name}" stands in the plan twice.`)
      names[kind].set(name, create(context, work, kind, fieldsOf(entry)))
    }))
  }
  each('acts', 'act', 'name', (entry) => entry)
  each('chapters', 'chapter', 'name', ({ act, ...rest }) => ({ ...rest, actId: lookUp(names.act, 'act', act) }))
  each('phases', 'phase', 'name', (entry) => entry)
  each('threads', 'thread', 'name', ({ phase, ...rest }) => ({ ...rest, storyPhaseId: lookUp(names.phase, 'phase', phase) }))
  each('scenes', 'scene', 'key', ({ key: _key, thread, chapter, ...rest }) => ({
    ...rest, threadId: lookUp(names.thread, 'thread', thread), chapterId: lookUp(names.chapter, 'chapter', chapter),
  }))
  return { chapter: names.chapter, scene: names.scene }
}

/** Subjects and slices, oldest first whatever their order in the file, so that each subject is registered by its first change. */
function loadHistory(world: PlanWorld, plan: Plan): void {
  const changed = new Set(plan.slices.flatMap((slice) => slice.patches.map((patch) => patch.subject)))
  const seen = new Set<string>()
  plan.subjects.forEach((subject, i) => at('subjects', i, subject.id, () => {
    if (seen.has(subject.id)) fail('NAME_TAKEN', 'the id stands in the plan twice.')
    if (!changed.has(subject.id)) fail('SUBJECT_UNUSED', 'no slice changes it.')
    seen.add(subject.id)
  }))
  const timed = plan.slices.map((slice, i) => ({ slice, i, instant: at('slices', i, slice.title, () => world.times.parse(slice.time)) }))
  const history = world.history(plan.subjects)
  for (const { slice, i, instant } of timed.toSorted((a, b) => (a.instant < b.instant ? -1 : 1))) at('slices', i, slice.title, () => history.write(slice, instant))
  history.save()
}

/**
 * Loads a plan.yaml into a story and its world in one transaction and says what they hold then. Faults: PLAN_INVALID, naming the
 * place, also for a slice that leaves an error in the world.
 */
export function loadPlan(target: { db: Database.Database; env: Env; world: PlanWorld }, text: string): Totals {
  const plan = parsePlan(text)
  const { db, env, world } = target
  const context: StoryContext = { db, env, manifestTitle: () => plan.story.title, exists: () => true, locale: () => 'zh-CN', world: { times: world.times, attrs: () => ({}) } }
  const work = begin(context)
  db.transaction(() => {
    ensureStory(context, work.now)
    prepared(db, 'UPDATE Story SET summary = ? WHERE id = 1').run(plan.story.summary)
    const names = loadTrees(context, work, plan)
    loadHistory(world, plan)
    plan.promises.forEach((promise, i) => at('promises', i, promise.name, () => loadPromises(work, names, promise)))
    loadDecisions(work, names, plan.decisions, (i, run) => at('decisions', i, plan.decisions[i]?.name, run))
  }).immediate()
  return totals(db)
}

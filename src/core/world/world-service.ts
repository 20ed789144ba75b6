import type Database from 'better-sqlite3'
import { settleDeletion } from '../project/entity-journal'
import { committedView } from './committed'
import { bumpRevision, storeDelta } from './commit'
import { planSubject } from './create-subject'
import { hiddenSlice, planRestore } from './edit-slice'
import { createFactsCache, type FactsCache } from './facts'
import { errorsFrom } from './findings'
import { createIdleWork, type IdleWork } from './idle'
import { present } from './present'
import { readsOf, sliceView, subjectOf } from './reads'
import { createResolver, type Resolver } from './resolver'
import { minInstant } from './rows'
import { createRun, type OpenRun } from './run'
import { one, run as exec } from './statements'
import { forever, storedHidden, storedRevision } from './stored'
import { WorldMoved, type SubjectView, type WorldBy, type WorldCommit, type WorldOptions, type WorldRun, type WorldSaved, type WorldService, type WorldSchema, type WriteDone } from './types'
import { planTakeBack } from './take-back-slice'
import { createTimeline } from './timeline'
import { verifyStates } from './verify-states'
import type { View } from './view'

type Locale = 'zh-CN' | 'en'
/** What the parts of the service share. */
interface Engine extends WorldOptions { resolver: () => Resolver; view: View; facts: FactsCache; idle: IdleWork; words: () => Locale; runs: WeakMap<WorldRun, OpenRun> }

/** One resolver per schema. */
function resolverOf(schema: () => WorldSchema): () => Resolver {
  let known: Resolver | null = null
  return () => {
    const now = schema()
    if (known?.schema.hash !== now.hash) known = createResolver(now)
    return known
  }
}

/** Facts that are dropped when another process has committed. */
function freshFacts(db: Database.Database, resolver: () => Resolver): FactsCache {
  const facts = createFactsCache(db, resolver)
  let seen = storedRevision(db)
  const look = (): void => {
    const now = storedRevision(db)
    if (now !== seen) facts.forget(null)
    seen = now
  }
  return {
    of: (subject) => { look(); return facts.of(subject) },
    errors: (subject) => { look(); return facts.errors(subject) },
    forget: (ids) => {
      const now = storedRevision(db)
      // Ours is the next revision; a later one holds foreign commits too.
      facts.forget(now === seen + 1 ? ids : null)
      seen = now
    },
  }
}

const appliedCall = (db: Database.Database, sessionId: number, callId: string): WorldSaved | null => {
  const row = one<{ payload: string }>(db, 'SELECT payload FROM AppliedCall WHERE sessionId = ? AND callId = ?', sessionId, callId)
  return row ? (JSON.parse(row.payload) as WorldSaved) : null
}

const told = (by: WorldBy): 'author' | 'agent' => (by.actor === 'agent' ? 'agent' : 'author')

function tell({ emit }: Engine, by: WorldBy, slices: string[], subjects: string[], trash: boolean): void {
  emit({ type: 'world.changed', slices, subjects, by: told(by) })
  if (trash) emit({ type: 'trash.changed' })
}

function savedOf(engine: Engine, run: OpenRun): WorldSaved {
  const changed = [...run.overlay.delta.slices.values()].filter(({ from, row }) => from !== null || !row.hidden)
  return {
    slices: changed.map(({ row }) => String(row.id)), patches: changed.reduce((sum, { row, patches }) => sum + (row.hidden ? 0 : patches.length), 0),
    issues: present(run.findings(), run.overlay, engine.files, engine.words()),
  }
}

function checkStill(engine: Engine, run: OpenRun): void {
  const schema = run.schemaHash()
  if (storedRevision(engine.db) !== run.revision) throw new WorldMoved('the world changed meanwhile')
  if (schema !== null && engine.resolver().schema.hash !== schema) throw new WorldMoved('the schema changed meanwhile')
}

function commit(engine: Engine, run: OpenRun, { by, exactlyOnce }: WorldCommit): WorldSaved {
  const { db, env, facts, idle } = engine
  const { slices, subjects, since } = run.overlay.delta
  let waiting: string[] = []
  const done = db.transaction((): { saved: WorldSaved; isNew: boolean } => {
    const earlier = exactlyOnce === undefined ? null : appliedCall(db, exactlyOnce.sessionId, exactlyOnce.callId)
    if (earlier) return { saved: earlier, isNew: false }
    checkStill(engine, run)
    const saved = savedOf(engine, run)
    const now = env.now().toISOString()
    const isNew = slices.size > 0 || subjects.size > 0
    if (isNew) waiting = storeDelta(db, run.overlay, by, now)
    if (exactlyOnce) exec(db, 'INSERT INTO AppliedCall (sessionId, callId, payload, at) VALUES (?, ?, ?, ?)', exactlyOnce.sessionId, exactlyOnce.callId, JSON.stringify(saved), now)
    return { saved, isNew }
  }).immediate()
  if (!done.isNew) return done.saved
  const touched = [...new Set([...since.keys(), ...subjects.keys()])]
  facts.forget(touched)
  idle.add(waiting)
  tell(engine, by, done.saved.slices, touched, [...slices.values()].some(({ from, row }) => row.hidden || from?.hidden === true))
  return done.saved
}

function begin(engine: Engine): OpenRun {
  const run = createRun({ db: engine.db, files: engine.files, resolver: engine.resolver, now: () => engine.env.now().toISOString(), locale: engine.words })
  engine.runs.set(run, run)
  return run
}

const author: WorldBy = { actor: 'author', sessionId: null }

type AuthorsOwn = Pick<WorldService, 'createSubject' | 'hidden' | 'trash' | 'restore' | 'purge' | 'takeBack'>

function authorsOwn(engine: Engine): AuthorsOwn {
  const { db, view, files } = engine
  const save = (run: OpenRun, done: WriteDone): WriteDone => {
    commit(engine, run, { by: author })
    return done
  }
  return {
    createSubject: (subject, at, values, title = engine.words() === 'en' ? 'How it begins' : '初始设定') => {
      const run = begin(engine)
      const plan = planSubject(run.context(), subject, at, values, title)
      if (plan.rows.length > 0) return save(run, run.apply(plan))
      for (const fresh of plan.fresh) run.overlay.addSubject(fresh)
      return save(run, { sliceId: '0', issues: [] })
    },
    hidden: () => storedHidden(db).map((row) => ({ ...sliceView(view, files, row, false), hiddenAt: row.hiddenAt })),
    trash: () => storedHidden(db).map((row) => ({ slice: sliceView(view, files, row, true), at: row.hiddenAt ?? row.createdAt, actor: row.actor ?? 'author', sessionId: row.sessionId })),
    restore: (sliceId, at) => {
      const run = begin(engine)
      const restored = save(run, run.apply(planRestore(run.context(), sliceId, at ?? null)))
      if (settleDeletion(db, engine.env.now().toISOString(), { area: 'world', entity: 'slice', entityId: sliceId })) engine.emit({ type: 'inbox.changed' })
      return restored
    },
    takeBack: (change, how) => {
      const run = begin(engine)
      const found = planTakeBack(run.context(), change, how)
      if ('clash' in found) return { done: false, merged: false, clash: found.clash }
      if (found.plan !== null) {
        run.apply(found.plan)
        commit(engine, run, { by: { actor: 'restore', sessionId: null } })
      }
      return { done: true, merged: found.merged, clash: null }
    },
    purge: (sliceId) => {
      db.transaction(() => {
        const { id } = hiddenSlice(view, sliceId)
        for (const table of ['WorldHidden', 'WorldPatch']) exec(db, `DELETE FROM ${table} WHERE sliceId = ?`, id)
        exec(db, 'DELETE FROM WorldSlice WHERE id = ?', id)
        bumpRevision(db)
      }).immediate()
      engine.facts.forget([])
      tell(engine, author, [sliceId], [], true)
    },
  }
}

function viewOf({ view }: Engine, id: string, at: bigint): SubjectView | null {
  const subject = view.subject(id)
  if (!subject) return null
  const { attrs, setBy } = view.folded(subject, at)
  return { ...subjectOf(subject), attrs, setBy: [...setBy].map(([path, by]) => ({ path, sliceId: String(by.sliceId), instant: by.instant })) }
}

function issuesWith(engine: Engine, schema: WorldSchema): ReturnType<WorldService['issuesWith']> {
  const resolver = createResolver(schema)
  const view = committedView(engine.db, () => resolver)
  return present(view.subjects().flatMap((subject) => errorsFrom(view, subject, minInstant)), view, engine.files, engine.words())
}

/** The world of one opened project (03). */
export function createWorldService(options: WorldOptions): WorldService {
  const { db, files } = options
  const resolver = resolverOf(() => files.schema())
  const view = committedView(db, resolver)
  const facts = freshFacts(db, resolver)
  const engine: Engine = { ...options, resolver, view, facts, idle: createIdleWork(db, resolver), words: options.locale ?? (() => 'zh-CN'), runs: new WeakMap() }
  return {
    files, ...readsOf(view, files, (subject) => facts.of(subject).refs), ...authorsOwn(engine),
    revision: () => storedRevision(db),
    timeline: createTimeline(db, files),
    view: (id, at = forever) => viewOf(engine, id, at),
    issues: () => present(view.subjects().flatMap((subject) => facts.errors(subject)), view, files, engine.words()),
    issuesWith: (schema) => issuesWith(engine, schema),
    begin: () => begin(engine),
    commit: (run, how) => commit(engine, engine.runs.get(run) ?? foreignRun(), how),
    appliedCall: (sessionId, callId) => appliedCall(db, sessionId, callId),
    verify: () => verifyStates(db, resolver()),
    rebuildSome: () => engine.idle.some(),
  }
}

function foreignRun(): never {
  throw new Error('a run of another world')
}

import type Database from 'better-sqlite3'
import type { ProseNode, Scene } from '@shared/story'
import { settleDeletion, type EntityBy } from '../project/entity-journal'
import type { Emit, Env } from '../project/types'
import { chapterBrief, listBriefs } from './brief/chapter-brief'
import { begin, changedEvent, type StoryContext } from './context'
import { decisionViews, listDecisions, readDecision } from './decision-reads'
import { effectsOf } from './effects'
import { entityOf, sceneOf, type RowOf } from './entities'
import type { SavedKind } from './fields'
import { remember, withFocus } from './focus'
import { runMove } from './move'
import { storyOutline } from './outline'
import { one, prepared } from './prepared'
import { notFound } from './problems'
import { listPromises, promiseViews, readPromise } from './promise-reads'
import { listChapters, listThreads, readChapter, readThread, scenesIn } from './reads'
import { runReorder } from './reorder'
import { freeName, runRestore } from './restore'
import { getRow } from './rows'
import { runSave } from './save'
import { listScenes, readSceneContext, scenesInOrder } from './scene-context'
import { storyEffects } from './net-changes'
import { runSqlWrite, sqlBases } from './sql-write'
import { journalStory } from './story-journal'
import { runStoryText } from './story-text'
import { noWorld, type StoryWorld } from './story-world'
import { runTakeBack } from './take-back'
import { totals } from './totals'
import { purgeRows, runTrash, trashedTexts, trashedWords, trashRows } from './trash'
import { storyTree } from './tree'
import type { Done, FocusStore, StoryCommit, StorySave, StorySaved, StoryService } from './types'
import { attachUndoFiles, dropUndo, madeChapter, recordUndo, runUndo, undoFiles, undoStep } from './undo'
import { withTimes } from './world-anchor'
import { listWorldContexts, readWorldContext } from './world-context'
import type { Work } from './write-row'

export interface StoryOptions {
  db: Database.Database
  env: Env
  emit: Emit
  manifestTitle: () => string
  prose: () => Promise<readonly ProseNode[]>
  /** The prose as last counted, for reads that were not handed any. */
  proseSync?: () => readonly ProseNode[]
  focus: FocusStore
  /** Whether a content path exists, for `valid` of references; without it every well-formed path counts. */
  exists?: (path: string) => boolean
  /** The project's world; without one times are plain texts and nobody has a state. */
  world?: StoryWorld
  /** The language of the writer's brief; zh-CN when not told. */
  locale?: () => 'zh-CN' | 'en'
}

const restoring: EntityBy = { actor: 'restore', sessionId: null, callId: null }
const author: EntityBy = { actor: 'author', sessionId: null, callId: null }
const byOf = (actor: string): 'author' | 'agent' | 'outside' => (actor === 'author' || actor === 'restore' ? 'author' : actor === 'outside' ? 'outside' : 'agent')

/** Runs `operation` in one immediate transaction with its journal and tells the window afterwards, when anything changed. */
function commit<T>(context: StoryContext, emit: Emit, by: EntityBy, operation: (work: Work) => T): T {
  const work = begin(context)
  const result = context.db.transaction(() => {
    const done = operation(work)
    journalStory(work, by)
    return done
  }).immediate()
  const event = changedEvent(work, byOf(by.actor))
  if (event) emit(event)
  if (work.changes.some((change) => change.key === 'trash')) emit({ type: 'trash.changed' })
  return result
}

class RolledBack extends Error {}

/** Runs `work` in a transaction that never comes to be. */
function rolledBack({ db }: StoryContext, work: () => void): void {
  try {
    db.transaction(() => {
      work()
      throw new RolledBack()
    })()
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
}

/** The very save, always rolled back: nothing differs afterwards, ids included (08 §1 `prepare`). */
function previewed(context: StoryContext, save: StorySave): Done {
  const work = begin(context)
  const box: { done?: Done } = {}
  rolledBack(context, () => { box.done = runSave(context, work, save) })
  if (!box.done) throw new Error('a preview without result')
  return box.done
}

/** The result of a call that was committed before, or null. */
function appliedCall<T = StorySaved>(db: Database.Database, { sessionId, callId }: NonNullable<StoryCommit['exactlyOnce']>): T | null {
  const row = one<{ payload: string }>(db, 'SELECT payload FROM AppliedCall WHERE sessionId = ? AND callId = ?', sessionId, callId)
  return row ? (JSON.parse(row.payload) as T) : null
}

/** What a call does in its transaction, once: called again, it gives the first result (04 §10). */
function once<T>({ db }: StoryContext, call: StoryCommit['exactlyOnce'], at: string, act: () => T): T {
  const earlier = call && appliedCall<T>(db, call)
  if (earlier) return earlier
  const result = act()
  if (call) prepared(db, 'INSERT INTO AppliedCall (sessionId, callId, payload, at) VALUES (?, ?, ?, ?)').run(call.sessionId, call.callId, JSON.stringify(result), at)
  return result
}

const titled = (saved: StorySaved): string => `${saved.kind} ${saved.id} "${String(saved.entity['title'])}"`

const saveOnce = (context: StoryContext, work: Work, save: StorySave, how: StoryCommit): StorySaved => once(context, how.exactlyOnce, work.now, () => {
  const { saved } = runSave(context, work, save)
  return { ...saved, undoId: how.by.actor === 'author' ? recordUndo(context, work, `${saved.done} ${titled(saved)}`) : null }
})

type Writes = Pick<StoryService, 'preview' | 'save' | 'move' | 'reorder' | 'setStory' | 'trash' | 'restore' | 'undo' | 'takeBack' | 'previewSql' | 'applySql'>

function writes(context: StoryContext, { emit, focus }: StoryOptions): Writes {
  return {
    preview(save) {
      const done = previewed(context, save)
      return { effects: effectsOf({ ...done, id: save.id, fromFocus: save.fromFocus ?? [] }), result: done.saved }
    },
    save(save, how) {
      const saved = commit(context, emit, how.by, (work) => saveOnce(context, work, save, how))
      if (how.by.sessionId !== null && how.by.actor !== 'author') remember(focus, how.by.sessionId, saved)
      return saved
    },
    move: (kind, id, to) => commit(context, emit, author, (work) => {
      const moved = runMove(work, kind, id, to)
      return { ...moved, undoId: recordUndo(context, work, `moved ${titled(moved)}`) }
    }),
    reorder: (order) => commit(context, emit, author, (work) => {
      const moved = runReorder(work, order)
      return { moved, undoId: recordUndo(context, work, `ordered ${order.list}`) }
    }),
    setStory: (fields) => commit(context, emit, author, (work) => {
      runStoryText(context, work, fields)
      return { undoId: recordUndo(context, work, 'changed the story texts') }
    }),
    trash: (kind, id, by, prose) => commit(context, emit, by, (work) => {
      const { item, row } = runTrash(context, work, kind, id, by, prose)
      const undoId = recordUndo(context, work, `trashed ${kind} ${id} "${String(row['title'])}"`)
      return { item, effects: work.effects, undoId, proseChapter: kind === 'chapter' ? String(row['name']) : null }
    }),
    restore: (item) => {
      const restored = commit(context, emit, author, (work) => runRestore(context, work, item))
      if (settleDeletion(context.db, context.env.now().toISOString(), { area: 'story', entity: restored.kind, entityId: restored.id })) emit({ type: 'inbox.changed' })
      return restored
    },
    undo: (undoId) => commit(context, emit, author, (work) => runUndo(context, work, undoId)),
    previewSql: (rows) => {
      const work = begin(context)
      const bases = sqlBases(context.db, rows)
      rolledBack(context, () => { runSqlWrite(work, rows, bases) })
      return { effects: storyEffects({ changes: work.changes, effects: [] }), changes: work.changes.length, bases }
    },
    applySql: (rows, bases, how) => commit(context, emit, how.by, (work) => once(context, how.exactlyOnce, work.now, () => {
      runSqlWrite(work, rows, bases)
      return { changes: work.changes.length }
    })),
    takeBack: (changes, how) => commit(context, emit, restoring, (work) => runTakeBack(context, work, changes, how, restoring)),
  }
}

type Ledgers = Pick<StoryService, 'scene' | 'scenes' | 'worldContext' | 'worldContexts' | 'brief' | 'briefs' | 'promise' | 'promises' | 'promiseViews' | 'decision' | 'decisions' | 'decisionViews'>

/** Reads of scenes, briefs and the two ledgers. */
const ledgers = (context: StoryContext): Ledgers => ({
  scene: (id) => readSceneContext(context, id),
  scenes: (filter) => listScenes(context, filter),
  worldContext: (id) => readWorldContext(context, id),
  worldContexts: (filter) => listWorldContexts(context, scenesInOrder(context.db, filter), filter),
  brief: (id, mode) => chapterBrief(context, id, mode),
  briefs: (filter) => listBriefs(context, filter),
  promise: (id) => readPromise(context, id),
  promises: (filter) => listPromises(context, filter),
  promiseViews: (filter) => promiseViews(context, filter),
  decision: (id) => readDecision(context, id),
  decisions: (filter) => listDecisions(context, filter),
  decisionViews: (filter) => decisionViews(context, filter),
})

function entity(context: StoryContext, kind: SavedKind, id: string): unknown {
  const found = entityOf(kind, getRow<RowOf[SavedKind]>(context.db, kind, id) ?? notFound(kind, id, '/id'))
  return kind === 'scene' ? withTimes(found as Scene, context.world.times) : found
}

/** The story of one opened project (02 §5-§10): every write is one transaction whoever makes it, reads never write. */
export function createStoryService(options: StoryOptions): StoryService {
  const { db, env, manifestTitle } = options
  const context: StoryContext = { db, env, manifestTitle, exists: options.exists ?? (() => true), locale: options.locale ?? (() => 'zh-CN'), world: options.world ?? noWorld }
  const known = (prose: readonly ProseNode[] | undefined): readonly ProseNode[] => prose ?? options.proseSync?.() ?? []
  return {
    ...writes(context, options),
    appliedCall: (sessionId, callId) => appliedCall(db, { sessionId, callId }),
    prose: options.prose,
    focused: (save, sessionId) => withFocus(context, save, options.focus.get(sessionId)),
    tree: (view, prose) => storyTree(context, view, known(prose)),
    thread: (id) => readThread(context, id),
    threads: (filter) => listThreads(context, filter),
    chapter: (id, prose) => readChapter(context, id, known(prose)),
    chapters: (filter, prose) => listChapters(context, filter, known(prose)),
    ...ledgers(context),
    outline: async () => storyOutline(context, await options.prose()),
    get: ((kind: SavedKind, id: string) => entity(context, kind, id)) as StoryService['get'],
    scenesOf: (list, id) => scenesIn(db, list, id, true).map((row) => withTimes(sceneOf(row), context.world.times)),
    trashList: () => trashRows(db),
    trashedWords: (item) => trashedWords(db, item),
    purge: (items) => {
      const purged = db.transaction(() => purgeRows(db, items)).immediate()
      if (purged > 0) options.emit({ type: 'trash.changed' })
      return purged
    },
    freeName: (kind, name) => freeName(db, kind, name),
    undoFiles: (undoId) => undoFiles(db, undoId),
    undoStep: (undoId) => undoStep(db, undoId),
    madeChapter: (undoId) => madeChapter(db, undoId),
    dropUndo: (undoId) => dropUndo(db, undoId),
    attachUndoFiles: (undoId, files) => attachUndoFiles(db, undoId, files),
    proseItems: (item) => trashedTexts(db, item),
    counts: () => totals(db),
  }
}

import { isCancelled, isFault } from '@shared/fault'
import type { ImportPlan, ImportProgress, OnExisting } from '@shared/import-plan'
import { actName, chapterName } from './chapter-name'
import type { ImportJournal, ImportSink, NewChapter } from './import-sink'
import { checkImport, importTasks } from './import-tasks'
import type { ImportTask } from './import-tasks'
import { textOf } from './import-units'
import { toProse } from './to-prose'

export interface ApplyOptions {
  signal?: AbortSignal
  onProgress?: (progress: ImportProgress) => void
  journal?: ImportJournal
  /** For chapters this same file gave the project before; 'skip' when not given. A resumed run keeps its own choice. */
  onExisting?: OnExisting
  /** Of the names made, `imp` when not given. */
  prefix?: string
}

export interface ImportOutcome {
  /** Chapters written, by this run or the run it resumes. */
  made: number
  /** Chapters that were there already and left alone. */
  kept: number
  left: number
  stopped: boolean
  chapters: { rowId: string, chapterId: string }[]
  /** Chapters that could not be written, with the reason; they count as left. */
  failed: { title: string, message: string }[]
}

/** Troubles of the whole project rather than of one chapter: they end the import. */
const endsAll: ReadonlySet<string> = new Set(['WRITE_FAILED', 'PROJECT_LOCKED'])

interface Run { copy: number, onExisting: OnExisting, prefix: string, acts: Map<string, string>, made: Map<string, string> }

/** Makes what the plan says through the sink. A stop keeps what was made; a later call with the same journal goes on. Refused before the first write when the coverage is not whole. */
export async function applyImport(plan: ImportPlan, text: string, sink: ImportSink, options: ApplyOptions = {}): Promise<ImportOutcome> {
  const { signal, journal, onProgress } = options
  const tasks = importTasks(plan, text)
  const total = tasks.filter((task) => task.kind === 'chapter').length
  const outcome: ImportOutcome = { made: 0, kept: 0, left: total, stopped: false, chapters: [], failed: [] }
  onProgress?.({ stage: 'check', done: 0, kept: 0, total })
  await checkImport(plan, text, tasks, signal)
  const run = await openRun(plan, tasks, sink, options)
  const state = { plan, text, sink, run, outcome, index: { act: 0, chapter: 0 }, ...(journal === undefined ? {} : { journal }) }
  try {
    for (const task of tasks) {
      if (signal?.aborted === true) return { ...outcome, stopped: true }
      await (task.kind === 'act' ? makeAct(state, task) : makeChapter(state, task))
      onProgress?.({ stage: task.kind === 'act' ? 'acts' : 'chapters', done: total - outcome.left, kept: outcome.kept, total })
    }
  } catch (error) {
    if (isCancelled(error)) return { ...outcome, stopped: true }
    throw error
  }
  await journal?.append({ type: 'end', sourceHash: plan.sourceHash })
  onProgress?.({ stage: 'done', done: total - outcome.left, kept: outcome.kept, total })
  return outcome
}

/** How many of the plan's chapters the project has from an earlier import of the same file; above 0 the author is asked skip, replace or both. */
export async function countExisting(plan: ImportPlan, text: string, sink: Pick<ImportSink, 'existing'>): Promise<number> {
  let count = 0
  for (const task of importTasks(plan, text)) if (task.kind === 'chapter' && (await sink.existing(task.key(0)))) count++
  return count
}

interface Making { plan: ImportPlan, text: string, sink: ImportSink, run: Run, outcome: ImportOutcome, index: { act: number, chapter: number }, journal?: ImportJournal }

async function makeAct({ plan, sink, run, index, journal }: Making, task: ImportTask): Promise<void> {
  const key = task.key(run.copy)
  const name = actName(index.act++, run.prefix)
  if (run.acts.has(key)) return
  const actId = await sink.createAct({ name, title: task.title, importKey: key })
  run.acts.set(key, actId)
  run.acts.set(task.unit.row.id, actId)
  await journal?.append({ type: 'act', sourceHash: plan.sourceHash, key, actId })
}

async function makeChapter({ plan, text, sink, run, outcome, index, journal }: Making, task: ImportTask): Promise<void> {
  const key = task.key(run.copy)
  const name = chapterName(index.chapter++, run.prefix)
  const before = run.made.get(key)
  const there = before === undefined && (await sink.existing(key))
  outcome.left--
  if (before !== undefined) {
    outcome.made++
    outcome.chapters.push({ rowId: task.unit.row.id, chapterId: before })
    return
  }
  if (there && run.onExisting !== 'replace') {
    outcome.kept++
    return
  }
  const chapter: NewChapter = { name, title: task.title, actId: actOf(run, task), prose: toProse(textOf(task.unit, text)), importKey: key }
  const written = await (there ? sink.replaceChapter(chapter) : sink.createChapter(chapter)).catch((error: unknown) => {
    outcome.left++
    if (!isFault(error) || endsAll.has(error.fault.code)) throw error
    outcome.failed.push({ title: task.title, message: error.fault.message })
    return null
  })
  if (written === null) return
  const { chapterId } = written
  outcome.made++
  outcome.chapters.push({ rowId: task.unit.row.id, chapterId })
  await journal?.append({ type: 'chapter', sourceHash: plan.sourceHash, key, chapterId })
}

const actOf = (run: Run, task: ImportTask): string | null => (task.actRow === null ? null : run.acts.get(task.actRow) ?? null)

/** The unfinished run of the journal for this file, or a new one. */
async function openRun(plan: ImportPlan, tasks: ImportTask[], sink: ImportSink, options: ApplyOptions): Promise<Run> {
  const entries = ((await options.journal?.load()) ?? []).filter((entry) => entry.sourceHash === plan.sourceHash)
  const open = entries.slice(entries.findLastIndex((entry) => entry.type === 'end') + 1)
  const begun = open.find((entry) => entry.type === 'begin')
  if (begun !== undefined) {
    const acts = new Map(open.flatMap((entry) => (entry.type === 'act' ? [[entry.key, entry.actId] as const] : [])))
    for (const task of tasks) {
      const actId = task.kind === 'act' ? acts.get(task.key(begun.copy)) : undefined
      if (actId !== undefined) acts.set(task.unit.row.id, actId)
    }
    const made = new Map(open.flatMap((entry) => (entry.type === 'chapter' ? [[entry.key, entry.chapterId] as const] : [])))
    return { copy: begun.copy, onExisting: begun.onExisting, prefix: begun.prefix, acts, made }
  }
  const onExisting = options.onExisting ?? 'skip'
  const copy = onExisting === 'both' ? await firstFreeCopy(tasks, sink) : 0
  const prefix = (options.prefix ?? 'imp') + (copy === 0 ? '' : `-copy${copy}`)
  await options.journal?.append({ type: 'begin', sourceHash: plan.sourceHash, copy, onExisting, prefix })
  return { copy, onExisting, prefix, acts: new Map(), made: new Map() }
}

async function firstFreeCopy(tasks: ImportTask[], sink: ImportSink): Promise<number> {
  for (let copy = 0; ; copy++) {
    let taken = false
    for (const task of tasks) taken ||= task.kind === 'chapter' && (await sink.existing(task.key(copy)))
    if (!taken) return copy
  }
}

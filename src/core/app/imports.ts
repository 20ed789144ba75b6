import { readFile, stat } from 'node:fs/promises'
import type { CoreEvent } from '@shared/events'
import { fail, isFault } from '@shared/fault'
import type { HandlerInput, Output } from '@shared/procedures'
import type { ImportPlan } from '@shared/import-plan'
import type { ImportView } from '@shared/procedures/import'
import { applyImport, countExisting } from '../exchange/apply-import'
import { mergeUp, renameRow, setTicked, skipRow, splitAt } from '../exchange/edit-plan'
import type { ImportJournal, JournalEntry } from '../exchange/import-sink'
import type { Manuscript } from '../manuscript/types'
import type { OpenedProject } from '../project/types'
import type { StoryService } from '../story/types'
import { reportDefect } from './defect-log'
import { actIdOf, createImportSink, isActKey } from './import-sink'
import { openImportStore } from './import-store'
import type { ImportStore, StoredImport } from './import-store'
import { notTakenOf, planImport, rowText, shownName, viewOf, wholeOffset } from './import-view'
import type { OpenImport } from './import-view'

export interface ImportParts { project: OpenedProject; story: StoryService; manuscript: Manuscript }
type Again = HandlerInput<'import.run'>['again']
type Edit = HandlerInput<'import.edit'>['edit']
interface Running { stop: AbortController; ended: Promise<void> }

/** Import of one project: proposals live in memory, runs in the database (09 §15). */
export interface Imports {
  preview(file: string, choice: { encoding?: string | undefined; rule?: string | undefined }): Promise<ImportView>
  edit(id: string, edit: Edit): ImportView
  text(id: string, row: string): string
  run(id: string, again: Again): Promise<void>
  stop(id: string): Promise<{ made: number; left: number }>
  report(id: string): Output<'import.report'>
  pending(): Output<'import.pending'>
  close(): Promise<void>
}

const largestFile = 512 * 1_048_576
const keptPreviews = 4

export function createImports(parts: ImportParts): Imports {
  const { project } = parts
  const store = openImportStore(project.sessionsDb, () => project.env.now())
  const open = new Map<string, OpenImport>()
  const running = new Map<string, Running>()
  const find = (id: string) => open.get(id) ?? fail('IMPORT_UNKNOWN', 'This import is not open any more; choose the file again.', { actual: id })
  const keep = (one: OpenImport): ImportView => {
    open.delete(one.id)
    open.set(one.id, one)
    for (const id of [...open.keys()].slice(0, Math.max(0, open.size - keptPreviews))) if (!running.has(id)) open.delete(id)
    return viewOf(one)
  }
  return {
    preview: async (file, choice) => {
      const bytes = await readSource(file)
      const { plan, text } = await planImport(file, bytes, choice)
      const sink = createImportSink({ ...parts, store, importId: 'none' })
      return keep({ id: project.env.id('im'), file, bytes, plan, text, before: (await countExisting(plan, text, sink)) > 0 })
    },
    edit: (id, edit) => {
      if (running.has(id)) fail('IMPORT_RUNNING', 'This import is running; stop it before changing it.')
      const one = find(id)
      return keep({ ...one, plan: edited(one, edit) })
    },
    text: (id, row) => rowText(find(id), row),
    run: async (id, again) => {
      project.assertWritable()
      if (running.size > 0) fail('IMPORT_RUNNING', 'An import is running already.')
      const stop = new AbortController()
      // Held from here on, so that two clicks start one import.
      const hold: Running = { stop, ended: Promise.resolve() }
      running.set(id, hold)
      try {
        const { record, text } = await readied(parts, store, open.get(id) ?? null, id)
        hold.ended = runImport(parts, store, { record, text, again, stop })
          .catch((error: unknown) => void reportDefect(project.env.home, 'import', error))
          .finally(() => running.delete(id))
      } catch (error) {
        running.delete(id)
        throw error
      }
    },
    stop: async (id) => {
      const run = running.get(id)
      run?.stop.abort()
      await run?.ended
      const { made, total } = store.get(id) ?? fail('IMPORT_UNKNOWN', 'There is no such import.', { actual: id })
      return { made, left: total - made }
    },
    report: (id) => {
      const record = store.get(id)
      if (record) return { state: record.state, made: record.made, left: record.total - record.made, total: record.total, notTaken: notTakenOf(record.plan), message: record.message }
      const { plan } = find(id)
      return { state: 'preview', made: 0, left: plan.chapters, total: plan.chapters, notTaken: notTakenOf(plan), message: null }
    },
    pending: () => {
      const record = store.cutOff()
      const cut = record && !running.has(record.id) && !project.readOnly ? record : null
      return { importId: cut?.id ?? null, file: cut ? shownName(cut.file) : null, made: cut?.made ?? 0, total: cut?.total ?? 0 }
    },
    close: async () => {
      const ended = [...running.values()].map((run) => run.ended)
      // What was cut off by closing goes on like what was cut off by a crash.
      for (const run of running.values()) run.stop.abort('closing')
      await Promise.all(ended)
    },
  }
}

async function readSource(file: string): Promise<Uint8Array> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) return fail('NOT_FOUND', 'There is no such file.', { pointer: '/file', actual: file })
  if (found.size > largestFile) return fail('IMPORT_TOO_LARGE', 'This file is larger than 512 MB.', { pointer: '/file', actual: String(found.size) })
  return readFile(file)
}

function edited({ plan, text, ...rest }: OpenImport, edit: Edit): ImportPlan {
  if (edit.do === 'rename') return renameRow(plan, edit.row, edit.title)
  if (edit.do === 'mergeUp') return mergeUp(plan, text, edit.row)
  if (edit.do === 'tick') return setTicked(plan, text, edit.row, edit.ticked)
  if (edit.do === 'skip') return skipRow(plan, edit.row, edit.skipped ? 'author' : null)
  return splitAt(plan, text, edit.row, wholeOffset({ plan, text, ...rest }, edit.row, edit.offset))
}

/** A new run keeps plan and source first; one that was cut off gets both back from there. */
async function readied({ project }: ImportParts, store: ImportStore, open: OpenImport | null, id: string): Promise<{ record: StoredImport; text: string }> {
  const stored = store.get(id)
  if (stored && stored.state !== 'done') {
    const bytes = (await project.blobs.get(stored.plan.sourceHash)) ?? fail('IMPORT_SOURCE_GONE', 'The kept copy of the imported file is gone; choose the file again.', { actual: stored.file })
    const { encoding, rule } = stored.plan
    const { text } = await planImport(stored.file, bytes, { encoding, rule: rule.kind === 'pattern' ? `pattern:${rule.pattern}` : rule.kind })
    return { record: { ...stored, state: 'running', message: null }, text }
  }
  const { plan, text, bytes, file } = open ?? fail('IMPORT_UNKNOWN', 'This import is not open any more; choose the file again.', { actual: id })
  await project.blobs.put(bytes)
  return { record: { id, file, state: 'running', made: 0, total: plan.chapters, plan, begin: null, bytes: bytes.byteLength, message: null }, text }
}

interface Run { record: StoredImport; text: string; again: Again; stop: AbortController }

async function runImport(parts: ImportParts, store: ImportStore, { record: first, text, again, stop }: Run): Promise<void> {
  const { project } = parts
  let record = first
  let told = 0
  const save = (change: Partial<StoredImport>) => store.save((record = { ...record, ...change }))
  const tell = (stage: string) => {
    const { id, made, total, state, message } = record
    const event: CoreEvent = { type: 'import.progress', importId: id, stage, done: made, total, state, message }
    project.emit(event)
  }
  const journal: ImportJournal = {
    load: async () => journalOf(record, store),
    append: async (entry) => {
      if (entry.type === 'begin') save({ begin: { copy: entry.copy, onExisting: entry.onExisting, prefix: entry.prefix } })
    },
  }
  const onProgress = ({ stage, done, total }: { stage: string; done: number; total: number }) => {
    record = { ...record, made: done, total }
    if (Date.now() - told < 100 && stage !== 'done') return
    told = Date.now()
    store.save(record)
    if (stage !== 'done') tell(stage)
  }
  save({})
  tell('check')
  try {
    const outcome = await applyImport(record.plan, text, createImportSink({ ...parts, store, importId: record.id }), { signal: stop.signal, onProgress, journal, onExisting: again })
    const made = outcome.made + outcome.kept
    if (outcome.stopped && stop.signal.reason === 'closing') return save({ made })
    save({ made, state: outcome.stopped ? 'stopped' : 'done' })
  } catch (error) {
    save({ state: 'failed', message: isFault(error) ? error.fault.message : 'Something went wrong; what was made is kept.' })
    if (!isFault(error)) throw error
  } finally {
    if (record.state !== 'running') tell(record.state)
  }
}

function journalOf({ plan: { sourceHash }, begin, id }: StoredImport, store: ImportStore): JournalEntry[] {
  if (!begin) return []
  const made = store.made(id).map(({ key, chapterId }): JournalEntry => (isActKey(chapterId) ? { type: 'act', sourceHash, key, actId: actIdOf(chapterId) } : { type: 'chapter', sourceHash, key, chapterId }))
  return [{ type: 'begin', sourceHash, ...begin }, ...made]
}

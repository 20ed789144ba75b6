import { readFile, stat } from 'node:fs/promises'
import type { CoreEvent } from '@shared/events'
import { fail, isFault } from '@shared/fault'
import type { HandlerInput, Output } from '@shared/procedures'
import type { ImportPlan, ImportProgress } from '@shared/import-plan'
import type { ImportView } from '@shared/procedures/import'
import { applyImport, countExisting } from '../exchange/apply-import'
import { assertLossless } from '../exchange/coverage'
import { acceptLoss, mergeUp, renameRow, setTicked, skipRow, splitAt } from '../exchange/edit-plan'
import { readFolderSource } from '../exchange/folder-source'
import type { ImportJournal, JournalEntry } from '../exchange/import-sink'
import type { Manuscript } from '../manuscript/types'
import type { OpenedProject } from '../project/types'
import type { StoryService } from '../story/types'
import { reportDefect } from './defect-log'
import { actIdOf, createImportSink, earlierVersion, isActKey, settleImport } from './import-sink'
import { openImportStore } from './import-store'
import type { ImportStore, StoredImport } from './import-store'
import { notTakenOf, planImport, rowText, shownName, viewOf, wholeOffset } from './import-view'
import type { OpenImport } from './import-view'

export interface ImportParts { project: OpenedProject; story: StoryService; manuscript: Manuscript }
type Again = HandlerInput<'import.run'>['again']
type Edit = HandlerInput<'import.edit'>['edit']
interface Choice { encoding?: string | undefined; rule?: string | undefined; only?: string | undefined }
interface Running { stop: AbortController; ended: Promise<void> }

/** Import of one project: proposals live in memory, runs in the database (09 §15). */
export interface Imports {
  /** Of a file, or of a folder, of which `only` takes the files of one kind. */
  preview(file: string, choice: Choice): Promise<ImportView>
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

export const createImports = (parts: ImportParts): Imports => new ProjectImports(parts)

class ProjectImports implements Imports {
  private readonly store: ImportStore
  private readonly proposals = new Map<string, OpenImport>()
  private readonly running = new Map<string, Running>()

  constructor(private readonly parts: ImportParts) {
    this.store = openImportStore(parts.project.sessionsDb, () => parts.project.env.now())
  }

  async preview(file: string, choice: Choice): Promise<ImportView> {
    const bytes = await readSource(file, choice.only ?? null)
    const { plan, text } = await planImport(file, bytes, choice)
    const before = (await countExisting(plan, text, createImportSink({ ...this.parts, store: this.store, importId: 'none' }))) > 0
    const earlier = before ? null : earlierVersion({ project: this.parts.project, store: this.store }, file, plan.sourceHash)
    return this.propose({ id: this.parts.project.env.id('im'), file, bytes, plan, text, before, earlier })
  }

  edit(id: string, edit: Edit): ImportView {
    if (this.running.has(id)) fail('IMPORT_RUNNING', 'This import is running; stop it before changing it.')
    const one = this.find(id)
    return this.propose({ ...one, plan: edited(one, edit) })
  }

  text(id: string, row: string): string {
    return rowText(this.find(id), row)
  }

  async run(id: string, again: Again): Promise<void> {
    const { project } = this.parts
    project.assertWritable()
    if (this.running.size > 0 || this.store.runsElsewhere()) fail('IMPORT_RUNNING', 'An import is running already.')
    const open = this.proposals.get(id) ?? null
    if (again === 'replace' && open !== null && open.earlier !== null) fail('IMPORT_OTHER_VERSION', `An earlier version of this file was imported on ${open.earlier.slice(0, 10)}; its chapters cannot be replaced by these.`, { fix: 'Import it beside them (skip), and delete the earlier chapters yourself.' })
    // Held from here on, so that two clicks start one import.
    const hold: Running = { stop: new AbortController(), ended: Promise.resolve() }
    this.running.set(id, hold)
    try {
      const { record, text } = await readied(this.parts, this.store, open, { id, again })
      hold.ended = runImport(this.parts, this.store, { record, text, again, stop: hold.stop })
        .catch((error: unknown) => void reportDefect(project.env.home, 'import', error))
        .finally(() => this.running.delete(id))
    } catch (error) {
      this.running.delete(id)
      throw error
    }
  }

  async stop(id: string): Promise<{ made: number; left: number }> {
    const run = this.running.get(id)
    run?.stop.abort()
    await run?.ended
    const record = this.store.get(id) ?? fail('IMPORT_UNKNOWN', 'There is no such import.', { actual: id })
    // One that a crash cut off does not run; stopping it means it is not to go on.
    if (!run && record.state === 'running' && !this.store.runsElsewhere()) {
      await settleImport({ ...this.parts, store: this.store }, record)
      this.store.save({ ...record, state: 'stopped' })
    }
    const { made, total } = record
    return { made, left: total - made }
  }

  report(id: string): Output<'import.report'> {
    const record = this.store.get(id)
    if (record) return { state: record.state, made: record.made - record.kept, skipped: record.kept, left: record.total - record.made, total: record.total, notTaken: [...record.failed.map(({ title, message }) => ({ what: `${title}: ${message}`, reason: 'failed' })), ...notTakenOf(record.plan)], message: record.message }
    const { plan } = this.find(id)
    return { state: 'preview', made: 0, skipped: 0, left: plan.chapters, total: plan.chapters, notTaken: notTakenOf(plan), message: null }
  }

  pending(): Output<'import.pending'> {
    const [record = null] = this.store.cutOff()
    const running = record !== null && this.running.has(record.id)
    const found = running || !this.parts.project.readOnly ? record : null
    return { running, importId: found?.id ?? null, file: found ? shownName(found.file) : null, made: found?.made ?? 0, total: found?.total ?? 0 }
  }

  async close(): Promise<void> {
    const ended = [...this.running.values()].map((run) => run.ended)
    // What was cut off by closing goes on like what was cut off by a crash.
    for (const run of this.running.values()) run.stop.abort('closing')
    await Promise.all(ended)
  }

  private find(id: string): OpenImport {
    return this.proposals.get(id) ?? fail('IMPORT_UNKNOWN', 'This import is not open any more; choose the file again.', { actual: id })
  }

  /** Keeps the newest few: a proposal holds the whole text. */
  private propose(one: OpenImport): ImportView {
    this.proposals.delete(one.id)
    this.proposals.set(one.id, one)
    for (const id of [...this.proposals.keys()].slice(0, Math.max(0, this.proposals.size - keptPreviews))) if (!this.running.has(id)) this.proposals.delete(id)
    return viewOf(one)
  }
}

async function readSource(file: string, only: string | null): Promise<Uint8Array> {
  const found = await stat(file).catch(() => null)
  if (found?.isDirectory() === true) return readFolderSource(file, only)
  if (!found?.isFile()) return fail('NOT_FOUND', 'There is no such file.', { pointer: '/file', actual: file })
  if (found.size > largestFile) return fail('IMPORT_TOO_LARGE', 'This file is larger than 512 MB.', { pointer: '/file', actual: String(found.size) })
  return readFile(file)
}

function edited({ plan, text, ...rest }: OpenImport, edit: Edit): ImportPlan {
  if (edit.do === 'rename') return renameRow(plan, edit.row, edit.title)
  if (edit.do === 'acceptLoss') return acceptLoss(plan, edit.accepted)
  if (edit.do === 'mergeUp') return mergeUp(plan, text, edit.row)
  if (edit.do === 'tick') return setTicked(plan, text, edit.row, edit.ticked)
  if (edit.do === 'skip') return skipRow(plan, edit.row, edit.skipped ? 'author' : null)
  return splitAt(plan, text, edit.row, wholeOffset({ plan, text, ...rest }, edit.row, edit.offset))
}

/** A new run keeps plan and source first; one that was cut off gets both back from there. What others that were cut off had half made is ended first. */
async function readied(parts: ImportParts, store: ImportStore, open: OpenImport | null, { id, again }: { id: string; again: Again }): Promise<{ record: StoredImport; text: string }> {
  const { project } = parts
  const stored = store.get(id)
  if (stored && stored.state !== 'done') {
    const bytes = (await project.blobs.get(stored.plan.sourceHash)) ?? fail('IMPORT_SOURCE_GONE', 'The kept copy of the imported file is gone; choose the file again.', { actual: stored.file })
    const { encoding, rule } = stored.plan
    const { text } = await planImport(stored.file, bytes, { encoding, rule: rule.kind === 'pattern' ? `pattern:${rule.pattern}` : rule.kind })
    return { record: { ...stored, state: 'running', message: null }, text }
  }
  const { plan, text, bytes, file } = open ?? fail('IMPORT_UNKNOWN', 'This import is not open any more; choose the file again.', { actual: id })
  assertLossless(plan)
  await project.blobs.put(bytes)
  const record: StoredImport = { id, file, state: 'running', made: 0, kept: 0, total: plan.chapters, plan, begin: null, bytes: bytes.byteLength, message: null, failed: [] }
  return { record: await goingOn(parts, store, record, again), text }
}

/** The same file chosen again in place of going on: the run takes over what the one that was cut off made, if it is to do the same. */
async function goingOn(parts: ImportParts, store: ImportStore, record: StoredImport, again: Again): Promise<StoredImport> {
  let next = record
  for (const old of store.cutOff()) {
    await settleImport({ ...parts, store }, old)
    if (old.plan.sourceHash !== record.plan.sourceHash) continue
    const same = next.begin === null && old.begin?.onExisting === again && whatItMakes(old.plan) === whatItMakes(record.plan)
    if (same) store.takeOver(old, (next = { ...record, begin: old.begin }))
    else store.save({ ...old, state: 'stopped' })
  }
  return next
}

const whatItMakes = ({ rows }: ImportPlan): string => JSON.stringify(rows.map(({ kind, title, start, bodyStart, end, ticked, skipped, noAct }) => [kind, title, start, bodyStart, end, ticked, skipped, noAct]))

interface Run { record: StoredImport; text: string; again: Again; stop: AbortController }

async function runImport(parts: ImportParts, store: ImportStore, { record: first, text, again, stop }: Run): Promise<void> {
  const { project } = parts
  let record = first
  let told = 0
  const save = (change: Partial<StoredImport>) => store.save((record = { ...record, ...change }))
  const tell = (stage: string) => {
    const { id, made, kept, total, state, message } = record
    const event: CoreEvent = { type: 'import.progress', importId: id, stage, done: made, skipped: kept, total, state, message }
    project.emit(event)
  }
  const journal: ImportJournal = {
    load: async () => journalOf(record, store),
    append: async (entry) => {
      if (entry.type === 'begin') save({ begin: { copy: entry.copy, onExisting: entry.onExisting, prefix: entry.prefix } })
    },
  }
  const onProgress = ({ stage, done, kept, total }: ImportProgress) => {
    record = { ...record, made: done, kept, total }
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
    const { kept } = outcome
    if (outcome.stopped && stop.signal.reason === 'closing') return store.save({ ...record, made, kept }, null)
    const [first] = outcome.failed
    save({ made, kept, failed: outcome.failed, ...(first !== undefined && made === 0 ? { state: 'failed', message: first.message } : { state: outcome.stopped ? 'stopped' : 'done' }) })
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

import { dirname } from 'node:path'
import { Cancelled, fail, isCancelled, isFault } from '@shared/fault'
import type { Output } from '@shared/procedures'
import type { ExportChoice } from '@shared/procedures/export'
import { bookOf, countsOf, sectionsOf, type Book, type BookChapter } from '../exchange/export-book'
import { exportTarget } from '../exchange/export-target'
import { previewOf } from '../exchange/export-preview'
import { readProse } from '../exchange/read-prose'
import { writeBook, type BookRun } from '../exchange/write-book'
import { removeStrayTemps, writeFileAtomic } from '../project/atomic-write'
import { hashBytes } from '../project/hash'
import { slugOf } from '../project/slug'
import type { OpenedProject, Reading } from '../project/types'
import type { StoryService } from '../story/types'
import { reportDefect } from './defect-log'
import { markLost } from './lost-texts'

export interface ExportParts { project: OpenedProject; story: StoryService }
type Report = Output<'export.report'>
interface Running { report: Report; stop: AbortController; ended: Promise<void> }

/** Exports of one project: how each stands lives in memory, nothing is kept of them in the project (09 §16). */
export interface Exports {
  choices(): Promise<Output<'export.choices'>>
  preview(choice: ExportChoice): Promise<Output<'export.preview'>>
  /** Its id once it has begun. EXPORT_RUNNING, EXPORT_EMPTY, ENTITY_NOT_FOUND, and what a target is refused for. */
  run(choice: ExportChoice, file: string, overwrite: boolean): Promise<string>
  stop(id: string): Promise<void>
  /** Its report once it has ended. */
  ended(id: string): Promise<Report>
  report(id: string): Report
  close(): Promise<void>
}

const keptReports = 8
/** Progress is told this often at most, in milliseconds. */
const tellMs = 100

export const createExports = (parts: ExportParts): Exports => new ProjectExports(parts)

class ProjectExports implements Exports {
  private readonly runs = new Map<string, Running>()
  private starting = false

  constructor(private readonly parts: ExportParts) {}

  async choices(): Promise<Output<'export.choices'>> {
    const { project } = this.parts
    const running = this.running()
    const book = await this.book()
    const counts = countsOf(book.chapters, book.orphans)
    const empty = book.chapters.length === 0 ? 'noChapters' : counts.chapters === 0 ? 'noText' : null
    return { title: book.title, sections: sectionsOf(book.chapters), ...counts, empty, suggestedName: slugOf(book.title), suggestedFolder: dirname(project.dir), running }
  }

  async preview(choice: ExportChoice): Promise<Output<'export.preview'>> {
    const book = await this.book()
    const chosen = chosenOf(book, choice)
    return { ...countsOf(chosen, choice.chapters === null ? book.orphans : []), ...(await this.reading((read) => previewOf({ book, chosen, choice, read }))) }
  }

  async run(choice: ExportChoice, file: string, overwrite: boolean): Promise<string> {
    const { project } = this.parts
    if (this.starting || this.running() !== null) fail('EXPORT_RUNNING', 'An export is running already.')
    this.starting = true
    try {
      // What the author has typed a moment ago belongs to the book.
      await project.unsaved.flush(null)
      const book = await this.book()
      const chosen = chosenOf(book, choice)
      const counts = countsOf(chosen, choice.chapters === null ? book.orphans : [])
      if (counts.chapters === 0) fail('EXPORT_EMPTY', book.chapters.length === 0 ? 'The novel has no chapters yet.' : 'No chapter that was chosen has text.', { pointer: '/choice/chapters' })
      const path = await exportTarget(file, overwrite, project.env)
      const id = project.env.id('ex')
      const run: Running = { report: { state: 'running', path, ...counts, doneAt: null, code: null, message: null }, stop: new AbortController(), ended: Promise.resolve() }
      this.keep(id, run)
      run.ended = this.work(id, run, { book, chosen, choice }, overwrite ? null : file)
      return id
    } finally {
      this.starting = false
    }
  }

  async stop(id: string): Promise<void> {
    const run = this.find(id)
    run.stop.abort()
    await run.ended
  }

  async ended(id: string): Promise<Report> {
    const run = this.find(id)
    await run.ended
    return run.report
  }

  report(id: string): Report {
    return this.find(id).report
  }

  async close(): Promise<void> {
    for (const run of this.runs.values()) run.stop.abort()
    await Promise.all([...this.runs.values()].map((run) => run.ended))
  }

  private running(): string | null {
    return [...this.runs].find(([, run]) => run.report.state === 'running')?.[0] ?? null
  }

  private find(id: string): Running {
    return this.runs.get(id) ?? fail('EXPORT_UNKNOWN', 'There is no such export.', { actual: id })
  }

  private keep(id: string, run: Running): void {
    this.runs.set(id, run)
    for (const old of [...this.runs.keys()].slice(0, -keptReports)) this.runs.delete(old)
  }

  private async book(): Promise<Book> {
    const { project, story } = this.parts
    const book = bookOf(await story.outline(), project.manifest().locale)
    // A text that counts as nothing, such as one picture sign, is text all the same.
    const doubtful = book.chapters.filter((chapter) => !chapter.hasText)
    if (doubtful.length > 0 || book.orphans.length > 0) {
      await this.reading(async (read, reading) => {
        for (const chapter of doubtful) chapter.hasText = chapter.paths.length > 0 && (await read(chapter)).lines.some((line) => line.kind !== 'break')
        await markLost(project, reading, book)
      })
    }
    return book
  }

  private async reading<T>(work: (read: BookRun['read'], reading: Reading) => Promise<T>): Promise<T> {
    const { files } = this.parts.project
    const reading = files.reading()
    try {
      return await work((chapter) => readProse(files, reading, chapter.paths), reading)
    } finally {
      await reading.close()
    }
  }

  private async work(id: string, run: Running, what: Omit<BookRun, 'id' | 'modified' | 'read' | 'signal' | 'onProgress'>, mustBeFree: string | null): Promise<void> {
    const { project } = this.parts
    const { signal } = run.stop
    const { path, chapters: total } = run.report
    const tell = (stage: string, done: number) => project.emit({ type: 'export.progress', exportId: id, stage, done, total, state: run.report.state, message: run.report.message })
    let told = performance.now()
    const onProgress = (stage: string, done: number) => {
      if (performance.now() - told < tellMs) return
      told = performance.now()
      tell(stage, done)
    }
    let done = 0
    try {
      tell('read', 0)
      const made = await this.reading((read) => writeBook({ ...what, id: bookId(project), modified: project.env.now(), read, signal, onProgress }))
      tell('write', total)
      await removeStrayTemps(dirname(path), 0)
      if (mustBeFree !== null) await exportTarget(mustBeFree, false, project.env)
      if (signal.aborted) throw new Cancelled()
      await writeFileAtomic(path, made.bytes)
      done = made.counts.chapters
      run.report = { ...run.report, state: 'done', ...made.counts, doneAt: project.env.now().toISOString() }
    } catch (error) {
      if (isCancelled(error)) run.report = { ...run.report, state: 'stopped' }
      else {
        run.report = { ...run.report, state: 'failed', code: isFault(error) ? error.fault.code : 'INTERNAL', message: isFault(error) ? error.fault.message : 'Something went wrong; nothing was written.' }
        if (!isFault(error)) reportDefect(project.env.home, 'export', error)
      }
    } finally {
      tell(run.report.state, done)
    }
  }
}

/** ENTITY_NOT_FOUND for a chapter that is gone. */
function chosenOf(book: Book, { chapters }: ExportChoice): BookChapter[] {
  if (chapters === null) return book.chapters
  const wanted = new Set(chapters)
  const chosen = book.chapters.filter((chapter) => wanted.delete(chapter.id))
  const [gone] = wanted
  if (gone !== undefined) fail('ENTITY_NOT_FOUND', `There is no chapter ${gone}.`, { pointer: '/choice/chapters', actual: gone })
  return chosen
}

/** A UUID that stays with a novel, so that a reader's app knows its next export as the same book. */
function bookId({ slug, manifest }: OpenedProject): string {
  const hex = hashBytes(`wenqu book\n${slug}\n${manifest().title}`)
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

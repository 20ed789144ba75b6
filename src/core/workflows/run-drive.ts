import { Cancelled, fail, isCancelled } from '@shared/fault'
import type { FlowEnd, FlowItem, FlowSession, FlowTurn } from '../sandbox/types'
import { hashOf } from '../tools/canonical'
import { failureOf, isWork, needsRoom } from './activities'
import type { ActivityRow, Journal, RunRow } from './journal'

/** 04 §12; notes are words and boxes of the chart, which cost nothing. */
export const LIMITS = { activities: 200, notes: 2_000, resultChars: 1_000_000 }
const PARALLEL = 16
const NOTES: ReadonlySet<string> = new Set(['log', 'progress', 'chart.node', 'chart.edge', 'chart.enter', 'chart.leave', 'chart.move'])

export interface DriveParts {
  readonly journal: Journal
  readonly flow: FlowSession
  /** Does one activity and gives its answer; `signal` ends it. */
  perform(row: ActivityRow, signal: AbortSignal): Promise<unknown>
  /** A question for the author is open; the answer comes by `answered`. */
  ask(row: ActivityRow): void
  /** May an activity that opens a session begin now? */
  hasRoom(): boolean
  /** The journal grew. */
  changed(): void
}

/**
 * One run in this process (04 §12). What a script asks for is written before it is done, an answer before it is given: a later run of the
 * same script gets the same answers in the same order and so comes to the same place, and only what has no answer is done.
 */
export class Drive {
  readonly #parts: DriveParts
  readonly #run: RunRow
  readonly #stop: AbortSignal
  /** What is still at work when the script has ended is ended too. */
  readonly #rest = new AbortController()
  readonly #known: Map<string, ActivityRow>
  /** Answers that were given before, in their order. */
  readonly #given: ActivityRow[]
  readonly #calls = new Map<number, number>()
  readonly #backlog: ActivityRow[] = []
  readonly #ready: ActivityRow[] = []
  readonly #flight = new Set<number>()
  readonly #asked = new Set<number>()
  #order = 0
  #wake: () => void = () => undefined
  #defect: unknown = null
  #halted = false

  constructor(parts: DriveParts, run: RunRow, stop: AbortSignal) {
    this.#parts = parts
    this.#run = run
    this.#stop = stop
    const rows = parts.journal.rows(run.runId)
    this.#known = new Map(rows.map((row) => [keyOf(row), row]))
    this.#given = rows.filter((row) => row.settled !== null).sort((a, b) => (a.settled ?? 0) - (b.settled ?? 0))
    stop.addEventListener('abort', () => this.#wake(), { once: true })
  }

  /** Cancelled when stopped; WORKFLOW_DIVERGED, WORKFLOW_STUCK and what the script failed with. */
  async run(): Promise<unknown> {
    const { flow } = this.#parts
    try {
      await flow.open()
      let turn: FlowTurn = await flow.start(JSON.parse(this.#run.args), JSON.parse(this.#run.caller), LIMITS)
      for (;;) {
        if (this.#stop.aborted || this.#halted) throw new Cancelled()
        this.#take(turn.items)
        if (turn.end !== null) return this.#finish(turn.end)
        const row = await this.#next()
        turn = await flow.deliver(this.#callOf(row), answerOf(row))
      }
    } finally {
      if (!this.#halted) this.#rest.abort()
    }
  }

  /** The author answered: the row holds it. */
  answered(n: number): void {
    if (this.#asked.delete(n)) this.#arrived(n)
  }

  /** The app closes: nothing more is begun or written, what is at work is left to those who do it. */
  halt(): void {
    this.#halted = true
    this.#wake()
  }

  get #replaying(): boolean { return this.#order < this.#given.length }

  /** Everything of a turn is one commit, before anything of it is done. */
  #take(items: readonly FlowItem[]): void {
    if (items.length === 0) return
    const { journal } = this.#parts
    const fresh = journal.transaction(() => items.map((item) => this.#rowOf(item)))
    for (const [at, row] of fresh.entries()) {
      if (row.note === 1) continue
      this.#calls.set(row.n, items[at]?.call ?? 0)
      if (row.settled !== null) continue
      if (row.result !== null) this.#ready.push(row)
      else this.#backlog.push(row)
    }
    this.#parts.changed()
  }

  #rowOf(item: FlowItem): ActivityRow {
    const note = item.call === 0
    if (note ? !NOTES.has(item.kind) : !isWork(item.kind) && item.kind !== 'ask') fail('WORKFLOW_INVALID', `A workflow has no "${item.kind}".`)
    const known = this.#known.get(keyOf(item))
    if (known !== undefined) {
      if (known.kind !== item.kind || known.argsHash !== hashOf(item.args)) diverged(`${item.kind} where ${known.kind} stood`)
      // The author may have answered while the script was on its way here.
      return known.result === null && !note ? this.#parts.journal.row(this.#run.runId, known.n) : known
    }
    if (this.#replaying) diverged(`${item.kind} is new`)
    const row = this.#parts.journal.add(this.#run.runId, this.#known.size + 1, { ...item, note })
    this.#known.set(keyOf(row), row)
    return row
  }

  /** The answer that comes next: as it was given before, else the first that arrives. */
  async #next(): Promise<ActivityRow> {
    const before = this.#given[this.#order]
    this.#order += 1
    if (before !== undefined) return before
    for (;;) {
      if (this.#halted) throw new Cancelled()
      this.#pump()
      const row = this.#ready.shift()
      if (this.#defect !== null) throw this.#defect
      if (this.#stop.aborted) throw new Cancelled()
      if (row !== undefined) return this.#settled(row)
      if (this.#flight.size + this.#asked.size === 0) fail('WORKFLOW_STUCK', 'The workflow waits for something that never comes.')
      await new Promise<void>((resolve) => { this.#wake = resolve })
    }
  }

  #settled(row: ActivityRow): ActivityRow {
    this.#parts.journal.settle(this.#run.runId, row.n, this.#order)
    this.#parts.changed()
    return { ...this.#parts.journal.row(this.#run.runId, row.n) }
  }

  /** Begins what may begin now: at most 16 at once, and a session only where there is room for one. */
  #pump(): void {
    for (let at = 0; at < this.#backlog.length; ) {
      const row = this.#backlog[at]
      if (row === undefined) return
      if (row.kind !== 'ask' && this.#flight.size >= PARALLEL) return
      // Alone it begins in any case, and is told that there is no room.
      if (needsRoom(row.kind) && row.sessionId === null && this.#flight.size > 0 && !this.#parts.hasRoom()) { at += 1; continue }
      this.#backlog.splice(at, 1)
      if (row.kind === 'ask') this.#ask(row)
      else void this.#perform(row)
    }
  }

  #ask(row: ActivityRow): void {
    this.#asked.add(row.n)
    try {
      this.#parts.ask(row)
    } catch (error) {
      this.#asked.delete(row.n)
      this.#store(row, error)
    }
  }

  async #perform(row: ActivityRow): Promise<void> {
    this.#flight.add(row.n)
    try {
      const value = await this.#parts.perform(row, AbortSignal.any([this.#stop, this.#rest.signal]))
      if (this.#halted) return
      this.#parts.journal.done(this.#run.runId, row.n, { ok: true, value: value ?? null })
      this.#flight.delete(row.n)
      this.#arrived(row.n)
    } catch (error) {
      this.#flight.delete(row.n)
      this.#store(row, error)
    }
  }

  #store(row: ActivityRow, error: unknown): void {
    if (this.#halted) return
    const failure = isCancelled(error) && !this.#stop.aborted && !this.#rest.signal.aborted ? { code: 'CANCELLED', message: 'it was stopped' } : failureOf(error)
    if (failure === null) {
      if (!isCancelled(error)) this.#defect = error
      this.#wake()
      return
    }
    this.#parts.journal.done(this.#run.runId, row.n, { ok: false, value: failure })
    this.#arrived(row.n)
  }

  #arrived(n: number): void {
    this.#ready.push(this.#parts.journal.row(this.#run.runId, n))
    this.#wake()
  }

  #callOf(row: ActivityRow): number { return this.#calls.get(row.n) ?? diverged(`${row.kind} was not asked for again`) }

  #finish(end: FlowEnd): unknown {
    if (this.#replaying || [...this.#known.values()].some((row) => row.note === 0 && !this.#calls.has(row.n))) diverged('it ended before it had asked for all of it')
    return end.ok ? end.value : fail(end.code, end.line === null ? end.message : `line ${end.line}: ${end.message}`, { data: { line: end.line } })
  }
}

const keyOf = ({ branch, seq }: { branch: string; seq: number }): string => `${branch}#${seq}`
const diverged = (what: string): never => fail('WORKFLOW_DIVERGED', `This time the workflow asked for something else than before (${what}); nothing more was done.`)

function answerOf(row: ActivityRow): { ok: true; json: string } | { ok: false; code: string; message: string } {
  if (row.failed === 0) return { ok: true, json: row.result ?? 'null' }
  const { code, message } = JSON.parse(row.result ?? '{}') as { code: string; message: string }
  return { ok: false, code, message }
}

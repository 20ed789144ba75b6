import { isCancelled, isFault, type Fault } from '@shared/fault'
import type { EventOf } from '@shared/events'
import type { MessageSource, Picture } from '@shared/session'
import { usedBehind } from './book-use'
import { brokenIn, keepBroken } from './broken'
import { endEdits } from './live-edits'
import type { Parts } from './parts'
import { originOf } from './queue'
import { runLoop, type Ending } from './run-loop'
import { newRun, type Run } from './run'
import type { Pause } from './session-rows'
import { prepared } from '../project/statements'

type How = EventOf<'run.ended'>['how']
export interface EndedRun { sessionId: number; runId: string; how: How; code: string | null; text: string | null }
/** Who is told of runs: after a run is settled and the session shows it, when it waits for the author, when it begins or goes on, when it calls a tool. */
export interface RunWatcher { ended(run: EndedRun): void; waits(sessionId: number): void; started(sessionId: number): void; calls(sessionId: number, tool: string): void }
/** What a run begins with: a message that is stored first, or the run it goes on with. */
export interface RunStart { message?: string; source?: MessageSource | null; pictures?: readonly Picture[]; parentId?: string | null; resume?: string; /** For this run alone. */ model?: string | null }

/** With how long the provider asks to wait. */
function laterPause({ code, message, data }: Fault): Pause {
  const { until, seconds } = data ?? {}
  return { code, text: message, ...(typeof until === 'string' && typeof seconds === 'number' ? { values: { until, seconds } } : {}) }
}

/** The runs of this process, at most one per session (04 §3). */
export class Runs {
  readonly #parts: Parts
  readonly #active = new Map<number, Run>()
  readonly #watcher: RunWatcher
  #closed = false

  constructor(parts: Parts, watcher: RunWatcher) { this.#parts = parts; this.#watcher = watcher }

  get closed(): boolean { return this.#closed }

  of(sessionId: number): Run | undefined { return this.#active.get(sessionId) }

  /** Starts a run at the tail of the branch; `message` is stored first. `resume` goes on with a run that waited. */
  start(sessionId: number, options: RunStart = {}): Run | null {
    if (this.#closed || this.#active.has(sessionId)) return null
    const { store, project, env } = this.#parts
    const runId = options.resume ?? env.id('run')
    const run = project.sessionsDb.transaction(() => {
      const named = options.model ?? options.source?.model ?? null
      const model = named ?? this.#modelOf(sessionId, options.resume)
      const made = newRun(store.nextEpoch(sessionId, runId), runId, project.emit, model)
      made.broken = brokenIn(store.draft(sessionId))
      if (made.broken.length > 0) made.askedAgain = { times: 1, why: null }
      if (options.message !== undefined) this.#say(made, options.message, options)
      this.#life(sessionId, runId, options.resume === undefined ? 'start' : 'resumed', named === null ? {} : { model: named })
      return made
    })()
    this.#active.set(sessionId, run)
    run.done = this.#drive(run)
    this.#watcher.started(sessionId)
    return run
  }

  /** A run that waited goes on with the model it was started with. */
  #modelOf(sessionId: number, resumed: string | undefined): string | null {
    if (resumed === undefined) return null
    const row = prepared<[number, string], { model: string | null }>(this.#parts.project.sessionsDb,
      "SELECT json_extract(payload, '$.model') AS model FROM Entry WHERE sessionId = ? AND seq > 0 AND type = 'invocation_lifecycle' AND runId = ? AND json_extract(payload, '$.phase') = 'start' LIMIT 1").get(sessionId, resumed)
    return row?.model ?? null
  }

  /** A run that waited is over without having gone on: stopped, or settled by its report. */
  over(run: EndedRun): void { this.#watcher.ended(run) }

  #say(run: Run, text: string, { source, parentId, pictures = [] }: RunStart): void {
    if (source?.input !== undefined) this.#parts.store.set(run.sessionId, { payload: JSON.stringify(source.input) })
    const payload = { role: 'user', text, intent: 'normal', ...(source === null || source === undefined ? {} : { source }), ...(pictures.length === 0 ? {} : { pictures }) }
    this.#parts.store.append(run.sessionId, { type: 'message', origin: originOf(source), runId: run.runId, payload, ...(parentId === undefined ? {} : { parentId }) }, run.epoch)
  }

  async #drive(run: Run): Promise<void> {
    await Promise.resolve()
    let settled: EndedRun | null = null
    try {
      settled = this.#settle(run, await runLoop(this.#parts, run, (tool) => this.#watcher.calls(run.sessionId, tool)))
    } catch (error) {
      settled = this.#failed(run, error)
    } finally {
      endEdits(run)
      run.deltas.flush()
      this.#active.delete(run.sessionId)
    }
    if (settled !== null) this.#watcher.ended(settled)
  }

  #settle(run: Run, ending: Ending): EndedRun | null {
    if (run.closing) return null
    const { store, queue } = this.#parts
    if (ending.kind === 'waiting') {
      store.set(run.sessionId, { status: 'waiting', unread: true })
      this.#life(run.sessionId, run.runId, 'waiting')
      this.#watcher.waits(run.sessionId)
      return null
    }
    keepBroken(this.#parts, run)
    if (ending.kind === 'pause') {
      store.dropDraft(run.sessionId)
      store.set(run.sessionId, { status: 'waiting', pause: ending.pause, unread: true })
      return this.#tell(run, 'paused', ending.pause.code, ending.pause.text)
    }
    if (ending.kind === 'stopped') queue.returnSteers(run.sessionId)
    store.set(run.sessionId, { status: 'idle', unread: true })
    return this.#tell(run, ending.kind === 'stopped' ? 'aborted' : 'end', null, null)
  }

  #failed(run: Run, error: unknown): EndedRun | null {
    if (run.closing || (isFault(error) && error.fault.code === 'RUN_FENCED')) return null
    if (isCancelled(error)) return this.#settle(run, { kind: 'stopped' })
    const fault = isFault(error) ? error.fault : { code: 'INTERNAL', message: 'Something went wrong inside the app.' }
    const { store, queue } = this.#parts
    if (fault.code === 'RETRY_LATER') return this.#settle(run, { kind: 'pause', pause: laterPause(fault) })
    const payload = { role: 'assistant', text: '', calls: [], status: 'error', model: '', usage: null, note: `${fault.code}: ${fault.message}`, ...usedBehind(run, null, false) }
    keepBroken(this.#parts, run)
    store.append(run.sessionId, { type: 'message', origin: 'engine', runId: run.runId, payload }, run.epoch)
    queue.returnSteers(run.sessionId)
    store.set(run.sessionId, { status: 'idle', unread: true })
    return this.#tell(run, 'error', fault.code, fault.message)
  }

  #tell(run: Run, how: How, code: string | null, text: string | null): EndedRun {
    this.#life(run.sessionId, run.runId, how === 'paused' ? 'waiting' : how, code === null ? {} : { code, text })
    run.deltas.tell({ type: 'run.ended', sessionId: run.sessionId, runId: run.runId, how, code, text })
    return { sessionId: run.sessionId, runId: run.runId, how, code, text }
  }

  #life(sessionId: number, runId: string, phase: string, more: Record<string, unknown> = {}): void {
    this.#parts.store.append(sessionId, { type: 'invocation_lifecycle', origin: 'engine', runId, payload: { phase, ...more } })
  }

  /** Stops a run and waits until it is settled (04 §8: the model within 1 s, tools get 2 s). */
  async cancel(sessionId: number): Promise<void> {
    const run = this.#active.get(sessionId)
    run?.control.abort()
    await run?.done
  }

  /** Leaves every run as it is on disk, for the next start to take up. */
  async close(): Promise<void> {
    this.#closed = true
    for (const run of this.#active.values()) { run.closing = true; run.control.abort() }
    await Promise.all([...this.#active.values()].map((run) => run.done))
  }
}


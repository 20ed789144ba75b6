import type { EventOf } from '@shared/events'
import { fail, isCancelled, isFault } from '@shared/fault'
import type { LintContext } from '../../tools/lint/types'
import { loadedSpec } from '../loaded-spec'
import type { Layer, ScriptSpec, ScriptState } from '../types'
import { keepLastTest } from './last-test'
import type { Row } from './report'

export interface TestRunParts { readonly home: string; now(): Date; emit(event: EventOf<'tooltest.progress'> | EventOf<'tools.changed'>): void; defect(error: unknown): void }
type Place = Pick<ScriptState, 'name' | 'layer'>

/** Tests asked for by the window: one per tool at a time, told row by row, stoppable (09 §11). */
export interface TestRuns {
  /** TEST_RUNNING; the load error of a tool that has none to test. */
  begin(state: ScriptState, context: LintContext): void
  stop(place: Place): void
  at(place: Place): { done: number; total: number } | null
  close(): Promise<void>
}

interface Run { readonly stop: AbortController; done: number; total: number; ended: Promise<void> }
const keyOf = (layer: Layer, name: string): string => `${layer}/${name}`

export function createTestRuns(parts: TestRunParts): TestRuns {
  const running = new Map<string, Run>()
  const tell = ({ name, layer }: Place, { done, total }: Run, state: EventOf<'tooltest.progress'>['state'], row: Row | null, message: string | null): void =>
    parts.emit({ type: 'tooltest.progress', tool: name, layer, done, total, state, row: row === null ? null : { name: row.name, kind: row.kind, verdict: row.verdict }, message })
  const work = async (state: ScriptState, spec: ScriptSpec, run: Run, context: LintContext): Promise<void> => {
    try {
      // Loaded when a test begins: it brings a whole core of its own.
      const { runToolTests } = await import('./run-tests')
      const report = await runToolTests(state, spec, context, {
        signal: run.stop.signal,
        row: (row, done, total) => { Object.assign(run, { done, total }); tell(state, run, 'running', row, null) },
      })
      await keepLastTest(parts.home, state, report, parts.now().toISOString())
      tell(state, run, 'done', null, null)
    } catch (error) {
      if (isCancelled(error) || run.stop.signal.aborted) return tell(state, run, 'stopped', null, null)
      if (!isFault(error)) parts.defect(error)
      tell(state, run, 'failed', null, isFault(error) ? error.fault.message : 'something went wrong inside the app')
    }
  }
  return {
    begin(state, context) {
      const key = keyOf(state.layer, state.name)
      if (running.has(key)) fail('TEST_RUNNING', `${state.name} is being tested.`)
      const spec = loadedSpec(state)
      const run: Run = { stop: new AbortController(), done: 0, total: 0, ended: Promise.resolve() }
      running.set(key, run)
      run.ended = work(state, spec, run, context).finally(() => { running.delete(key); parts.emit({ type: 'tools.changed' }) })
    },
    stop: ({ name, layer }) => running.get(keyOf(layer, name))?.stop.abort(),
    at({ name, layer }) {
      const run = running.get(keyOf(layer, name))
      return run === undefined ? null : { done: run.done, total: run.total }
    },
    close: async () => {
      for (const run of running.values()) run.stop.abort()
      await Promise.all([...running.values()].map((run) => run.ended))
    },
  }
}

import { createTestRuns, type TestRuns } from '../scripts/testing/test-runs'
import { reportDefect } from './defect-log'
import type { ProjectRuntime } from './types'

const held = new WeakMap<ProjectRuntime, TestRuns>()

/** The tests of script tools that a project's window runs; made when first asked for, ended before the project closes. */
export function testRunsOf(runtime: ProjectRuntime): TestRuns {
  const known = held.get(runtime)
  if (known !== undefined) return known
  const { env, emit } = runtime.project
  const runs = createTestRuns({ home: env.home, now: () => env.now(), emit, defect: (error) => void reportDefect(env.home, 'tool tests', error) })
  held.set(runtime, runs)
  runtime.onClose(() => runs.close())
  return runs
}

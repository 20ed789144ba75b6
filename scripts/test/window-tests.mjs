// The tests that drive the real window, on the real screen or a virtual one.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/paths.mjs'
import { withDisplays } from '../setup/virtual-display.mjs'
import { runVitest } from './vitest-step.mjs'

const config = 'vitest.e2e.config.ts'

export function hasWindowTests(base = root) {
  if (!existsSync(join(base, config)) || !existsSync(join(base, 'e2e'))) return false
  return readdirSync(join(base, 'e2e'), { recursive: true }).some((name) => String(name).endsWith('.e2e.ts'))
}

/** On virtual displays two files at a time; a real screen has one focus, so one. */
export function runWindowTests({ node26, env, args = [] }) {
  return withDisplays(env, 2, (shown, workers) => {
    const words = ['--config', config, `--fileParallelism=${workers > 1}`, `--maxWorkers=${workers}`, ...args]
    return runVitest({ node26, env: shown, args: words, timeout: 1_800_000 })
  })
}

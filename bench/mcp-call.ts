import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { BenchRow } from './measure'

/** Row 15 of 13, in a process of its own: our client loads the library at its first call. */
export function mcpCall(): Promise<BenchRow[]> {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-node-snapshot', '--import', resolve('test/project/ts-hooks.mjs'), resolve('bench/mcp-call-child.ts')], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return Promise.resolve([JSON.parse(stdout) as BenchRow])
}

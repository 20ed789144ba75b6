import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { agentLoop } from './agent-loop'
import { executeWorld } from './execute-world'
import { fileTools } from './file-tools'
import { boardScroll } from './board-scroll'
import { importPreview } from './import-preview'
import type { BenchRow, Series } from './measure'
import { mcpCall } from './mcp-call'
import { patches } from './patches'
import { storyTree } from './story-tree'
import { toolCalls } from './tool-calls'
import { transcript } from './transcript'
import { worldPanel } from './world-panel'
import { worldState } from './world-state'

const benches: Record<string, () => Promise<BenchRow[]>> = { '6': toolCalls, '7': fileTools, '8': agentLoop, '9': worldState, '10': executeWorld, '11': storyTree, '12': transcript, '14': patches, '15': mcpCall, '16': importPreview, board: boardScroll, world: worldPanel }
const shown = ({ median, min, max }: Series): string => `${median.toFixed(1)} (${min.toFixed(1)}-${max.toFixed(1)})`
const key = (row: BenchRow): string => `${row.row} ${row.what} ${row.size} ${row.peer}`

/** Prints the table of 13 and writes `results.json`; a ratio missed, or worse than the committed one by more than 20 %, is said. */
export async function main(only: string | undefined): Promise<number> {
  const file = 'bench/results.json'
  const before = new Map((existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BenchRow[]) : []).map((row) => [key(row), row]))
  const rows: BenchRow[] = []
  for (const [name, bench] of Object.entries(benches)) if (only === undefined || only === name) rows.push(...(await bench()))
  let missed = 0
  for (const row of rows) {
    const old = before.get(key(row))
    const slower = old && row.ratio > old.ratio * 1.2 ? `, was ${old.ratio.toFixed(2)}` : ''
    if (row.ratio > row.must) missed += 1
    process.stdout.write(`row ${row.row} ${row.what}, ${row.size}: ${shown(row.ours)} ms; ${row.peer} ${shown(row.theirs)} ms; ratio ${row.ratio.toFixed(2)} (must be ≤ ${row.must})${row.ratio > row.must ? ' MISSED' : ''}${slower}\n`)
  }
  writeFileSync(file, `${JSON.stringify([...new Map([...before, ...rows.map((row): [string, BenchRow] => [key(row), row])]).values()], null, 1)}\n`)
  return missed
}

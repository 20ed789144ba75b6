import { readFileSync } from 'node:fs'
import { marker } from '../shell/environment'
import { environmentOf } from '../shell/process-tree'

/** Whether this process or one above it was started by a tool's call: by the marker in its environment as it was started (06 §8). */
export function belowTool(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[marker] !== undefined || (above ??= markedAbove())
}

/** What started us does not change. */
let above: boolean | null = null

function markedAbove(): boolean {
  for (let pid = process.pid, steps = 0; pid > 0 && steps < 64; pid = parentOf(pid), steps++) {
    if (environmentOf(pid).some((line) => line.startsWith(`${marker}=`))) return true
  }
  return false
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
  } catch {
    return 0
  }
}

import { readFileSync } from 'node:fs'
import { marker } from '../shell/environment'
import { environmentOf } from '../shell/process-tree'

/** The tool's call that started this process or one above it: by the marker in its environment as it was started (06 §8). Null: none did. */
export function callAbove(env: Readonly<Record<string, string | undefined>>): string | null {
  return env[marker] ?? (above === undefined ? (above = markedAbove()) : above)
}

/** What started us does not change. */
let above: string | null | undefined

function markedAbove(): string | null {
  for (let pid = process.pid, steps = 0; pid > 0 && steps < 64; pid = parentOf(pid), steps++) {
    const found = environmentOf(pid).find((line) => line.startsWith(`${marker}=`))
    if (found !== undefined) return found.slice(marker.length + 1)
  }
  return null
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
  } catch {
    return 0
  }
}

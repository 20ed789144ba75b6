import { readFileSync } from 'node:fs'
import { tree } from '../e2e/helpers/processes'

/** ms the main thread of a process has stood in the queue for a processor (Linux; 0 where that is not told). */
function queued(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1] ?? 0) / 1e6
  } catch {
    return 0
  }
}

/**
 * Measures what this process and those it started took: waiting for a processor that others had is the machine's time, not ours.
 * Sleeping, waiting for a timer or computing all count, so a budget stays a budget on a machine that is busy.
 */
export function stopwatch(): () => number {
  const queues = () => new Map(tree(process.pid).map((pid) => [pid, queued(pid)]))
  const before = queues()
  const began = performance.now()
  return () => {
    const elapsed = performance.now() - began
    const waited = [...queues()].reduce((sum, [pid, ms]) => sum + Math.max(0, ms - (before.get(pid) ?? 0)), 0)
    return elapsed - waited
  }
}

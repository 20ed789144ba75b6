import { spawnSync } from 'node:child_process'

/** One program to run, as `spawnSync` takes it. */
export interface Asked { command: string; args: readonly string[]; cwd: string }
/** `ms`: from before it was started until it had ended; `bytes` of what it printed, which begins with `printed`. */
export interface Ran { ms: number; status: number | null; bytes: number; printed: string; stderr: string }

// Started by `openPeers`.
process.on('message', ({ command, args, cwd }: Asked) => {
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, maxBuffer: 64 * 1_048_576 })
  const ran: Ran = { ms: performance.now() - start, status, bytes: stdout.length, printed: stdout.subarray(0, 100).toString(), stderr: stderr.toString() }
  process.send?.(ran)
})

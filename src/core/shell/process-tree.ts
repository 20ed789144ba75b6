import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { marker } from './environment'

/** Ends a process group; false when there is none any more. */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}

/** The processes whose environment carries this call's marker. */
export function markedProcesses(call: string): number[] {
  const wanted = `${marker}=${call}`
  return pids().filter((pid) => pid !== process.pid && environmentOf(pid).includes(wanted))
}

/** Ends every process whose environment carries this call's marker, wherever it went (06 §8: where there is no PID namespace). */
export function killMarked(call: string): void {
  for (const pid of markedProcesses(call)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended meanwhile.
    }
  }
}

export function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
  } catch {
    return []
  }
}

function pids(): number[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number)
  } catch {
    return []
  }
}

/** Waits for core's word; when core is gone without one, ends the group and everything that carries the marker. */
const watchScript = `read -r word; [ "$word" = done ] && exit 0
kill -KILL -- "-$1" 2>/dev/null
for place in /proc/[0-9]*/environ; do
  tr '\\0' '\\n' <"$place" 2>/dev/null | grep -qx "$2" || continue
  pid=\${place#/proc/}
  kill -KILL "\${pid%/environ}" 2>/dev/null
done`

/** A small shell beside a process that has no namespace of its own, so that core's death ends it too. Returns the way to dismiss it. */
export function watchOver(pid: number, call: string): () => void {
  if (process.platform === 'win32') return () => undefined
  const guard: ChildProcess = spawn('/bin/sh', ['-c', watchScript, 'wenqu', String(pid), `${marker}=${call}`], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, env: { PATH: '/usr/bin:/bin' } })
  guard.on('error', () => undefined)
  guard.stdin?.on('error', () => undefined)
  guard.unref()
  return () => {
    guard.stdin?.end('done\n')
  }
}

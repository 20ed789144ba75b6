import { readdirSync, readFileSync } from 'node:fs'

/** `pid` and every process below it, by /proc (Linux). */
export function tree(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(Number(name))
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const below = (one: number): number[] => [one, ...(children.get(one) ?? []).flatMap(below)]
  return below(pid)
}

function parentOf(pid: number): number | null {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return null
  }
}

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** The running core of an app, by the app's own pid; null while it has none. */
export const corePid = (appPid: number): number | null => tree(appPid).find((pid) => commandOf(pid).includes('main/core.js')) ?? null

export function kill9(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It had ended already.
    }
  }
}

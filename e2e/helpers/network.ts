import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Remote ends of the TCP connections a process holds (Linux); an offline process has none. */
export function tcpConnections(pid: number): string[] {
  const own = new Set(readdirSync(`/proc/${pid}/fd`).flatMap((fd) => socketOf(`/proc/${pid}/fd/${fd}`)))
  return ['tcp', 'tcp6'].flatMap((kind) => readFileSync(`/proc/${pid}/net/${kind}`, 'utf8').split('\n').slice(1)).flatMap((line) => {
    const columns = line.trim().split(/\s+/)
    return own.has(columns[9] ?? '') ? [columns[2] ?? ''] : []
  })
}

function socketOf(link: string): string[] {
  try {
    const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(link))?.[1]
    return inode === undefined ? [] : [inode]
  } catch {
    return []
  }
}

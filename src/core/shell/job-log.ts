import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readFileSync, readSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const mostBytes = 8 * 1_048_576
const pieceBytes = 262_144

/** What a background command printed, on the disk: there also when this process is gone (04 §11). */
export interface JobLog {
  /** Where, from the project's folder. */
  readonly path: string
  write(chunk: Uint8Array): void
  /** Everything is on the disk; nothing is written any more. */
  end(): void
}

export interface JobLogs {
  open(jobId: string): JobLog
  /** What was printed since this was last noted as read, at most 256 KB, with how much before that is left out. */
  unread(jobId: string): { bytes: Buffer; lost: number; upTo: number }
  /** Bytes from the start that somebody has been shown. */
  setRead(jobId: string, upTo: number): void
  /** Removes what belongs to no job any more. */
  sweep(isKnown: (jobId: string) => boolean): void
}

const folder = '.nbook/jobs'
const isId = (id: string): boolean => /^job_[0-9A-Z]{26}$/.test(id)

/** The printed texts of one project's background commands, in `.nbook/jobs/`. */
export function createJobLogs(projectDir: string): JobLogs {
  const place = (id: string, end: string): string => join(projectDir, folder, `${id}.${end}`)
  return {
    open: (id) => {
      mkdirSync(join(projectDir, folder), { recursive: true })
      return openLog(openSync(place(id, 'log'), 'wx', 0o600), `${folder}/${id}.log`)
    },
    unread: (id) => readFrom(place(id, 'log'), readPosition(place(id, 'read'))),
    setRead: (id, upTo) => {
      try {
        writeFileSync(place(id, 'read'), String(upTo), { mode: 0o600 })
      } catch {
        // Then it is shown once more after a restart.
      }
    },
    sweep: (isKnown) => {
      for (const name of namesIn(join(projectDir, folder))) {
        const [id = ''] = name.split('.')
        if (isId(id) && !isKnown(id)) rmSync(join(projectDir, folder, name), { force: true })
      }
    },
  }
}

function openLog(fd: number, path: string): JobLog {
  let left = mostBytes
  let isOpen = true
  return {
    path,
    write(chunk) {
      if (!isOpen || left <= 0) return
      try {
        left -= writeSync(fd, chunk, 0, Math.min(chunk.length, left))
      } catch {
        // A full disk costs the rest of the text, never the command.
        left = 0
      }
    },
    end() {
      if (!isOpen) return
      isOpen = false
      try {
        fsyncSync(fd)
      } finally {
        closeSync(fd)
      }
    },
  }
}

function readFrom(path: string, from: number): { bytes: Buffer; lost: number; upTo: number } {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch {
    return { bytes: Buffer.alloc(0), lost: 0, upTo: from }
  }
  try {
    const { size } = fstatSync(fd)
    const at = Math.max(from, size - pieceBytes)
    const bytes = Buffer.alloc(Math.max(0, size - at))
    return { bytes: bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, at)), lost: Math.max(0, at - from), upTo: Math.max(from, size) }
  } finally {
    closeSync(fd)
  }
}

function readPosition(path: string): number {
  try {
    const value = Number(readFileSync(path, 'utf8'))
    return Number.isSafeInteger(value) && value >= 0 ? value : 0
  } catch {
    return 0
  }
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

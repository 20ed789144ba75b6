import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { sweepBlobs } from './blob-sweep'
import type { ProjectContext } from './project-context'

export interface Sweeping {
  nbook: string
  databases: readonly Database.Database[]
  context: ProjectContext
  /** What the files hold now; null: not known, so nothing is let go. */
  present(): Promise<Iterable<string | null> | null>
  note(what: string, about: object): void
}

/** When a novel has been open for a while, and once a day. */
const afterMs = 60_000
const everyMs = 86_400_000

/** Lets old contents go in the background, with a line in the log; the way to stop comes back. */
export function startSweeping({ nbook, databases, context, present, note }: Sweeping): () => void {
  let stopped = false
  const mark = join(nbook, 'blobs', '.swept')
  const run = async (): Promise<void> => {
    const last = await stat(mark).then((found) => found.mtimeMs, () => 0)
    const now = context.env.now()
    const hashes = now.getTime() - last < everyMs ? null : await present()
    if (hashes === null || stopped) return
    context.assertWritable()
    const held = new Set([...hashes].filter((hash) => hash !== null))
    const sweep = await sweepBlobs({ nbook, databases, present: held, now, stopped: () => stopped })
    await writeFile(mark, '')
    note('old contents swept', sweep)
  }
  const timer = setTimeout(() => void run().catch((error: unknown) => note('sweep failed', { message: error instanceof Error ? error.message : String(error) })), afterMs)
  timer.unref()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

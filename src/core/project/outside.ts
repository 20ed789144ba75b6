import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { JournalEntry } from './journal'
import type { ProjectContext } from './project-context'
import { scanFiles, type ScanCache } from './run-scan'
import type { By } from './types'
import type { OutsideChange } from './watch'

export interface Outside {
  /** Learns what every text holds, and keeps it, so that what others change while the project is open has a before. */
  learn(): Promise<void>
  /** Journals what others changed; what a tool's run or another process of ours did is theirs to journal. */
  note(changes: readonly OutsideChange[]): void
  /** Whether what every text holds is known, when all that was noted is journalled. */
  learnt(): Promise<boolean>
  close(): void
}

const outside: By = { actor: 'outside', sessionId: null, callId: null }
const isHash = (hash: string | null | undefined): hash is string => typeof hash === 'string' && !hash.startsWith('size:')

/** Outside changes of an opened project, as rows of the journal with before and after (06 §7). */
export function createOutside(context: ProjectContext, known: Map<string, string | null>, cache: ScanCache): Outside {
  let closed = false
  let learnt: ReadonlyMap<string, string> | null = null
  let queue: Promise<void> = Promise.resolve()
  const learn = async (): Promise<void> => {
    const { files: seen } = await scanFiles(context.dir, cache, { blobs: context.blobs, nbook: false, textsOnly: true, beside: 2 })
    for (const [path, { hash }] of seen) {
      const real = join(context.dir, ...path.split('/'))
      if (!known.has(real)) known.set(real, hash)
    }
    learnt = new Map([...seen].map(([path, { hash }]) => [path, hash]))
  }
  const record = async (changes: readonly OutsideChange[]): Promise<void> => {
    if (closed || runIsOpen(context.dir)) return
    context.assertWritable()
    const entries: JournalEntry[] = []
    for (const change of changes) {
      const entry = entryOf(context, change, learnt)
      if (entry === null) continue
      if (change.bytes !== null) await context.blobs.put(change.bytes)
      entries.push({ ...entry, sizeBefore: entry.before === null ? null : ((await context.blobs.get(entry.before))?.length ?? null) })
    }
    if (closed || entries.length === 0) return
    context.journal.record(entries, outside)
    context.emit({ type: 'inbox.changed' })
  }
  return {
    learn: () => (queue = queue.then(() => (closed ? undefined : learn())).catch(() => undefined)),
    note: (changes) => {
      queue = queue.then(() => record(changes)).catch(() => undefined)
    },
    learnt: async () => {
      await queue
      return learnt !== null
    },
    close: () => {
      closed = true
    },
  }
}

/** Any process's run that writes as it likes: at its end everything that differs is its own. */
function runIsOpen(dir: string): boolean {
  try {
    return readdirSync(join(dir, '.nbook', 'runs')).some((name) => name.endsWith('.json'))
  } catch {
    return false
  }
}

/** Null: journalled already, by another process of ours, or nothing that can be told apart. */
function entryOf({ journal, dir }: ProjectContext, { real, path, known, hash, bytes }: OutsideChange, learnt: ReadonlyMap<string, string> | null): JournalEntry | null {
  if (!real.startsWith(dir + sep) || (hash !== null && !isHash(hash))) return null
  const last = journal.stateOf(path)
  if (last !== null && last.hash === hash) return null
  const before = isHash(known) || known === null ? known : last !== null ? last.hash : learnt === null ? undefined : (learnt.get(path) ?? null)
  if (before === undefined || before === hash) return null
  return { path, kind: before === null ? 'create' : hash === null ? 'delete' : 'modify', movedTo: null, before, after: hash, sizeBefore: null, sizeAfter: bytes?.length ?? null }
}

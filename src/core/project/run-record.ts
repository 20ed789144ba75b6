import { join } from 'node:path'
import { countWords } from '@shared/word-count'
import { splitFrontMatter } from './front-matter'
import type { JournalEntry, JournalRow } from './journal'
import { isProseName } from './measure'
import { byOf, type ProjectContext } from './project-context'
import { expand } from './recover'
import type { Scanned, Seen } from './run-scan'
import type { By, LinkChange, RunChanges } from './types'

interface Difference { path: string; before: Seen | null; after: Seen | null }
/** So many removed or changed files of one run also appear in the trash and the history; the journal holds all. */
const mostShown = 500

/** Turns what differs after a run into journal rows, trash items and versions under the run's name (06 §7, §8). */
export async function recordRun(context: ProjectContext, before: Scanned, after: Scanned, run: { by: By; seq: number }): Promise<RunChanges> {
  const found = differences(before.files, after.files, context.journal.after(run.seq))
  const entries: JournalEntry[] = []
  for (const [at, one] of found.entries()) entries.push({ ...entryOf(one), movedTo: one.after === null && at < mostShown ? await toTrash(context, one, run.by) : null })
  if (entries.length > 0) context.journal.record(entries, run.by)
  for (const [at, one] of found.entries()) await tell(context, one, run.by, at < mostShown)
  if (entries.some((entry) => entry.movedTo !== null)) context.emit({ type: 'trash.changed' })
  const changes = found.map(({ path, before: old, after: now }) => ({ kind: 'file', target: path, before: old?.hash ?? null, after: now?.hash ?? null }))
  return {
    changes, unkept: found.filter((one) => one.before !== null && !one.before.kept).map((one) => one.path),
    links: linkChanges(before.links, after.links),
  }
}

function linkChanges(before: Scanned['links'], after: Scanned['links']): LinkChange[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
  return paths.map((path) => ({ path, before: before.get(path) ?? null, after: after.get(path) ?? null })).filter((link) => link.before !== link.after)
}

/** Names whose content is not what it was, but for what others journalled meanwhile: the author saving, a tool beside the run. */
function differences(before: ReadonlyMap<string, Seen>, after: ReadonlyMap<string, Seen>, rows: readonly JournalRow[]): Difference[] {
  const others = new Map(expand(rows).map((row) => [row.path, row.after]))
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
  return paths.flatMap((path) => {
    const [old, now] = [before.get(path) ?? null, after.get(path) ?? null]
    if (old?.hash === now?.hash) return []
    if (others.has(path) && (others.get(path) ?? undefined) === now?.hash) return []
    return [{ path, before: old, after: now }]
  })
}

const entryOf = ({ path, before, after }: Difference): JournalEntry => ({
  path, kind: before === null ? 'create' : after === null ? 'delete' : 'modify', movedTo: null, before: before?.hash ?? null, after: after?.hash ?? null, sizeBefore: before?.size ?? null, sizeAfter: after?.size ?? null,
})

/** A removed file lies in the trash like one that a tool removed. Null: its bytes were too large to keep. */
async function toTrash(context: ProjectContext, { path, before }: Difference, by: By): Promise<string | null> {
  const bytes = before === null || !before.kept ? null : await context.blobs.get(before.hash)
  if (bytes === null || before === null || path.startsWith('.nbook/')) return null
  const words = isProseName(path) ? countWords(Buffer.from(bytes).toString('utf8')).words : 0
  // Recorded anew after a death half-way: the copy it had made already is the one.
  const made = context.trashStore.items().find((item) => item.path === path && item.hash === before.hash && item.session === by.sessionId && item.call === by.callId)
  if (made !== undefined) return made.id
  const id = context.env.id('tr')
  await context.trashStore.addCopy({ id, path, bytes, hash: before.hash, words, mode: before.mode }, by)
  return id
}

/** Events and history after the fact; their failure changes nothing. */
async function tell(context: ProjectContext, { path, before, after }: Difference, by: By, withHistory: boolean): Promise<void> {
  context.wrote(join(context.dir, path), after?.hash ?? null)
  if (withHistory && before !== null && before.kept && isProseName(path)) {
    const bytes = await context.blobs.get(before.hash)
    if (bytes !== null) await context.history.keep(path, splitFrontMatter(Buffer.from(bytes).toString('utf8')).text, 'agent', by.actor).catch(() => undefined)
  }
  context.emit({ type: 'file.changed', path, kind: before === null ? 'create' : after === null ? 'delete' : 'modify', hash: after?.hash ?? null, from: null, by: byOf(by) })
}

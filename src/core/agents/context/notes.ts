import type { Entry } from '@shared/session'
import type { WorkMode } from '@shared/tool-result'
import { messageOf, rolesIn } from '../conversation'
import { neutralised } from '../../web/remote-text'
import { dueModeText } from '../mode-texts'
import type { Parts } from '../parts'
import type { Run } from '../run'
import { visibleEntries } from './branch-cache'
import { dueDayNote } from './day-note'
import { grown } from './grown'

/** A note of the engine to the model, kept as an entry. */
export function note(parts: Parts, run: Pick<Run, 'sessionId' | 'runId' | 'epoch'>, kind: string, text: string, more: Record<string, unknown> = {}): void {
  parts.store.append(run.sessionId, { type: 'custom_message', origin: 'engine', runId: run.runId, payload: { kind, text, source: 'engine', ...more } }, run.epoch)
}

/** What changes is appended as messages to the entries the model sees, so that the head stays the same for a provider's cache (04 §6). */
export function noteChanges(parts: Parts, run: Run, entries: readonly Entry[], workMode: WorkMode): void {
  const day = dueDayNote(entries, parts.env.now())
  const mode = dueModeText(entries, workMode)
  if (day !== null) note(parts, run, 'date', day.text, { day: day.day })
  if (mode !== null) note(parts, run, 'mode', mode.text, { mode: mode.mode, form: mode.form })
}

/** The messages that may bring something to mind, and what was recalled already. */
const recallFacts = grown<{ said: Entry[]; recalled: Entry[] }>(() => ({ said: [], recalled: [] }), ({ said, recalled }, entry) => {
  if (messageOf(entry)?.role === 'user') said.push(entry)
  if (entry.type === 'custom_message' && entry.payload['kind'] === 'recall') recalled.push(entry)
})

/** What the author's new messages bring to mind, once for each message; a page in view is not shown twice (07 §4). */
export async function noteRecall(parts: Parts, run: Run): Promise<void> {
  if (parts.memory === undefined) return
  const entries = visibleEntries(parts.store.branch(run.sessionId))
  const { said, recalled } = recallFacts(entries)
  const done = new Set(recalled.map((entry) => entry.payload['of']))
  const upTo = parts.recalledUpTo.get(run.sessionId) ?? 0
  const fresh = rolesIn(said, 'user').filter(({ entry }) => entry.seq > upTo && entry.runId === run.runId && entry.origin === 'user' && !done.has(entry.id))
  if (fresh.length === 0 || !mayRead(parts, run.sessionId)) return
  const inView = new Set(recalled.flatMap((one) => (Array.isArray(one.payload['pages']) ? one.payload['pages'].map(String) : [])))
  for (const { entry, message } of fresh) {
    for (const name of await recallFor(parts, run, entry.id, message.text, inView)) inView.add(name)
    // Also when nothing came to mind: the next step does not look again.
    parts.recalledUpTo.set(run.sessionId, entry.seq)
  }
}

/** Gives the pages that are shown whole. */
async function recallFor(parts: Parts, run: Run, of: string, said: string, inView: ReadonlySet<string>): Promise<string[]> {
  const found = (await parts.memory?.recall(said) ?? []).filter((one) => !inView.has(one.name))
  if (found.length === 0) return []
  const pages = found.flatMap((one) => (one.kind === 'body' ? [one.name] : []))
  const texts = found.map((one) => (one.kind === 'body' ? `# Memory page ${one.name}\n${one.text}` : `Memory page ${one.name} may fit: ${one.text} (memory_read shows it.)`))
  note(parts, run, 'recall', neutralised(texts.join('\n\n')), { of, pages })
  return pages
}

function mayRead(parts: Parts, sessionId: number): boolean {
  const session = parts.store.get(sessionId)
  return parts.pipeline().definitions(session.profileKey, session.role, sessionId).some((tool) => tool.name === 'memory_read')
}

import type { Entry } from '@shared/session'
import type { WorkMode } from '@shared/tool-result'
import { messageOf } from '../conversation'
import { dueModeText } from '../mode-texts'
import type { Parts } from '../parts'
import type { Run } from '../run'
import { visibleEntries } from './branch-cache'
import { dueDayNote } from './day-note'
import { neutralised } from './head'

/** A note of the engine to the model, kept as an entry. */
export function note(parts: Parts, run: Pick<Run, 'sessionId' | 'runId' | 'epoch'>, kind: string, text: string, more: Record<string, unknown> = {}): void {
  parts.store.append(run.sessionId, { type: 'custom_message', origin: 'engine', runId: run.runId, payload: { kind, text, source: 'engine', ...more } }, run.epoch)
}

/** What changes is appended as messages, so that the head stays the same for a provider's cache (04 §6). */
export function noteChanges(parts: Parts, run: Run, workMode: WorkMode): void {
  const entries = visibleEntries(parts.store.branch(run.sessionId))
  const day = dueDayNote(entries, parts.env.now())
  const mode = dueModeText(entries, workMode)
  if (day !== null) note(parts, run, 'date', day.text, { day: day.day })
  if (mode !== null) note(parts, run, 'mode', mode.text, { mode: mode.mode, form: mode.form })
}

/** What the author's new messages bring to mind, once for each message; a page in view is not shown twice (07 §4). */
export async function noteRecall(parts: Parts, run: Run): Promise<void> {
  if (parts.memory === undefined) return
  const entries = visibleEntries(parts.store.branch(run.sessionId))
  const recalled = entries.filter((entry) => entry.type === 'custom_message' && entry.payload['kind'] === 'recall')
  const done = new Set(recalled.map((entry) => entry.payload['of']))
  const fresh = entries.filter((entry) => entry.runId === run.runId && entry.origin === 'user' && messageOf(entry)?.role === 'user' && !done.has(entry.id))
  if (fresh.length === 0 || !mayRead(parts, run.sessionId)) return
  for (const entry of fresh) await recallFor(parts, run, entry, new Set(recalled.flatMap((one) => (Array.isArray(one.payload['pages']) ? one.payload['pages'].map(String) : []))))
}

async function recallFor(parts: Parts, run: Run, entry: Entry, inView: ReadonlySet<string>): Promise<void> {
  const message = messageOf(entry)
  const found = (await parts.memory?.recall(message?.role === 'user' ? message.text : '') ?? []).filter((one) => !inView.has(one.name))
  if (found.length === 0) return
  const texts = found.map((one) => (one.kind === 'body' ? `# Memory page ${one.name}\n${one.text}` : `Memory page ${one.name} may fit: ${one.text} (memory_read shows it.)`))
  note(parts, run, 'recall', neutralised(texts.join('\n\n')), { of: entry.id, pages: found.flatMap((one) => (one.kind === 'body' ? [one.name] : [])) })
}

function mayRead(parts: Parts, sessionId: number): boolean {
  const session = parts.store.get(sessionId)
  return parts.pipeline().definitions(session.profileKey, session.role, sessionId).some((tool) => tool.name === 'memory_read')
}

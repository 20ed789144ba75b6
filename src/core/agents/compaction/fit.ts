import type { Entry } from '@shared/session'
import { budgetPause } from '../budget'
import { shownOf, stableHead, type NextRequest, type StableHead } from '../context'
import { visibleEntries, type Branch } from '../context/branch-cache'
import { countTokens, type Count } from '../context/count'
import { estimateText } from '../context/estimate'
import { rolesIn } from '../conversation'
import type { Parts } from '../parts'
import type { Run } from '../run'
import type { Pause } from '../session-rows'
import { clearable } from './clearing'
import { cutPoint } from './cut'
import { limitsOf, type Limits } from './limits'
import { lastWords, mustKeep, NOTHING_KEPT, summaryText, type MustKeep } from './must-keep'
import { summarize } from './summarize'

/** A request that may be sent, or why the author is asked first. */
export type Fitted = { readonly branch: Branch; readonly next: NextRequest; readonly count: Count } | { readonly pause: Pause }

const STUCK_COMPACTIONS = 3
const STUCK_TURNS = 3

/** Makes the next request fit its model: clears old results, then summarises (04 §7). `force`: the provider said it is too long. */
export async function fitContext(parts: Parts, run: Run, model: string, force = false): Promise<Fitted> {
  const session = parts.store.row(run.sessionId)
  const limits = limitsOf(parts.profiles.get(session.profileKey), parts.models.spec(model))
  const stable = await stableHead(parts, session)
  let at = look(parts, run, stable)
  if (force || at.count.tokens > limits.clearFrom) at = clear(parts, run, at)
  if (!force && !limits.isOver(at.count.tokens)) return at
  return compact(parts, run, model, at, limits, force)
}

interface Looked { readonly branch: Branch; readonly next: NextRequest; readonly count: Count }

/** The branch changes on the way, the head does not: it is made once. */
function look(parts: Parts, run: Run, { head, text, tools }: StableHead): Looked {
  const branch = parts.store.branch(run.sessionId)
  const next = { head, text, tools, ...shownOf(parts, run.sessionId, branch) }
  return { branch, next, count: countTokens(branch, next) }
}

function clear(parts: Parts, run: Run, at: Looked): Looked {
  const callIds = clearable(visibleEntries(at.branch))
  if (callIds.length === 0) return at
  parts.store.append(run.sessionId, { type: 'clearing', origin: 'engine', runId: run.runId, payload: { callIds } }, run.epoch)
  return look(parts, run, at.next)
}

async function compact(parts: Parts, run: Run, model: string, at: Looked, limits: Limits, force: boolean): Promise<Fitted> {
  const entries = visibleEntries(at.branch)
  const cut = cutFor(entries, at, limits, force)
  // Nothing can go: whether it is really too long is the provider's to say.
  if (cut === null) return force ? overflow(at, model, parts) : at
  const gone = entries.slice(0, cut)
  const firstKept = entries[cut]
  const earlier = earlierOf(at.branch)
  const writer = summaryModel(parts, run, model)
  const over = budgetPause(parts, run.sessionId, writer, at.count.tokens, parts.models.spec(writer).maxOutput)
  if (over !== null) return { pause: over }
  const { text: summary, mechanical } = await summarize(parts, run, writer, earlier.summary, gone)
  const kept = mustKeep(earlier.kept, gone)
  const text = summaryText(summary, kept, lastWords(gone, entries.slice(cut)), earlier.entries + gone.length)
  const tokensAfter = at.count.tokens - at.count.scale * (tokensOfGone(at, gone) - estimateText(text))
  // The conversation is not what is too long, or nothing of it can go: that is the provider's to say.
  if (tokensAfter >= at.count.tokens && force) return overflow(at, model, parts)
  if (tokensAfter >= at.count.tokens) return { pause: stuck(`The summary would be as long as what it replaces: about ${at.count.tokens} tokens before and ${Math.round(tokensAfter)} after.`) }
  const row = rowOf(at.branch)
  parts.store.append(run.sessionId, {
    type: 'compaction', origin: 'engine', runId: run.runId,
    payload: {
      summary, text, firstKeptEntryId: firstKept?.id ?? null, mechanical, forced: force, rules: kept.rules, denials: kept.denials, inARow: row >= STUCK_COMPACTIONS ? 0 : row,
      counts: { entries: earlier.entries + gone.length, kept: entries.length - cut, tokensBefore: at.count.tokens, tokensAfter: Math.round(tokensAfter) },
    },
  }, run.epoch)
  if (row >= STUCK_COMPACTIONS) return { pause: stuck(`The conversation was summarised ${row} times within a few turns and is still about ${Math.round(tokensAfter)} tokens; the model takes ${parts.models.spec(model).context}.`) }
  return look(parts, run, at.next)
}

const stuck = (text: string): Pause => ({ code: 'COMPACTION_STUCK', text })

function overflow(at: Looked, model: string, parts: Parts): Fitted {
  return { pause: { code: 'CONTEXT_OVERFLOW', text: `${model} refused the request as too long: about ${at.count.tokens} tokens, and it is set to take ${parts.models.spec(model).context}. Nothing more can be summarised.` } }
}

/** A forced one keeps less when the usual amount would leave nothing to summarise. */
function cutFor(entries: readonly Entry[], at: Looked, limits: Limits, force: boolean): number | null {
  const sizes = new Map<string, number>()
  for (const { entry, tokens } of at.next.pieces) sizes.set(entry.id, (sizes.get(entry.id) ?? 0) + tokens * at.count.scale)
  const sizeOf = (entry: Entry): number => sizes.get(entry.id) ?? 0
  const cut = cutPoint(entries, sizeOf, limits.keep)
  if (cut !== null || !force) return cut
  return cutPoint(entries, sizeOf, entries.reduce((sum, entry) => sum + sizeOf(entry), 0) / 2)
}

function tokensOfGone({ next, branch }: Looked, gone: readonly Entry[]): number {
  const ids = new Set([...gone.map((entry) => entry.id), branch.compaction?.id ?? ''])
  return next.pieces.reduce((sum, piece) => sum + (ids.has(piece.entry.id) ? piece.tokens : 0), 0)
}

interface Earlier { summary: string; kept: MustKeep; entries: number }

function earlierOf({ compaction }: Branch): Earlier {
  if (compaction === null) return { summary: '', kept: NOTHING_KEPT, entries: 0 }
  const { summary, rules, denials, counts } = compaction.payload as { summary?: string; rules?: string[]; denials?: string[]; counts?: { entries?: number } }
  return { summary: summary ?? '', kept: { rules: rules ?? [], denials: denials ?? [] }, entries: counts?.entries ?? 0 }
}

/** How many compactions follow each other within three turns, the coming one included. */
function rowOf({ compaction, entries }: Branch): number {
  if (compaction === null) return 1
  const turns = rolesIn(entries, 'assistant').filter(({ entry }) => entry.seq > compaction.seq).length
  const before = compaction.payload['inARow']
  return turns <= STUCK_TURNS && typeof before === 'number' ? before + 1 : 1
}

/** The profile's own choice for summaries, else the model of the session. */
function summaryModel(parts: Parts, run: Run, model: string): string {
  const chosen = parts.profiles.get(parts.store.row(run.sessionId).profileKey).summarizer
  if (chosen === undefined) return model
  parts.models.spec(chosen)
  return chosen
}

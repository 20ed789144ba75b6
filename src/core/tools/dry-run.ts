import type { Proposal } from '@shared/procedures/inbox'
import type { PlannedText } from './file-effect'
import type { FileService } from './file-service'
import type { Caller, CallSettings, Prepared, Ran } from './types'

/** A text planned under a write mode: `dry` only leaves a proposal (06 §4 "Dry run"). */
export type Written<P extends PlannedText> = P & { dry: boolean }
export interface Outcome { proposal: Proposal | null }

/** The card of a dry run says that only a proposal is recorded; switching the write mode meanwhile makes a new card. */
export function asProposal<P extends PlannedText>(prepared: Prepared<P>, settings: Pick<CallSettings, 'writeMode'>): Prepared<Written<P>> {
  const dry = settings.writeMode === 'dry_run'
  const effects = dry ? prepared.effects.map((effect) => ({ ...effect, action: 'propose' })) : prepared.effects
  return { ...prepared, plan: { ...prepared.plan, dry }, effects }
}

/** Writes, or keeps the proposal; an unchanged text does neither. */
export async function runWritten<P extends PlannedText>(plan: Written<P>, tool: string, files: FileService, caller: Caller, signal: AbortSignal): Promise<Ran<Outcome>> {
  if (plan.after === plan.base) return { value: { proposal: null }, changes: [] }
  // The diff is for the author's card; the model is told only how much changed.
  const details = { diff: plan.diff.text }
  if (!plan.dry) return { value: { proposal: null }, changes: await files.commit(caller, [{ path: plan.path, text: plan.text, base: plan.base, known: [plan.content] }], signal), details }
  signal.throwIfAborted()
  const proposal = await files.proposals.add(caller, tool, plan)
  return { value: { proposal }, changes: [], details: { ...details, proposal: { id: proposal.id, path: proposal.path, base: proposal.base, after: proposal.after } } }
}

export const sayProposal = ({ id, path, added, removed }: Proposal): string =>
  `NOT WRITTEN: proposal ${id} for ${path}, +${added}/-${removed}, waits for the author in the change inbox. Repeating the call does not write it.`

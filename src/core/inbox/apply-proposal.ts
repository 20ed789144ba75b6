import { fail } from '@shared/fault'
import type { Proposal } from '@shared/procedures/inbox'
import { mergeParts } from '../project/merge-texts'
import type { OpenedProject } from '../project/types'
import type { Proposals } from '../tools/proposals'
import { textOf } from './items'
import { shownParts, type FileOutcome } from './revert-file'
import type { Answer } from './types'

const settled = (proposal: Proposal): never => fail('CHANGE_SETTLED', `This proposal is already ${proposal.state}.`, { actual: proposal.state })

/** Writes a proposal while its file is as it was; else the texts come back and nothing is written (06 §4). STALE_READ, CHANGE_SETTLED, ARGS_INVALID. */
export async function applyProposal(project: OpenedProject, proposals: Proposals, id: string, answer: Answer | null): Promise<FileOutcome> {
  // `rest` is about fields of an entity; of a text there is nothing it could leave out.
  if (answer !== null && 'rest' in answer) return fail('ARGS_INVALID', 'A proposal is written whole, or as a text of the author\'s own.', { pointer: '/answer/rest', expected: 'text or whole' })
  const proposal = proposals.get(id)
  if (proposal.state !== 'new' && proposal.state !== 'kept') settled(proposal)
  const place = await proposals.place(id)
  const hash = place.exists ? await project.files.hash(place) : null
  const wanted = await proposals.text(id)
  if (answer === null && hash !== proposal.base && hash !== proposal.after) {
    const now = hash === null ? null : (await project.files.readText(place)).text
    const base = await textOf(project.blobs, proposal.base)
    const parts = now === null ? [] : mergeParts(now, proposal.base === null ? '' : base, wanted)
    return { done: false, why: hash === null ? 'gone' : proposal.base === null ? 'taken' : 'changed', text: { path: place.shown, wanted, now, parts: shownParts(parts), hash } }
  }
  await proposals.apply(id, { text: answer !== null && 'text' in answer ? answer.text : wanted, base: answer === null ? hash : answer.hash })
  return { done: true, merged: answer !== null && 'text' in answer }
}

import { fail } from '@shared/fault'
import { z } from 'zod'
import type { TextFile } from '../../../project/types'
import { defineTool } from '../../define-tool'
import { checkKnown, planText, type PlannedText } from '../../file-effect'
import { unseen, type ReadRegistry } from '../../read-registry'

const MAX_BYTES = 8_388_608
/** Below this size a shorter rewrite loses little (06 §3). */
const GUARDED_BYTES = 4_096

interface Plan extends PlannedText { existed: boolean }

/** `write` of 06 §4: a whole new text; an existing file must have been read in this version. */
export const write = defineTool({
  name: 'write',
  operation: 'file.write',
  description: 'Create a text file, or replace the whole text of one that you have read. For a change of some places use edit.',
  input: z.strictObject({
    path: z.string().min(1).describe('Path in the project; missing folders are made.'),
    content: z.string().describe('The whole new text, stored exactly as given.'),
  }),
  risk: 'high',
  mutates: true,
  gate: 'mode',
  result: 'action',
  needs: ['files'],
  async prepare({ path, content }, { files }, { caller }) {
    const size = Buffer.byteLength(content, 'utf8')
    if (size > MAX_BYTES) fail('CONTENT_TOO_LARGE', `the content has ${size} bytes; at most ${MAX_BYTES} are allowed.`, { fix: 'Write a part, then add the rest with edit.' })
    const place = await files.authorize(caller, path, 'create')
    const old = place.exists ? await files.text(place) : null
    if (old !== null) {
      checkKnown(files.registry, caller, place, old.hash, true)
      if (caller.reviewed !== true) refuseLoss(files.registry.get(caller.sessionId, place.real), old, size, place.shown)
    }
    const { plan, effect } = planText(place, old, content)
    return { plan: { ...plan, existed: old !== null } satisfies Plan, effects: [effect], planExempt: files.isPlanFile(place) }
  },
  async run(plan, { files }, { caller, signal }) {
    if (plan.after === plan.base) return { value: plan, changes: [] }
    // The diff is for the author's card; the model is told only how much changed.
    return { value: plan, changes: await files.commit(caller, [{ path: plan.path, text: plan.text, base: plan.base }], signal), details: { diff: plan.diff.text } }
  },
  say(plan) {
    if (plan.after === plan.base) return `${plan.path.shown} (unchanged).`
    return `${plan.existed ? 'Updated' : 'Created'} ${plan.path.shown} (${plan.bytes} bytes, +${plan.diff.added}/-${plan.diff.removed}).`
  },
})

/** A rewrite that halves a text of which some lines were never served would drop what the writer has not seen (06 §3). */
function refuseLoss(known: ReturnType<ReadRegistry['get']>, old: TextFile, size: number, shown: string): void {
  if (known === null || old.bytes < GUARDED_BYTES || size * 2 > old.bytes) return
  const total = old.text === '' ? 0 : old.text.split('\n').length - (old.text.endsWith('\n') ? 1 : 0)
  const gaps = unseen(known.ranges, total)
  if (gaps.length === 0) return
  const lines = gaps.slice(0, 10).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
  fail('WOULD_LOSE_TEXT', `${shown} has ${old.bytes} bytes, the new text ${size}, and lines ${lines} of it were never read.`, { fix: 'Read these lines first, or use edit.' })
}

import { fail } from '@shared/fault'
import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { applyEdits } from '../../apply-edits'
import { planText } from '../../file-effect'
import { knownText } from '../../whole-text'

/** `edit` of 06 §4: every old text exactly once in the original, no overlap, all or nothing. */
export const edit = defineTool({
  name: 'edit',
  operation: 'file.edit',
  description: 'Replace places in a text file: each oldText must occur exactly once. All edits apply to the original text, or none does.',
  input: z.strictObject({
    path: z.string().min(1).describe('Path of an existing text file in the project.'),
    edits: z.array(z.strictObject({
      oldText: z.string().min(1).describe('Text as it stands in the file, long enough to occur once.'),
      newText: z.string().describe('What stands there afterwards.'),
    })).min(1).describe('The places to change; they may not overlap.'),
  }),
  risk: 'high',
  mutates: true,
  gate: 'mode',
  result: 'action',
  caps: { journalled: true },
  needs: ['files'],
  async prepare({ path, edits }, { files }, { caller }) {
    const place = await files.authorize(caller, path, 'write')
    if (!place.exists) fail('NOT_FOUND', `"${place.shown}" does not exist; create it with write.`)
    const old = await knownText(files, caller, place, false)
    const text = applyEdits(place.shown, old, edits)
    if (text === old.text) fail('NO_CHANGE', `the edits leave ${place.shown} as it is.`)
    const { plan, effect } = planText(place, old, text)
    return { plan: { ...plan, count: edits.length }, effects: [effect], planExempt: files.isPlanFile(place) }
  },
  run: async (plan, { files }, { caller, signal }) => ({
    value: plan,
    changes: await files.commit(caller, [{ path: plan.path, text: plan.text, base: plan.base }], signal),
    // For the author's card; the model is told only how much changed.
    details: { diff: plan.diff.text },
  }),
  say: ({ count, path, diff }) => `Replaced ${count} block${count === 1 ? '' : 's'} in ${path.shown}, +${diff.added}/-${diff.removed}.`,
})

import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { planWhole, sayWhole } from '../../whole-text'

/** `write` of 06 §4: a whole new text; an existing file must have been read in this version. */
export const write = defineTool({
  name: 'write',
  operation: 'file.write',
  description: 'Create a text file, or replace the whole text of one that you have read. For a change of some places use edit.',
  input: z.strictObject({
    path: z.string().min(1).describe('Path in the project; missing folders are made.'),
    content: z.string().describe('The whole new text, stored as given; the chapter that a manuscript file names is kept.'),
  }),
  risk: 'high',
  mutates: true,
  gate: 'mode',
  result: 'action',
  caps: { journalled: true },
  needs: ['files'],
  prepare: ({ path, content }, { files }, { caller }) => planWhole(files, caller, path, content),
  async run(plan, { files }, { caller, signal }) {
    if (plan.after === plan.base) return { value: plan, changes: [] }
    // The diff is for the author's card; the model is told only how much changed.
    return { value: plan, changes: await files.commit(caller, [{ path: plan.path, text: plan.text, base: plan.base }], signal), details: { diff: plan.diff.text } }
  },
  say: (plan) => sayWhole(plan),
})

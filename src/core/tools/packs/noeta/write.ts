import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { asProposal, runWritten, sayProposal } from '../../dry-run'
import { planWhole, sayWhole } from '../../whole-text'

/** `Write` of 06 §4; in the write mode `dry_run` it only leaves a proposal. */
export const writeFile = defineTool({
  name: 'Write',
  operation: 'file.write',
  description: 'Create a text file, or replace the whole text of one you have read with Read. For a change of some places use Edit.',
  input: z.strictObject({
    file_path: z.string().min(1).describe('Path of the file in the project; missing folders are made.'),
    content: z.string().describe('The whole new text, stored as given; the chapter that a manuscript file names is kept.'),
  }),
  risk: 'high',
  mutates: true,
  gate: 'risk',
  result: 'action',
  caps: { journalled: true },
  needs: ['files'],
  async prepare({ file_path, content }, { files }, { caller, settings }) {
    return asProposal(await planWhole(files, caller, file_path, content), settings)
  },
  run: (plan, { files }, { caller, signal }) => runWritten(plan, 'Write', files, caller, signal),
  say: ({ proposal }, plan) => (proposal === null ? sayWhole(plan) : sayProposal(proposal)),
})

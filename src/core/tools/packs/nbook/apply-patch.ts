import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { planPatch } from '../../patch/plan-patch'

/** `apply_patch` of 06 §5: many files in one change, all or nothing; what is deleted or replaced goes to the trash. */
export const applyPatch = defineTool({
  name: 'apply_patch',
  operation: 'file.patch',
  description: 'Change, add, delete and move several text files in one patch: all of it happens or nothing. For some places of one file use edit.\n\n'
    + '*** Begin Patch\n*** Add File: lore/x.md\n+every line of the new file\n*** Delete File: old.md\n*** Update File: a.md\n*** Move to: b.md\n@@ a line above the place\n context line\n-old line\n+new line\n*** End of File\n*** End Patch\n\n'
    + 'Context and old lines must stand in the file as whole lines in this order; hunks go from top to bottom. If they stand at several places, add context, or put a line above the place behind @@. "*** Move to" and "*** End of File" (the hunk ends the file) may be left out. Deleted files go to the trash.',
  input: z.strictObject({ patch: z.string().min(1).describe('The whole patch, from *** Begin Patch to *** End Patch; paths in the project.') }),
  risk: 'high',
  mutates: true,
  gate: 'mode',
  result: 'action',
  caps: { journalled: true },
  needs: ['files'],
  prepare: ({ patch }, { files }, { caller }) => planPatch(files, caller, patch),
  run: async ({ steps }, { files }, { caller, signal }) => ({
    value: steps.map((step) => step.said),
    changes: await files.commit(caller, steps.map((step) => step.change), signal),
    // For the author's card; the model is told only how much changed.
    details: { diff: steps.map((step) => step.diff).join('\n') },
  }),
  say: (said) => `Patch applied: ${said.join('; ')}`,
})

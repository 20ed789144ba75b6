import { fail } from '@shared/fault'
import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { asProposal, runWritten, sayProposal } from '../../dry-run'
import { planText } from '../../file-effect'
import { replaceText, rowsAround } from '../../replace-text'
import { knownText } from '../../whole-text'

/** `Edit` of 06 §4: one old text of a file that was read, once or everywhere; in the write mode `dry_run` only a proposal. */
export const editFile = defineTool({
  name: 'Edit',
  operation: 'file.edit',
  description: 'Replace a text in a file you have read with Read: old_string must occur exactly once, or set replace_all.',
  input: z.strictObject({
    file_path: z.string().min(1).describe('Path of an existing text file in the project.'),
    old_string: z.string().min(1).describe('Text as it stands in the file, without line numbers.'),
    new_string: z.string().describe('What stands there afterwards.'),
    replace_all: z.boolean().optional().describe('Replace every occurrence. When omitted: false.'),
  }),
  risk: 'high',
  mutates: true,
  gate: 'risk',
  result: 'action',
  caps: { journalled: true },
  needs: ['files'],
  async prepare({ file_path, old_string, new_string, replace_all }, { files }, { caller, settings }) {
    if (old_string === new_string) fail('NO_CHANGE', 'old_string and new_string are the same.')
    const place = await files.authorize(caller, file_path, 'write')
    if (!place.exists) fail('NOT_FOUND', `"${place.shown}" does not exist; create it with Write.`)
    const old = await knownText(files, caller, place, true)
    const replaced = replaceText(place.shown, old, old_string, new_string, replace_all === true)
    const { plan, effect } = planText(place, old, replaced.text)
    return asProposal({ plan: { ...plan, replaced }, effects: [effect], planExempt: files.isPlanFile(place) }, settings)
  },
  run: (plan, { files }, { caller, signal }) => runWritten(plan, 'Edit', files, caller, signal),
  say({ proposal }, { path, diff, replaced }) {
    if (proposal !== null) return sayProposal(proposal)
    return `Edited ${path.shown}: ${replaced.count} replacement${replaced.count === 1 ? '' : 's'}, +${diff.added}/-${diff.removed}.\n${rowsAround(replaced)}`
  },
})

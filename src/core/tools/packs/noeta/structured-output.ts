import { z } from 'zod'
import { checkContract } from '../../../agents/contracts'
import { dataProblems } from '../../data-problems'
import { defineTool } from '../../define-tool'

/** `structured_output` of 04 §5: a workflow's helper gives its result in the form it was asked for, and is done. The engine grants it. */
export const structuredOutput = defineTool({
  name: 'structured_output',
  operation: 'session.report',
  description: 'Give your result as data in the form you were asked for, and end. Use once, alone in a reply, when the work is done.',
  input: z.strictObject({ data: z.unknown().describe('The result, matching the schema you were given.') }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'action',
  caps: { oneCommit: true },
  roles: ['helper'],
  needs: ['reports'],
  prepare({ data }, { reports }, { caller }) {
    return { plan: dataProblems(() => checkContract(reports.helperSchema(caller.sessionId), data, 'OUTPUT_INVALID')), effects: [] }
  },
  run: (data) => ({ value: data, changes: [], details: { data }, control: { kind: 'report', result: JSON.stringify(data), data } }),
  say: () => 'Taken; you are done.',
})

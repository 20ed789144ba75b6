import { z } from 'zod'
import { checkOutput } from '../../data-problems'
import { defineTool } from '../../define-tool'

const CORE = 'End this task and give its result to whoever started it.'

/** `report_result` of 04 §5: ends the run; `data` is checked against the profile's output schema. */
export const reportResult = defineTool({
  name: 'report_result',
  operation: 'session.report',
  description: CORE,
  input: z.strictObject({
    result: z.string().min(1).describe('The result in words.'),
    data: z.unknown().optional().describe('The result as an object, in the shape this profile asks for. When omitted: none.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'action',
  caps: { oneCommit: true },
  variants: [{ when: { roles: ['child', 'helper', 'system'] }, description: { text: `${CORE}\n\nNeed the author? Put the question in result.`, reason: 'request_user_input is absent for them' } }],
  needs: ['reports'],
  prepare({ result, data }, { reports }, { caller }) {
    checkOutput(reports.outputSchema(caller.profileKey, caller.sessionId), data)
    return { plan: { result, data: data ?? null }, effects: [] }
  },
  run: (plan) => ({ value: plan, changes: [], details: { data: plan.data }, control: { kind: 'report', result: plan.result, data: plan.data } }),
  say: ({ result }) => `Reported: ${result}`,
})

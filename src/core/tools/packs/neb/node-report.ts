import { z } from 'zod'
import { checkOutput } from '../../data-problems'
import { defineTool } from '../../define-tool'

const RESERVED = 'the others judge the work of a step, or say that they have done theirs'

/** `node_report` of 08 §3: how a step of a workflow ends; the `report_result` operation with a verdict. */
export const nodeReport = defineTool({
  name: 'node_report',
  operation: 'session.report',
  description: 'End this step of the workflow with a verdict and what bears it out.',
  input: z.strictObject({
    verdict: z.enum(['finish', 'pass', 'fail', 'blocked']).describe('How the step ended; blocked: it cannot be done.'),
    detail: z.string().min(1).max(16_000).describe('What bears the verdict out: path, line, words.'),
    suggestion: z.string().min(1).max(4_000).optional().describe('What should change. When omitted: nothing.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'action',
  caps: { oneCommit: true },
  roles: ['helper'],
  variants: [
    { when: { roles: ['helper'], tags: ['verifier'] }, params: { verdict: { values: ['pass', 'fail', 'blocked'], reason: RESERVED } } },
    { when: { roles: ['helper'] }, params: { verdict: { values: ['finish', 'blocked'], reason: RESERVED } } },
  ],
  needs: ['reports'],
  prepare({ verdict, detail, suggestion }, { reports }, { caller }) {
    const data = { verdict, detail, suggestion: suggestion ?? null }
    checkOutput(reports.outputSchema(caller.profileKey, caller.sessionId), data)
    return { plan: data, effects: [] }
  },
  run: (data) => ({ value: data, changes: [], details: { data }, control: { kind: 'report', result: data.detail, data } }),
  say: ({ verdict, detail }) => `Reported ${verdict}: ${detail}`,
})

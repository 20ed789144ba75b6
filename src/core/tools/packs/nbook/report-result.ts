import { fail } from '@shared/fault'
import { z } from 'zod'
import { describeIssues } from '../../arguments'
import { defineTool } from '../../define-tool'
import type { JsonSchema } from '../../json-schema'

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
  variants: [{ when: { roles: ['child', 'helper', 'system'] }, description: { text: `${CORE}\n\nNeed the author? Put the question in result.`, reason: 'request_user_input is absent for them' } }],
  needs: ['reports'],
  prepare({ result, data }, { reports }, { caller }) {
    checkOutput(reports.outputSchema(caller.profileKey), data)
    return { plan: { result, data: data ?? null }, effects: [] }
  },
  run: (plan) => ({ value: plan, changes: [], details: { data: plan.data }, control: { kind: 'report', result: plan.result, data: plan.data } }),
  say: ({ result }) => `Reported: ${result}`,
})

/** OUTPUT_INVALID with every field; a schema that requires fields requires `data`. */
function checkOutput(schema: unknown, data: unknown): void {
  if (!isObject(schema)) return
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  if (data === undefined && required.length === 0) return
  if (!isObject(data)) fail('OUTPUT_INVALID', 'data must be an object.', { pointer: '/data', expected: 'an object', fix: 'Pass a real object, do not stringify.' })
  const parsed = z.fromJSONSchema(schema).safeParse(data)
  if (parsed.success) return
  const problems = describeIssues(parsed.error.issues, data, schema).map(({ pointer, message }) => ({ pointer: `/data${pointer === '/' ? '' : pointer}`, message }))
  fail('OUTPUT_INVALID', `${problems.length} problem${problems.length === 1 ? '' : 's'} in data.`, { problems, fix: 'Correct these fields and report again.' })
}

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value)

import { afterAll, beforeAll, expect, it } from 'vitest'
import { killAndResume, openWorkflowRange, workflowKillPoints, type WorkflowRange } from '../../../test/faults/workflow-kills'

let range: WorkflowRange
beforeAll(async () => { range = await openWorkflowRange() }, 120_000)
afterAll(() => range.close())

it('E2: core killed -9 at every statement of a workflow that writes to a database', async () => {
  const points = await workflowKillPoints(range)
  const ends: Record<string, number> = {}
  for (let n = 1; n <= points; n++) { const end = await killAndResume(range, n); ends[end] = (ends[end] ?? 0) + 1 }
  process.stderr.write(`workflow: ${points} points ${JSON.stringify(ends)}\n`)
  // The last ones may fall behind the end of a run that had fewer.
  expect(ends['not killed'] ?? 0).toBeLessThanOrEqual(points / 10)
}, 3_600_000)

import { afterAll, beforeAll, expect, it } from 'vitest'
import { killAndResume, openWorkflowRange, workflowKillPoints, type WorkflowRange } from '../../../test/faults/workflow-kills'

const POINTS = 4
let range: WorkflowRange
beforeAll(async () => { range = await openWorkflowRange() }, 120_000)
afterAll(() => range.close())

it('E2: core killed -9 in the middle of a workflow: taken up, the same result, nothing done twice', async () => {
  const points = await workflowKillPoints(range)
  expect(points).toBeGreaterThan(50)
  const ends: string[] = []
  // Spread over the run; `npm run test:deep` takes every point.
  for (let n = 1; n <= POINTS; n++) ends.push(await killAndResume(range, Math.round((points * n) / (POINTS + 1))))
  expect(ends.filter((end) => end === 'interrupted').length).toBeGreaterThan(0)
  expect(ends).not.toContain('not killed')
}, 120_000)

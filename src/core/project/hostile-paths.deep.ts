import { expect, it } from 'vitest'
import { join } from 'node:path'
import { makeProject } from '../../../test/project/make-project'
import { fingerprint, layRoots, layTraps, tryAddresses, type Tried } from '../../../test/project/hostile-paths'

it.each([['without', false], ['with', true]] as const)('100,000 generated addresses, %s folders of the author, never leave what may be used', async (_name, withRoots) => {
  const { project, workspace } = await makeProject()
  const outside = layTraps(project.dir, workspace)
  const granted = withRoots ? layRoots(workspace, outside) : null
  const closed = [outside, join(workspace, 'old'), join(project.dir, '.git'), ...(granted === null ? [] : [granted.library])]
  const before = closed.map(fingerprint)
  const sum: Tried = { allowed: 0, read: 0, written: 0, judged: 0 }
  for (let round = 0; round < 20; round += 1) {
    const tried = await tryAddresses(project, workspace, 5_000, (withRoots ? 600 : 100) + round, granted)
    for (const key of ['allowed', 'read', 'written', 'judged'] as const) sum[key] += tried[key]
  }
  process.stderr.write(`addresses ${sum.judged}, allowed ${sum.allowed}, really read ${sum.read}, really written ${sum.written}\n`)
  expect(closed.map(fingerprint)).toEqual(before)
  expect(sum.judged).toBe(100_000)
})

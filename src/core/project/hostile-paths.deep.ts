import { expect, it } from 'vitest'
import { join } from 'node:path'
import { makeProject } from '../../../test/project/make-project'
import { fingerprint, layTraps, tryAddresses } from '../../../test/project/hostile-paths'

it('200,000 generated addresses never leave the project', async () => {
  const { project, workspace } = await makeProject()
  const outside = layTraps(project.dir, workspace)
  const before = [outside, join(workspace, 'old'), join(project.dir, '.git')].map(fingerprint)
  for (let round = 0; round < 40; round += 1) await tryAddresses(project, workspace, 5_000, 100 + round)
  expect([outside, join(workspace, 'old'), join(project.dir, '.git')].map(fingerprint)).toEqual(before)
})

import { expect, it } from 'vitest'
import { join } from 'node:path'
import { makeProject } from '../../../test/project/make-project'
import { fingerprint, layTraps, tryAddresses } from '../../../test/project/hostile-paths'

it('5,000 generated addresses, read and written for real, never leave the project', async () => {
  const { project, workspace } = await makeProject()
  const outside = layTraps(project.dir, workspace)
  const before = [outside, join(workspace, 'old'), join(project.dir, '.git')].map(fingerprint)
  const tried = await tryAddresses(project, workspace, 5_000, 7)
  expect(tried.allowed).toBeGreaterThan(300)
  expect(tried.read).toBeGreaterThan(100)
  expect(tried.written).toBeGreaterThan(5)
  expect([outside, join(workspace, 'old'), join(project.dir, '.git')].map(fingerprint)).toEqual(before)
}, 120_000)

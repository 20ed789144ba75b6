import { expect, it } from 'vitest'
import { killAtTrash } from '../../../test/project/trash-kills'

it.each(['run', 'tool', 'author'] as const)('killed at any act on the trash while a text goes by %s: it is there, or restorable once', { timeout: 600_000 }, async (how) => {
  await killAtTrash(how, 1)
  expect.hasAssertions()
})

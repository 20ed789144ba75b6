import { expect, it } from 'vitest'
import { tryCommands } from '../../../../test/shell/run-commands'

it('3,000 commands of the shell\'s tricks: nothing that is allowed runs a marker, writes or leaves the project', { timeout: 240_000 }, async () => {
  const { allowed, ran } = await tryCommands(3_000, 20_261)
  expect(allowed).toBeGreaterThan(100)
  expect(ran).toBeGreaterThan(80)
})

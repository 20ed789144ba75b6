import { expect, it } from 'vitest'
import { tryCommands } from '../../../../test/shell/run-commands'

it('200,000 commands of the shell\'s tricks', { timeout: 3_600_000 }, async () => {
  const { allowed, ran } = await tryCommands(200_000, Number(process.env['WENQU_SEED'] ?? 7))
  process.stderr.write(`${allowed} allowed, ${ran} run\n`)
  expect(ran).toBeGreaterThan(2_000)
})

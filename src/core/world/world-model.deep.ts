import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { historiesAgree } from '../../../test/world/histories'
import { endsOfKills } from '../../../test/world/killed-writer'

it('states from kept ones are those of a fold from the beginning, over long random histories (03 §4)', () => {
  expect(historiesAgree(30, 120)).toBeGreaterThan(10)
})

it('a process killed at each step of a commit leaves all or nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wenqu-world-'))
  const ends = await endsOfKills(folder, Array.from({ length: 16 }, (_, i) => i + 1))
  expect(ends.join(' ')).toMatch(/^(nothing ){8,}(all ?)+$/u)
  rmSync(folder, { recursive: true, force: true })
})

import { expect, it } from 'vitest'
import { killAndGoOn, killBook, killPoints } from '../../../test/project/import-kills'

it.each(['skip', 'both'] as const)('I4: a short import (%s) killed -9 before every write', async (again) => {
  const book = await killBook(3, again)
  let at = 1
  while (await killAndGoOn(book, at)) at++
  expect(at).toBeGreaterThan(40)
}, 3_600_000)

it('I4: 100 chapters killed -9 all along', async () => {
  const book = await killBook(100)
  const points = await killPoints(book)
  for (let n = 1; n <= 40; n++) expect(await killAndGoOn(book, Math.floor((points * n) / 41))).toBe(true)
}, 3_600_000)

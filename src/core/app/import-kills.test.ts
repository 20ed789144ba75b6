import { expect, it } from 'vitest'
import { killAndGoOn, killBook, killPoints } from '../../../test/project/import-kills'

it('I4: an import killed -9 between its writes is gone on with, nothing twice and nothing half made', async () => {
  const book = await killBook(12)
  const points = await killPoints(book)
  // The writes of one chapter in the middle, thinned out; `npm run test:deep` takes every one.
  const middle = Math.round(points / 2)
  for (const ahead of [0, 2, 4, 6, 8, 10, 12]) expect(await killAndGoOn(book, middle + ahead)).toBe(true)
}, 120_000)

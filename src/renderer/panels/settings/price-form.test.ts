import { expect, test } from 'vitest'
import { shownPrice, writtenPrice } from './price-form'

const per1000 = { currency: 'CNY', per: 1_000, input: 0.004, cachedInput: 0.001, output: 0.016 }

test('a price kept per thousand shows per million, as the labels say', () => {
  expect([shownPrice(per1000, 'input'), shownPrice(per1000, 'cachedInput'), shownPrice(per1000, 'output'), shownPrice(undefined, 'input')]).toEqual([4, 1, 16, undefined])
})

test('untouched it stays as it is; touched it is written in the unit that was shown', () => {
  expect(writtenPrice(per1000, 'CNY', { input: 4, cachedInput: 1, output: 16 })).toBe(per1000)
  expect(writtenPrice(per1000, 'CNY', { input: 5, cachedInput: null, output: 16 })).toEqual({ currency: 'CNY', per: 1_000_000, input: 5, output: 16 })
  expect(writtenPrice(per1000, 'USD', { input: 4, cachedInput: 1, output: 16 })).toEqual({ currency: 'USD', per: 1_000_000, input: 4, cachedInput: 1, output: 16 })
  expect(writtenPrice(per1000, 'CNY', { input: null, cachedInput: 1, output: 16 })).toBeUndefined()
})

import { describe, expect, it } from 'vitest'
import { placeOf } from './address'

describe('the place an address names', () => {
  it.each<[string, string | null]>([['http://localhost:3000/x', 'localhost:3000'], ['https://EXAMPLE.com./', 'example.com:443'], ['ws://[::1]/', '[::1]:80'], ['wss://a.test/', 'a.test:443'], ['file:///etc/passwd', null], ['mailto:a@b.c', null], ['x', null]])('%s is %s', (url, expected) => {
    expect(placeOf(url)).toBe(expected)
  })
})

import { expect, test } from 'vitest'
import { UiChange, UiSettings } from './settings'

test('a change holds only what was sent', () => {
  expect(UiChange.parse({ theme: 'dark' })).toEqual({ theme: 'dark' })
  expect(UiChange.safeParse({ colour: 'red' }).success).toBe(false)
})

test('missing settings are their defaults', () => {
  expect(UiSettings.parse({})).toMatchObject({ theme: 'system', fontSize: 18, language: null, sendWithEnter: true })
})

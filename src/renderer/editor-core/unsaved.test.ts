import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TextBuffer } from './buffer'
import { tellAllUnsaved, tellUnsaved } from './unsaved'

vi.mock('./load-monaco', () => ({}))

/** What core was told, e.g. `a.md true`. */
let told: string[]
beforeEach(() => {
  told = []
  vi.stubGlobal('window', { wenqu: { call: (_name: string, { path, unsaved }: { path: string; unsaved: boolean }) => { told.push(`${path} ${unsaved}`); return Promise.resolve({ ok: true, value: {} }) } } })
})
afterEach(() => vi.unstubAllGlobals())

function buffer(path: string) {
  let version = 1
  const made = { project: 'snow', path, savedVersion: 1, baseHash: 'h', model: { getAlternativeVersionId: () => version } } as unknown as TextBuffer
  return { made, type: () => { version += 1; tellUnsaved(made) }, saved: () => { made.savedVersion = version; tellUnsaved(made) } }
}

test('a text that was closed with unsaved words and opened again tells of its own words', () => {
  const first = buffer('a.md')
  first.type()
  first.type()
  expect(told).toEqual(['a.md true'])
  const again = buffer('a.md')
  again.type()
  again.saved()
  expect(told).toEqual(['a.md true', 'a.md true', 'a.md false'])
})

test('a text that moved while it was unsaved is told of under its new path, and no longer under the old one', () => {
  const text = buffer('a.md')
  text.type()
  text.made.path = 'b.md'
  text.type()
  text.saved()
  expect(told).toEqual(['a.md true', 'a.md false', 'b.md true', 'b.md false'])
})

test('a core that came back is told anew', () => {
  const text = buffer('a.md')
  text.type()
  tellAllUnsaved()
  text.type()
  expect(told).toEqual(['a.md true', 'a.md true'])
})

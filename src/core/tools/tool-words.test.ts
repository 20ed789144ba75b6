import { expect, it } from 'vitest'
import { messages } from '@shared/i18n'
import { packs } from './packs'

const words: Readonly<Record<string, unknown>> = messages

it('every built-in tool is called by what it does, never by its own name, wherever the window names a call', () => {
  const names = packs.flatMap((pack) => pack.tools.map((tool) => tool.name))
  expect(names.length).toBeGreaterThan(70)
  expect(names.filter((name) => words[`sessions.tool.${name}`] === undefined && words[`tools.does.${name}`] === undefined)).toEqual([])
})

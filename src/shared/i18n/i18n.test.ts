import { describe, expect, test } from 'vitest'
import { hasHan, strangeWords } from '../../../test/latin-words'
import { messages } from './index'
import type { Message } from './message'

const rows: [string, Message][] = Object.entries(messages)
const placeholders = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((found) => found[1] ?? '').sort()
describe('Y7 every catalogue key in both languages', () => {
  test('both are written', () => {
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.filter(([, { zh, en }]) => zh.trim() === '' || en.trim() === '').map(([key]) => key)).toEqual([])
  })

  test('both are filled with the same things', () => {
    expect(rows.filter(([, { zh, en }]) => placeholders(zh).join() !== placeholders(en).join()).map(([key]) => key)).toEqual([])
  })

  test('no Han in the English', () => {
    expect(rows.filter(([, { en }]) => hasHan(en)).map(([key, { en }]) => `${key}: ${en}`)).toEqual([])
  })

  test('no English words in the Chinese but names', () => {
    expect(rows.flatMap(([key, { zh }]) => strangeWords(zh).map((word) => `${key}: ${word}`))).toEqual([])
  })

  test('no key of one area hides that of another', async () => {
    const files = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts', '!./index.ts', '!./message.ts'])
    const areas = await Promise.all(Object.values(files).map((load) => load()))
    const keys = areas.flatMap((area) => Object.values(area)).flatMap((catalogue) => (typeof catalogue === 'object' && catalogue !== null ? Object.keys(catalogue) : []))
    expect(keys.length).toBe(new Set(keys).size)
    expect(new Set(keys)).toEqual(new Set(Object.keys(messages)))
  })
})

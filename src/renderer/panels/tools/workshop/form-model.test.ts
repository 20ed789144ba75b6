import { describe, expect, test } from 'vitest'
import { freshName, isTaken, readForm, writeForm } from './form-model'

const json = { name: 'a_b_c', version: 2, description: 'Does it.', inputSchema: { type: 'object', additionalProperties: false, required: ['folder'], properties: {
  folder: { type: 'string', format: 'project-path', maxLength: 9, description: 'Where.' }, mode: { type: 'string', enum: ['a', 'b'], default: 'a', description: 'How.' }, deep: { type: 'object', additionalProperties: false, required: [], properties: {} } } }, command: ['sh', 'x'], effects: ['read'], extra: 1 }
const model = () => { const found = readForm(JSON.stringify(json)); if (!found) throw new Error('no form'); return found }

describe('tool.json as a form', () => {
  test('reads kinds, and writes back what it read', () => {
    expect(model().params.map(({ name, kind, required }) => [name, kind, required])).toEqual([['folder', 'path', true], ['mode', 'choice', false], ['deep', 'other', false]])
    expect(JSON.parse(writeForm(model()))).toEqual({ ...json, timeoutSeconds: 120 })
  })
  test('another kind keeps the words and limits it can keep', () => {
    const next = model()
    const changed = { ...next, params: next.params.map((one) => (one.name === 'mode' ? { ...one, kind: 'boolean' as const, about: 'On?' } : one)), effects: ['write'] }
    const written = JSON.parse(writeForm(changed)) as typeof json
    expect(written.inputSchema.properties.mode).toEqual({ type: 'boolean', default: 'a', description: 'On?' })
    expect([written.effects, written.extra]).toEqual([['write'], 1])
  })
  test('a choice takes its values from the text, Chinese commas too', () => {
    const next = model()
    const written = JSON.parse(writeForm({ ...next, params: next.params.map((one) => (one.name === 'folder' ? { ...one, kind: 'choice' as const, values: '甲， 乙,丙' } : one)) })) as { inputSchema: { properties: { folder: unknown } } }
    expect(written.inputSchema.properties.folder).toEqual({ type: 'string', enum: ['甲', '乙', '丙'], maxLength: 9, description: 'Where.' })
  })
  test('a name is taken by another parameter, never by its own', () => {
    const { params } = model()
    expect([isTaken(params, 0, 'mode'), isTaken(params, 1, 'mode'), isTaken(params, 0, 'modes')]).toEqual([true, false, false])
  })
  test('a broken text has no form; a fresh name is free', () => {
    expect([readForm('{'), readForm('[]')]).toEqual([null, null])
    expect(freshName([{ name: 'value1', kind: 'text', about: '', required: false, values: '', node: {} }])).toBe('value2')
  })
})

import { describe, expect, it } from 'vitest'
import type { Json } from '@shared/world'
import type { Attr } from '../types'
import { checkText, checkValue, refTarget, textMisfit, valueMisfit } from './values'

const scalar = (type: 'int' | 'float' | 'string' | 'bool'): Attr & { kind: 'scalar' } => ({ kind: 'scalar', type })
const rank: Attr = { kind: 'scalar', type: 'enum', values: ['外门', '内门'] }
const place: Attr & { kind: 'scalar' } = { kind: 'scalar', type: 'ref', target: 'location' }
const gear: Attr = { kind: 'object', fields: { weapon: place, 'a/b': scalar('int') } }

const rows: readonly [name: string, attr: Attr, good: readonly Json[], bad: readonly Json[]][] = [
  ['int', scalar('int'), [0, -5, 9007199254740991], [1.5, '1', null, true, 9007199254740992, [1]]],
  ['float', scalar('float'), [0, 1.5, -1e300], ['1', null, Number.NaN, Number.POSITIVE_INFINITY]],
  ['string', scalar('string'), ['', '剑'], [1, null, ['x']]],
  ['bool', scalar('bool'), [true, false], [0, 'true', null]],
  ['enum', rank, ['外门'], ['长老', '', 1, null]],
  ['ref', place, ['subject://inn', 'subject://长安-1_a'], ['inn', 'subject://', 'subject://-a', 'subject://a b', `subject://${'a'.repeat(65)}`, 1, null]],
  ['list', { kind: 'list', item: scalar('string') }, [[], ['x', 'x']], ['x', {}, null, ['x', 1]]],
  ['collection', { kind: 'collection', item: scalar('int') }, [[], [1, 2]], [[1, 1], 1, ['1']]],
  ['open object', { kind: 'object', item: scalar('int') }, [{}, { bob: 3 }], [[], { bob: 'x' }, null, 'x']],
  ['object with fields', gear, [{}, { weapon: 'subject://x' }, { other: [1, { a: null }] }, { toString: 1 }], [{ weapon: 'x' }, { 'a/b': 'x' }, [], null]],
  ['embedding array', { kind: 'embedding', form: 'array' }, [[]], [[{ text: 'x' }], {}, null]],
  ['embedding record', { kind: 'embedding', form: 'record' }, [{}], [{ a: { text: 'x' } }, [], 'x']],
]

describe('whole values of declared attributes (03 §2)', () => {
  it.each(rows)('%s', (_name, attr, good, bad) => {
    for (const value of good) expect([value, valueMisfit(attr, value)]).toEqual([value, null])
    for (const value of bad) expect([value, valueMisfit(attr, value)]).not.toEqual([value, null])
  })

  it('compares the members of a collection by canonical JSON', () => {
    const attr: Attr = { kind: 'collection', item: { kind: 'object', fields: {} } }
    expect(valueMisfit(attr, [{ a: 1, b: 2 }, { b: 2, a: 1 }])).toMatchObject({ path: '/1' })
  })

  it('names the place, the kind and what is expected', () => {
    expect(() => checkValue(rank, '长老', '/patches/0/value', '/rank')).toThrow(expect.objectContaining({
      fault: expect.objectContaining({ code: 'VALUE_INVALID', pointer: '/patches/0/value', actual: '"长老"', expected: 'enum: one of "外门", "内门"', message: expect.stringContaining('/rank is enum') }),
    }))
    expect(() => checkValue(gear, { 'a/b': 1.5 }, '/p', '/equipment')).toThrow(expect.objectContaining({ fault: expect.objectContaining({ pointer: '/p/a~1b', expected: expect.stringContaining('int') }) }))
  })
})

describe('remembered texts', () => {
  it.each<[Json, boolean]>([
    [{ text: 'x' }, true], [{ text: '😀'.repeat(4_000) }, true], [{ text: '😀'.repeat(4_001) }, false], [{ text: '' }, false], [{ text: 1 }, false], [{ text: 'x', vector: [1] }, false], [{}, false], ['x', false],
    [[{ text: 'x' }], false], [null, false],
  ])('%j', (value, good) => {
    expect(textMisfit(value) === null).toBe(good)
  })
  it('is refused with VALUE_INVALID', () => {
    expect(() => checkText({ text: 'x', vector: [] }, '/patches/1/value', '/events')).toThrow(expect.objectContaining({ fault: expect.objectContaining({ code: 'VALUE_INVALID', pointer: '/patches/1/value' }) }))
  })
})

it.each([['subject://hero', 'hero'], ['subject://hero/x', null], ['hero', null], ['subject://', null]])('the target of %j is %j', (text, id) => {
  expect(refTarget(text)).toBe(id)
})

import { describe, expect, it } from 'vitest'
import type { FaultError } from '@shared/fault'
import { defaultWorld } from '../../project/world-default'
import { specSchemaText as sample } from '../../../../test/world/spec-world'
import { parseSchema, schemaProblems } from './parse-schema'

const attr = (text: string): string => `version: 1\ntypes:\n  hero:\n    attrs:\n      a: ${text}\n`
const faultOf = (text: string): FaultError['fault'] => {
  try {
    parseSchema(text)
  } catch (error) {
    return (error as FaultError).fault
  }
  throw new Error('the schema was taken')
}

describe('world/schema.yaml', () => {
  it('reads the sample of 03 §2', () => {
    const { types, empty } = parseSchema(sample)
    expect(empty).toBe(false)
    expect(Object.keys(types)).toEqual(['character', 'location', 'item'])
    expect(types['character']?.attrs).toEqual({
      hp: { kind: 'scalar', type: 'int', default: 100 }, rank: { kind: 'scalar', type: 'enum', values: ['外门', '内门'] }, mood: { kind: 'scalar', type: 'string' },
      location: { kind: 'scalar', type: 'ref', target: 'location' }, skills: { kind: 'collection', item: { kind: 'scalar', type: 'string' } },
      log: { kind: 'list', item: { kind: 'scalar', type: 'string' } }, equipment: { kind: 'object', fields: { weapon: { kind: 'scalar', type: 'ref', target: 'item' } } },
      bonds: { kind: 'object', item: { kind: 'scalar', type: 'int' } }, events: { kind: 'embedding', form: 'array' }, memory: { kind: 'embedding', form: 'record' },
    })
    expect(types['location']?.attrs['danger']).toEqual({ kind: 'scalar', type: 'float', default: 0 })
  })

  it.each(['', '\n\n', '# nothing yet\n', '\uFEFF', '---\n'])('takes %j as the empty schema', (text) => {
    expect(parseSchema(text)).toMatchObject({ types: {}, empty: true })
  })

  it('takes the schema of a new project, attributes still empty', () => {
    expect(Object.keys(parseSchema(defaultWorld('en')['schema.yaml'] ?? '').types)).toEqual(['world', 'character', 'location', 'faction', 'item'])
    expect(parseSchema('version: 1\ntypes:\n  hero:\n    attrs:\n      # none yet\n').types['hero']).toEqual({ attrs: {} })
  })

  it('keeps labels, names like toString and numbers, and item defaults', () => {
    const { types } = parseSchema('version: 1\ntypes:\n  toString: {label: 人物, desc: x, attrs: {2024: {type: bool, default: true, label: 年}, true: int, hasOwnProperty: {kind: list, item: {type: ref(*)}, default: ["subject://a"]}}}\n')
    expect(types['toString']).toEqual({
      label: '人物', desc: 'x',
      attrs: {
        2024: { kind: 'scalar', type: 'bool', default: true, label: '年' }, true: { kind: 'scalar', type: 'int' },
        hasOwnProperty: { kind: 'list', item: { kind: 'scalar', type: 'ref', target: '*' }, default: ['subject://a'] },
      },
    })
    expect(types['valueOf']).toBeUndefined()
  })

  it('has the same hash for the same shapes: order, labels and comments do not count', () => {
    const hash = (text: string) => parseSchema(text).hash
    expect(hash('version: 1\ntypes: {a: {attrs: {x: int, y: string}}, b: {attrs: {}}}')).toBe(hash('# c\nversion: 1\ntypes: {b: {attrs: {}}, a: {label: A, attrs: {y: {type: string, desc: d}, x: int}}}'))
    expect(hash('version: 1\ntypes: {a: {attrs: {x: int}}}')).not.toBe(hash('version: 1\ntypes: {a: {attrs: {x: float}}}'))
    expect(hash(attr('{type: int, default: 1}'))).not.toBe(hash(attr('{type: int, default: 2}')))
  })
})

const bad: readonly [name: string, text: string, line: number, key: string, message: RegExp][] = [
  ['broken YAML', 'version: 1\ntypes: {a: [\n', 3, '', /./],
  ['a duplicate key', 'version: 1\ntypes:\n  a: {attrs: {}}\n  a: {attrs: {}}\n', 4, 'types.a', /twice/],
  ['an anchor', attr('&x int'), 5, 'types.hero.attrs.a', /anchor/],
  ['an anchor on a map', 'version: 1\ntypes: &t\n  a: {attrs: {}}\n', 3, 'types', /anchor/],
  ['an alias', attr('*x'), 5, 'types.hero.attrs.a', /alias/],
  ['a tag', attr('!!str int'), 5, 'types.hero.attrs.a', /tag/],
  ['a local tag', attr('!thing {type: int}'), 5, 'types.hero.attrs.a', /tag/],
  ['a merge key', 'version: 1\ntypes:\n  a: {attrs: {}, <<: {label: x}}\n', 3, 'types.a.<<', /merge/],
  ['two documents', 'version: 1\n---\nversion: 1\n', 2, '', /document/],
  ['another YAML version', '%YAML 1.1\n---\nversion: 1\ntypes: {}\n', 1, '', /1\.2/],
  ['a list for a file', '- 1\n', 1, '', /named values/],
  ['version 2', 'version: 2\ntypes: {}\n', 1, 'version', /must be 1/],
  ['no version', 'types: {}\n', 1, 'version', /missing/],
  ['no types', 'version: 1\n', 1, 'types', /missing/],
  ['an unknown key of the file', 'version: 1\ntypes: {}\nkind: x\n', 3, 'kind', /not known/],
  ['an unknown key of a type', 'version: 1\ntypes:\n  a: {atrs: {}, attrs: {}}\n', 3, 'types.a.atrs', /not known/],
  ['an unknown key of an attribute', attr('{type: int, max: 3}'), 5, 'types.hero.attrs.a.max', /not known/],
  ['values without enum', attr('{type: int, values: [a]}'), 5, 'types.hero.attrs.a.values', /not known/],
  ['a default of an object', attr('{kind: object, item: int, default: {}}'), 5, 'types.hero.attrs.a.default', /not known/],
  ['a type name with a space', 'version: 1\ntypes:\n  a b: {attrs: {}}\n', 3, 'types.a b', /cannot be a name/],
  ['a name with a slash', attr('int').replace('a:', 'a/b:'), 5, 'types.hero.attrs.a/b', /cannot be a name/],
  ['a name with a dot', attr('int').replace('a:', 'a.b:'), 5, 'types.hero.attrs.a.b', /cannot be a name/],
  ['a name of 65 characters', attr('int').replace('a:', `${'字'.repeat(65)}:`), 5, `types.hero.attrs.${'字'.repeat(65)}`, /cannot be a name/],
  ['__proto__', attr('int').replace('a:', '__proto__:'), 5, 'types.hero.attrs.__proto__', /cannot be a name/],
  ['constructor as a type', 'version: 1\ntypes:\n  constructor: {attrs: {}}\n', 3, 'types.constructor', /cannot be a name/],
  ['prototype as a field', attr('{kind: object, fields: {prototype: int}}'), 5, 'types.hero.attrs.a.fields.prototype', /cannot be a name/],
  ['__proto__ in a default', attr('{kind: list, item: {kind: object, fields: {x: int}}, default: [{__proto__: 1}]}'), 5, 'types.hero.attrs.a.default[0].__proto__', /cannot be a name/],
  ['an unknown type of value', attr('integer'), 5, 'types.hero.attrs.a', /"integer"/],
  ['an unknown kind', attr('{kind: set, item: int}'), 5, 'types.hero.attrs.a.kind', /"set"/],
  ['an enum without values', attr('enum'), 5, 'types.hero.attrs.a', /values/],
  ['an enum with a number', attr('{type: enum, values: [a, 1]}'), 5, 'types.hero.attrs.a.values', /different/],
  ['an enum with one value twice', attr('{type: enum, values: [a, a]}'), 5, 'types.hero.attrs.a.values', /different/],
  ['an enum of nothing', attr('{type: enum, values: []}'), 5, 'types.hero.attrs.a.values', /different/],
  ['an undeclared ref', attr('ref(dragon)'), 5, 'types.hero.attrs.a', /"dragon" is not declared/],
  ['an undeclared ref deep inside', attr('{kind: object, fields: {b: {kind: list, item: ref(dragon)}}}'), 5, 'types.hero.attrs.a.fields.b.item', /dragon/],
  ['a number for an attribute', attr('5'), 5, 'types.hero.attrs.a', /cannot be understood/],
  ['a list without item', attr('{kind: list}'), 5, 'types.hero.attrs.a.item', /missing/],
  ['a list of lists', attr('{kind: list, item: {kind: list, item: int}}'), 5, 'types.hero.attrs.a.item', /single value/],
  ['a list of open objects', attr('{kind: list, item: {kind: object, item: int}}'), 5, 'types.hero.attrs.a.item', /single value/],
  ['an object with both', attr('{kind: object, item: int, fields: {}}'), 5, 'types.hero.attrs.a', /either/],
  ['an object with neither', attr('{kind: object}'), 5, 'types.hero.attrs.a', /either/],
  ['an embedding of another form', attr('{kind: embedding, form: list}'), 5, 'types.hero.attrs.a.form', /array or record/],
  ['five levels', attr('{kind: object, fields: {b: {kind: object, fields: {c: {kind: object, fields: {d: {kind: list, item: int}}}}}}}'), 5, 'types.hero.attrs.a.fields.b.fields.c.fields.d.item', /deeper than 4/],
  ['a label that is a number', attr('{type: int, label: 5}'), 5, 'types.hero.attrs.a.label', /text/],
  ['an int default with a fraction', attr('{type: int, default: 1.5}'), 5, 'types.hero.attrs.a.default', /1\.5 does not fit/],
  ['an int default past the safe ones', attr('{type: int, default: 9007199254740993}'), 5, 'types.hero.attrs.a.default', /does not fit/],
  ['a float default that is no number', attr('{type: float, default: .inf}'), 5, 'types.hero.attrs.a.default', /does not fit/],
  ['a string default that is a number', attr('{type: string, default: 5}'), 5, 'types.hero.attrs.a.default', /does not fit/],
  ['an enum default outside', attr('{type: enum, values: [a, b], default: c}'), 5, 'types.hero.attrs.a.default', /"c" does not fit/],
  ['a ref default without subject://', attr('{type: ref(hero), default: bob}'), 5, 'types.hero.attrs.a.default', /"bob" does not fit/],
  ['a collection default with one value twice', attr('{kind: collection, item: string, default: [x, x]}'), 5, 'types.hero.attrs.a.default', /does not fit/],
  ['a null default', attr('{type: int, default: }'), 5, 'types.hero.attrs.a.default', /null does not fit/],
  ['101 types', `version: 1\ntypes:\n${Array.from({ length: 101 }, (_, i) => `  t${i}: {attrs: {}}\n`).join('')}`, 3, 'types', /at most 100/],
  ['201 attributes', `version: 1\ntypes:\n  t:\n    attrs:\n${Array.from({ length: 201 }, (_, i) => `      a${i}: int\n`).join('')}`, 5, 'types.t.attrs', /at most 200/],
  ['257 KB', `version: 1\n# ${'x'.repeat(257 * 1024)}\ntypes: {}\n`, 1, '', /256 KB/],
]

describe('SCHEMA_INVALID', () => {
  it.each(bad)('%s', (_name, text, line, key, message) => {
    const [first] = schemaProblems(text)
    expect(first).toMatchObject({ line, key, message: expect.stringMatching(message) })
    expect(first?.fix).not.toBe('')
    expect(schemaProblems(text, 'zh')[0]).toMatchObject({ line, key, message: expect.stringMatching(/[\u4E00-\u9FFF]/), fix: expect.stringMatching(/[\u4E00-\u9FFF]/) })
    expect(faultOf(text)).toMatchObject({ code: 'SCHEMA_INVALID', fix: first?.fix, data: { line, key } })
  })

  it('names all problems at once', () => {
    const text = 'version: 1\ntypes:\n  a: {attrs: {x: in, y: ref(b)}}\n  c: {attrs: {z: {type: int, default: no}}}\n'
    expect(schemaProblems(text).map(({ line, key }) => [line, key])).toEqual([[3, 'types.a.attrs.x'], [3, 'types.a.attrs.y'], [4, 'types.c.attrs.z.default']])
    expect(faultOf(text)).toMatchObject({ message: expect.stringMatching(/line 3, types\.a\.attrs\.x.*2 more/), problems: [{ pointer: '/types/a/attrs/x' }, {}, {}] })
  })

  it('survives a file of nothing but brackets', () => {
    expect(schemaProblems('['.repeat(200_000)).length).toBeGreaterThan(0)
    expect(schemaProblems(`version: 1\ntypes: ${'{a: '.repeat(5_000)}${'}'.repeat(5_000)}`).length).toBeGreaterThan(0)
  })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { below, segmentsOf } from './contain'

const name = fc.constantFrom('w', 'demo', 'demo2', 'd', '雪', '.', '..', '', ' ')
const path = fc.tuple(fc.constantFrom('/', '//', '', 'C:/'), fc.array(name, { maxLength: 5 }), fc.constantFrom('', '/')).map(([start, names, end]) => start + names.join('/') + end)

it('says of every pair of paths what their segments say', () => {
  fc.assert(fc.property(path, path, fc.boolean(), (root, other, isInside) => {
    const inner = isInside ? `${root}/${other}` : other
    const [outer, all] = [segmentsOf(root), segmentsOf(inner)]
    expect(below(root, inner)).toEqual(outer.every((one, at) => one === all[at]) ? all.slice(outer.length) : null)
  }), { numRuns: 5_000 })
})

import { describe, expect, it } from 'vitest'
import { nearestNames } from './nearest'

const names = ['read', 'write', 'edit', 'get_story_tree', 'get_story_thread', 'get_story_chapter', 'save_story_scene']

describe('the nearest names (08 §4)', () => {
  it.each([
    ['get_storey_tree', 3, ['get_story_tree', 'get_story_thread', 'get_story_chapter']],
    ['READ', 1, ['read']],
    ['raed', 2, ['read', 'edit']],
    ['', 2, ['edit', 'read']],
    ['write', 0, []],
  ])('%s, %i of them', (wanted, count, expected) => { expect(nearestNames(wanted, names, count)).toEqual(expected) })

  it('gives the same order for names equally far, and all when there are few', () => {
    expect(nearestNames('xx', ['bb', 'aa'])).toEqual(['aa', 'bb'])
    expect(nearestNames('anything', [])).toEqual([])
  })
  it('looks at the first 80 characters only', () => { expect(nearestNames('read'.padEnd(100_000, 'x'), names)).toHaveLength(3) })
})

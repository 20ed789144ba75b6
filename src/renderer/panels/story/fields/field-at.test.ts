import { describe, expect, test } from 'vitest'
import { useWorld } from '../../../stores/world'
import { keyOf, patchOf, textOf } from './field-at'

const at = (field: string) => ({ kind: 'scene' as const, id: '1', field })
const anchor = { startTime: '一月', endTime: '二月', startInstant: '10', endInstant: '20', subjectIds: ['hero'], locationSubjectId: 'inn' }

describe('one field as text and as a patch', () => {
  test.each([
    ['title', ' 雪 ', { title: '雪' }],
    ['summary', '', { summary: '' }],
    ['note', '  ', { note: null }],
    ['brief.goal', 'g', { brief: { goal: 'g' } }],
    ['brief.goal', '', { brief: { goal: null } }],
    ['tags', '主线，悬疑, 主线、', { tags: ['主线', '悬疑'] }],
    ['cadenceChapters', '3', { cadenceChapters: 3 }],
    ['cadenceChapters', '', { cadenceChapters: null }],
    ['worldAnchor.startTime', '三月', { worldAnchor: { ...anchor, startTime: '三月', startInstant: null } }],
    ['worldAnchor.subjectIds', 'a、b', { worldAnchor: { ...anchor, subjectIds: ['a', 'b'] } }],
    ['worldAnchor.locationSubjectId', '', { worldAnchor: { ...anchor, locationSubjectId: null } }],
    ['worldAnchor.endTime', '', { worldAnchor: { ...anchor, endTime: null, endInstant: null } }],
  ])('%s "%s"', (field, text, patch) => {
    expect(patchOf(at(field), text, { worldAnchor: anchor })).toEqual(patch)
  })

  test('people and places the world knows are written by name and kept by id; strangers stay as they are written', () => {
    useWorld.setState({ subjects: [{ id: 'hero', name: '沈舟', type: 'character' }, { id: 'inn', name: '渡口', type: 'location' }] })
    const patch = (field: string, text: string) => patchOf(at(field), text, { worldAnchor: anchor })['worldAnchor']
    expect(textOf({ worldAnchor: { ...anchor, subjectIds: ['hero', '小满'] } }, 'worldAnchor.subjectIds')).toBe('沈舟、小满')
    expect([textOf({ worldAnchor: anchor }, 'worldAnchor.locationSubjectId'), textOf({ worldAnchor: { ...anchor, locationSubjectId: null } }, 'worldAnchor.locationSubjectId')]).toEqual(['渡口', ''])
    expect(patch('worldAnchor.subjectIds', '沈舟、hero、小满')).toEqual({ ...anchor, subjectIds: ['hero', '小满'] })
    expect(patch('worldAnchor.locationSubjectId', '渡口')).toEqual(anchor)
    useWorld.setState({ subjects: null })
  })

  test('null and missing read as nothing, lists as one line', () => {
    expect([textOf({ brief: { goal: null } }, 'brief.goal'), textOf({}, 'brief.goal'), textOf({ tags: ['a', 'b'] }, 'tags'), textOf({ cadenceChapters: 4 }, 'cadenceChapters')]).toEqual(['', '', 'a、b', '4'])
    expect(keyOf(at('note'))).toBe('scene:1:note')
  })
})

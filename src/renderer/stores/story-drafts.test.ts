import { beforeEach, describe, expect, test } from 'vitest'
import { clearDrafts, draftOf, noticeValue, putDraft, type Draft } from './story-drafts'

const typed = (more: Partial<Draft> = {}): Draft => ({ text: '我写的', base: '原来', sending: null, wrote: [], theirs: null, fault: null, focused: true, ...more })
beforeEach(clearDrafts)

describe('a field that changes elsewhere while it is edited (S6)', () => {
  test.each([
    ['the same value as before: nothing', typed(), '原来', { text: '我写的', theirs: null }],
    ['another value: both are kept', typed(), '助手写的', { text: '我写的', base: '原来', theirs: { text: '助手写的', by: 'agent' } }],
    ['just what was typed: agreed', typed(), '我写的', { base: '我写的', theirs: null }],
    ['what is being sent: its own echo', typed({ sending: '我写', text: '我写的' }), '我写', { theirs: null }],
    ['a late read of what was written before: no clash', typed({ base: '二', wrote: ['一', '二'], text: '三' }), '一', { theirs: null, base: '二' }],
  ] as const)('%s', (_, draft, value, left) => {
    putDraft('k', draft)
    noticeValue('k', value, 'agent')
    expect(draftOf('k')).toMatchObject(left)
  })

  test('a clean field that is left follows the story; an untouched one has no draft at all', () => {
    putDraft('k', typed({ text: '原来 ', focused: false }))
    noticeValue('k', '新的', 'outside')
    expect(draftOf('k')).toBeUndefined()
    noticeValue('other', '新的', 'outside')
    expect(draftOf('other')).toBeUndefined()
  })
})

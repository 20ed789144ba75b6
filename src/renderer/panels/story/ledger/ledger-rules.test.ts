import { describe, expect, test } from 'vitest'
import type { DecisionView, PromiseView } from '@shared/story-ledgers'
import { noFilter } from '../../../stores/promises'
import { byDeadline, missingOf } from './decision-rules'
import { dueOf, filtered, scaleOf, withIntentional, sideBySide } from './promise-rules'

const promise = (id: string, more: Partial<PromiseView> = {}): PromiseView => ({
  id, name: id, title: id, status: 'open', importance: 'medium', summary: '', payoffExpectation: null, cadenceChapters: null, deadlineChapterId: null, tags: [], createdAt: '', updatedAt: '',
  derivedStage: 'unplanted', beatStats: { plant: 0, advance: 0, setback: 0, payoff: 0, planned: 0, factual: 0, archived: 0 }, deadlineChapter: null, due: 'none', beats: [], ...more,
})
const decision = (id: string, more: Partial<DecisionView> = {}): DecisionView => ({
  id, name: id, title: id, question: '?', status: 'open', options: [], deadlineChapterId: null, decision: null, motivation: null, risk: null, rejectedAlternatives: [], serves: [], dependsOn: [], supersededById: null,
  anchor: { kind: 'story', id: null, path: null }, note: null, createdAt: '', updatedAt: '', danglingRefs: [], deadlineChapter: null, ...more,
})

describe('promises', () => {
  const all = [promise('1', { due: 'overdue' }), promise('2', { status: 'fulfilled', importance: 'high', derivedStage: 'paid_off' }), promise('3', { due: 'due', tags: ['intentional'] })]
  test.each([
    [noFilter, '123'], [{ ...noFilter, status: 'open' }, '13'], [{ ...noFilter, importance: 'high' }, '2'], [{ ...noFilter, stage: 'paid_off' }, '2'], [{ ...noFilter, due: true }, '1'], [{ ...noFilter, status: 'open', stage: 'paid_off' }, ''],
  ])('filter %o', (filter, ids) => expect(filtered(all, filter).map(({ id }) => id).join('')).toBe(ids))

  test('the tag intentional silences, and comes and goes without touching others', () => {
    expect(all.map(dueOf)).toEqual(['overdue', 'none', 'none'])
    expect([withIntentional(['a'], true), withIntentional(['intentional', 'a'], true), withIntentional(['a', 'intentional'], false)]).toEqual([['a', 'intentional'], ['a', 'intentional'], ['a']])
  })
})

test('decisions: open first, by deadline, none last; then the rest in their order', () => {
  const all = [decision('1'), decision('2', { deadlineChapterId: 'c9' }), decision('3', { status: 'dropped' }), decision('4', { deadlineChapterId: 'c2' }), decision('5', { status: 'decided', deadlineChapterId: 'c1' })]
  expect(byDeadline(all, new Map([['c1', 1], ['c2', 2], ['c9', 9]])).map(({ id }) => id).join('')).toBe('42135')
  expect(missingOf({ decision: 'x', motivation: ' ' }, ['decision', 'motivation', 'risk'])).toEqual(['motivation', 'risk'])
})

test('beats of one chapter stand side by side, the others on their chapter', () => {
  expect(sideBySide([5, 5, 10, null, 12])).toEqual([-0.5, 0.5, 0, 0, 0])
  expect(sideBySide([3, 3, 3])).toEqual([-1, 0, 1])
})

test.each([[0, []], [1, [1]], [3, [1, 2, 3]], [5, [1, 2, 4]], [12, [1, 5, 10]], [50, [1, 20, 40]], [1_500, [1, 500, 1_000, 1_500]], [4_000, [1, 1_000, 2_000, 3_000, 4_000]]])('of %i chapters these are named along the strip', (chapters, named) => expect(scaleOf(chapters)).toEqual(named))

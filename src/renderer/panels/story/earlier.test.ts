import { expect, test } from 'vitest'
import type { SceneRow } from '@shared/procedures/story'
import { earlierThan } from './earlier'

const scene = (id: string, start: string | null, status = 'draft'): SceneRow => ({ id, title: `场景${id}`, status, threadId: '1', chapterId: '1', threadSortOrder: 0, chapterSortOrder: 0, outcomeType: null, hasTime: start !== null, start, pacingRole: null, beats: { plant: 0, advance: 0, setback: 0, payoff: 0 } })
const told = (...scenes: SceneRow[]) => [...earlierThan(scenes)].map(([id, title]) => `${id}<${title}`).join(' ')

test('a scene that goes back in time is told with the one it follows; the way forward again is not', () => {
  expect(told(scene('1', '10'), scene('2', '20'), scene('3', '5'), scene('4', '21'))).toBe('3<场景2')
  expect(told(scene('1', '-9223372036854775808'), scene('2', '9007199254740993'), scene('3', '9007199254740992'))).toBe('3<场景2')
})

test('scenes without a time and archived ones stand aside; the same instant is no way back', () => {
  expect(told(scene('1', '10'), scene('2', null), scene('3', '9'))).toBe('3<场景1')
  expect(told(scene('1', '10'), scene('2', '30', 'archived'), scene('3', '20'), scene('4', '20'))).toBe('')
})

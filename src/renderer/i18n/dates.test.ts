import { afterEach, expect, test, vi } from 'vitest'
import { timeText, whenText } from './dates'

const state = vi.hoisted(() => ({ locale: 'zh-CN' }))
vi.mock('./text', () => ({ currentLocale: () => state.locale }))
afterEach(() => vi.useRealTimers())

test('times follow the window\'s language, also when it changes, and lose their date on their own day', () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 7, 18, 30) })
  const [today, earlier] = [new Date(2026, 2, 7, 9, 5).toISOString(), new Date(2026, 1, 28, 21, 40).toISOString()]
  const words = () => [timeText(today), whenText(today), whenText(earlier)]
  expect(words()).toEqual(['3月7日 09:05', '09:05', '2月28日 21:40'])
  state.locale = 'en'
  expect(words()).toEqual(['Mar 7, 09:05 AM', '09:05 AM', 'Feb 28, 09:40 PM'])
  state.locale = 'zh-CN'
  expect(whenText(earlier)).toBe('2月28日 21:40')
})

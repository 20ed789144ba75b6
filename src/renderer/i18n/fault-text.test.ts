import { beforeAll, describe, expect, test, vi } from 'vitest'
import { faultText, isWorthRetrying } from './fault-text'
import { startTexts } from './text'

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} })
  startTexts('zh-CN')
})

describe('faults in plain words', () => {
  test('a time the calendar cannot read shows one that it can', () => {
    const fault = { code: 'TIME_INVALID', message: 'no time', data: { format: '{year}年', examples: ['公元2020年4月12日 18:00', '公元前221年1月1日 00:00'] } }
    expect(faultText(fault).line).toContain('公元2020年4月12日 18:00')
    expect(isWorthRetrying(fault)).toBe(false)
  })

  test('a scene that ends before it starts is told so; an anchor elsewhere is not', () => {
    const times = faultText({ code: 'ANCHOR_INVALID', message: 'late', pointer: '/worldAnchor' }).line
    expect(times).not.toBe(faultText({ code: 'ANCHOR_INVALID', message: 'other', pointer: '/anchor' }).line)
  })

  test('what is wrong with a file of instructions is said in the author’s words, the parser’s stay for a closer look', () => {
    const fault = { code: 'PROFILE_BROKEN', message: 'Map keys must be unique', data: { problem: 'twice', line: 6 } }
    expect(faultText(fault)).toEqual({ line: '第 6 行的那一项前面已经写过一次。', details: 'PROFILE_BROKEN: Map keys must be unique' })
    expect(faultText({ ...fault, data: { problem: 'noSuchField', field: 'gates.allow' } }).line).toContain('“gates.allow”')
    expect(faultText({ ...fault, data: {} }).line).toBe('这个助手的设定文件有错误。')
  })

  test('an unknown code keeps its details, and may succeed the second time', () => {
    const fault = { code: 'DISK_ON_FIRE', message: 'hot' }
    expect(faultText(fault).details).toBe('DISK_ON_FIRE: hot')
    expect(isWorthRetrying(fault)).toBe(true)
  })
})

describe('a model service that fails is told by what the author can do', () => {
  test.each([
    ['HTTP 402: Insufficient Balance', '余额'], ['HTTP 404: The model `m` does not exist', '没有这个模型'], ['HTTP 401: bad key', '密钥'],
    ['HTTP 500: The server had an error (tried 9 times)', '出了错'], ['the answer was a web page, not JSON (tried 9 times)', '不是模型的回答'], ['nothing came for 90 s (tried 9 times)', '没有回应'],
  ])('%s', (message, words) => {
    const { line, details } = faultText({ code: 'PROVIDER_ERROR', message })
    expect([line, details]).toEqual([expect.stringContaining(words), expect.stringContaining(message)])
  })
})

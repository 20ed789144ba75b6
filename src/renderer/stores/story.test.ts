import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useApp } from './app'
import { useStory } from './story'

/** Core as the window sees it: what a read finds is settled when it begins. */
let title = ''
let waiting: (() => void)[] = []
const outline = () => ({ acts: [], ungrouped: [{ id: '1', title }], looseScenes: [], orphans: [], phases: [], threads: [] })
const bridge = () => {
  const value = outline()
  return new Promise((done) => waiting.push(() => done({ ok: true, value })))
}
const answerAll = async () => {
  for (const answer of waiting.splice(0)) answer()
  await new Promise((done) => setImmediate(done))
}
const shown = () => useStory.getState().outline?.ungrouped[0]?.title

beforeEach(() => {
  vi.stubGlobal('window', { wenqu: { call: bridge } })
  waiting = []
  useApp.setState({ project: { project: 'snow', dir: '/snow', title: '雪', locale: 'zh-CN', readOnly: false } as never })
})
afterEach(() => {
  useApp.setState({ project: null })
  vi.unstubAllGlobals()
})

test('whoever waits for the outline after a change gets one read after that change', async () => {
  title = '旧'
  const first = useStory.getState().load()
  title = '新'
  let seen: string | undefined
  const after = useStory.getState().load().then(() => { seen = shown() })
  await answerAll()
  await first
  expect(seen, 'the read that began before it does not count').toBeUndefined()
  await answerAll()
  await after
  expect(seen).toBe('新')
})

test('many who ask during a read share the one after it', async () => {
  title = '一'
  const asked = [useStory.getState().load(), useStory.getState().load(), useStory.getState().load()]
  await answerAll()
  expect(waiting).toHaveLength(1)
  await answerAll()
  await Promise.all(asked)
  expect(waiting).toHaveLength(0)
})

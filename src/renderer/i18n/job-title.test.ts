import { beforeAll, expect, it, vi } from 'vitest'
import { jobTitle } from './job-title'
import { startTexts } from './text'

beforeAll(() => vi.stubGlobal('document', { documentElement: {} }))

it('a workflow named in both languages is called in the window’s; what has one title keeps it', () => {
  const titles = { zh: '拆自己的书', en: 'Take your book apart' }
  const shown = () => [jobTitle({ title: titles.zh, titles }), jobTitle({ title: '两问一写' })]
  startTexts('en')
  expect(shown()).toEqual(['Take your book apart', '两问一写'])
  startTexts('zh-CN')
  expect(shown()).toEqual(['拆自己的书', '两问一写'])
})

import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { startTexts } from '../../i18n/text'
import { dataOf, errorParts, fieldName, valueText } from './result-words'

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} })
  startTexts('zh-CN')
})

const folder = 'resources/workflows'
/** Names of all that the built-in workflows report: the fields of their schemas and of what they return. */
const reported = readdirSync(folder).flatMap((key) => {
  const script = readFileSync(`${folder}/${key}/workflow.ts`, 'utf8')
  return [...script.matchAll(/([a-zA-Z]+): Type\./g)].flatMap(([, name]) => (name === undefined || name === 'facts' ? [] : [[key, name] as const]))
})

describe('what a workflow reports, in words', () => {
  it.each([...new Set(reported.map(([key, name]) => `${key} ${name}`))])('%s has a name an author understands', (which) => {
    expect(fieldName(which.split(' ')[1] ?? '')).not.toBeNull()
  })
  it('a field of an author’s own workflow keeps its own name', () => { expect(fieldName('灯数')).toBeNull() })

  it.each([
    ['{"a":[1]}', { a: [1] }], ['[]', []], ['一句话', null], ['{没写完', null], ['“引号”', null], ['12', null],
  ])('%s', (result, data) => { expect(dataOf(result)).toEqual(data) })

  it('a yes, nothing, and a word the app chose', () => {
    expect([valueText(true, 'sure'), valueText(null, 'score'), valueText('', 'text'), valueText('must', 'weight'), valueText('must', 'text'), valueText(3, 'part')]).toEqual(['是', '无', '无', '必须改', 'must', '3'])
  })

  it.each([
    ['SCRIPT_ERROR: line 22: Error: 没有给文件。', { code: 'SCRIPT_ERROR', line: 22, said: '没有给文件。' }],
    ['NOT_FOUND: Error: "灯" does not exist.', { code: 'NOT_FOUND', line: null, said: '"灯" does not exist.' }],
    ['BUDGET: 到了\n上限', { code: 'BUDGET', line: null, said: '到了\n上限' }],
    ['exit 1', null],
  ])('%s', (error, parts) => { expect(errorParts(error)).toEqual(parts) })
})

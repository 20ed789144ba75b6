import { describe, expect, it } from 'vitest'
import { argsOf, kindOf, readArg, shownArg } from './workflow-args'

const hint = (name: string, defaultValue: unknown) => ({ name, label: name, defaultValue })

describe('what a workflow is given', () => {
  it.each([
    ['', 'text', ''], ['手稿', 'text', '手稿'], [3, 'number', '3'], [true, 'check', 'true'], [[], 'lines', ''], [['a.md', '灯 谱.md'], 'lines', 'a.md\n灯 谱.md'], [[1], 'data', '[1]'], [{ a: 1 }, 'data', '{"a":1}'], [null, 'data', 'null'],
  ])('%j is filled in as %s', (value, kind, shown) => { expect([kindOf(value), shownArg(value, kindOf(value))]).toEqual([kind, shown]) })

  it.each([
    ['a list is written one to a line, as an author types it', 'manuscript/01.md\n\n  lorebook/灯 谱.md  \n', 'lines', { ok: true, value: ['manuscript/01.md', 'lorebook/灯 谱.md'] }],
    ['an empty list', '  \n', 'lines', { ok: true, value: [] }],
    ['a number', ' 12 ', 'number', { ok: true, value: 12 }],
    ['no number', '三', 'number', { ok: false }],
    ['nothing where a number belongs', '', 'number', { ok: false }],
    ['broken data', '{', 'data', { ok: false }],
  ] as const)('%s', (_, text, kind, expected) => { expect(readArg(text, kind)).toEqual(expected) })

  it('what is not filled in keeps its own value; one field that does not fit holds back all', () => {
    const workflow = { argsHint: [hint('paths', []), hint('rounds', 3), hint('deep', false), hint('text', '')] }
    expect(argsOf(workflow, {})).toEqual({ paths: [], rounds: 3, deep: false, text: '' })
    expect(argsOf(workflow, { paths: 'a.md\nb.md', rounds: '2', deep: true, text: '雪' })).toEqual({ paths: ['a.md', 'b.md'], rounds: 2, deep: true, text: '雪' })
    expect(argsOf(workflow, { rounds: '两轮' })).toBeNull()
  })
})

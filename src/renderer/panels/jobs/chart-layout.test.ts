import { describe, expect, it } from 'vitest'
import type { ChartEdge, ChartNode } from '@shared/workflow'
import { firstX, layoutChart } from './chart-layout'

const node = (id: string): ChartNode => ({ id, label: id, state: 'waiting', branch: '', sessionId: null })
const edge = (from: string, to: string): ChartEdge => ({ from, to, label: '' })
const rows = (ids: string, ...edges: string[]) => {
  const { nodes } = layoutChart([...ids].map(node), edges.map(([from = '', to = '']) => edge(from, to)))
  const tops = [...new Set(nodes.map(({ y }) => y))].toSorted((a, b) => a - b)
  return tops.map((top) => nodes.filter(({ y }) => y === top).map(({ node: { id } }) => id).join(''))
}

describe('the chart of a workflow', () => {
  it.each([
    ['one after another without lines', 'abc', [], ['a', 'b', 'c']],
    ['a fan and its end', 'abcd', ['ab', 'ac', 'bd', 'cd'], ['a', 'bc', 'd']],
    ['an end drawn before what leads to it', 'eabc', ['ae', 'be', 'ce'], ['abc', 'e']],
    ['a chain drawn backwards', 'cba', ['ab', 'bc'], ['a', 'b', 'c']],
    ['a loop with no beginning', 'abc', ['ab', 'bc', 'ca'], ['a', 'b', 'c']],
    ['a way back does not push down', 'abc', ['ab', 'bc', 'cb'], ['a', 'b', 'c']],
    ['a loop to itself', 'ab', ['ab', 'bb'], ['a', 'b']],
    ['a line to nowhere is left out', 'ab', ['ab', 'bz'], ['a', 'b']],
    ['the longest way counts', 'abc', ['ab', 'ac', 'bc'], ['a', 'b', 'c']],
  ])('%s', (_, ids, edges, expected) => { expect(rows(ids, ...edges)).toEqual(expected) })

  it('no two boxes lie on each other, each line joins two of them, and all are inside', () => {
    const { nodes, lines, width, height } = layoutChart([...'abcdefg'].map(node), ['ab', 'ac', 'ad', 'be', 'ce', 'de', 'ef', 'fb', 'fg'].map(([from = '', to = '']) => edge(from, to)))
    expect([nodes.length, lines.length]).toEqual([7, 9])
    for (const one of nodes) {
      expect(one.x >= 0 && one.y >= 0 && one.x + 168 <= width && one.y + 52 <= height).toBe(true)
      for (const other of nodes) if (one !== other) expect(Math.abs(one.x - other.x) >= 168 || Math.abs(one.y - other.y) >= 52).toBe(true)
    }
  })
  it('the first box of the topmost row, whichever was drawn first', () => {
    const drawn = (ids: string, ...edges: string[]) => firstX(layoutChart([...ids].map(node), edges.map(([from = '', to = '']) => edge(from, to))))
    expect([drawn('eabc', 'ae', 'be', 'ce'), drawn('abcd', 'ab', 'ac', 'ad'), drawn('a')]).toEqual([20, 20 + 168 + 28, 20])
  })
  it('nothing drawn yet', () => { expect(layoutChart([], [])).toMatchObject({ nodes: [], lines: [] }) })
})

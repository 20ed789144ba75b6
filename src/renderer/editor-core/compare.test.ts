import { describe, expect, it } from 'vitest'
import { compareTexts } from './compare'

const said = (before: string, after: string) => compareTexts(before, after)?.map((row) =>
  row.kind === 'skipped' ? `~${row.count}` : row.pieces.map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `[+${text}]` : `[-${text}]`)).join('')) ?? null

describe('comparison of two texts', () => {
  it.each([
    ['他走了。', '他走了。', null], ['他走了。\n\n她没走。', '他走了。\n她没走。\n', null],
    ['他慢慢走了。', '他走了。', ['他[-慢慢]走了。']],
    ['一。\n二。\n三。\n四。\n他走了。\n六。', '一。\n二。\n三。\n四。\n他没走。\n六。', ['~3', '四。', '他[-走了][+没走]。', '六。']],
    ['甲。', '甲。\n乙。', ['甲。', '[+乙。]']], ['甲。\n乙。', '乙。', ['[-甲。]', '乙。']],
    ['风雪夜归人', '全然不同的一段话', ['[-风雪夜归人][+全然不同的一段话]']], ['', '新', ['[+新]']],
  ])('%j and %j', (before, after, rows) => expect(said(before, after)).toEqual(rows))
})

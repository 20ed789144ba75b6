import { describe, expect, it } from 'vitest'
import type { ExportSection } from '@shared/procedures/export'
import { actOf, chaptersOf, choiceKey, choiceOf, ExportKept, waitingFor, whyNot } from './export-kept'

const chapter = (id: string, hasText = true) => ({ id, number: Number(id), title: id, words: 1, hasText, paths: [`manuscript/${id}.md`] })
const sections: ExportSection[] = [{ act: { id: '1', title: '一' }, chapters: [chapter('1'), chapter('2', false)] }, { act: null, chapters: [chapter('3')] }, { act: { id: '2', title: '二' }, chapters: [chapter('4')] }, { act: { id: '1', title: '一' }, chapters: [chapter('5')] }]
const kept = (change: Partial<ExportKept>): ExportKept => ({ ...ExportKept.parse({}), ...change })
const ids = (change: Partial<ExportKept>) => chaptersOf(kept(change), sections).map(({ id }) => id).join('')

describe('what an author chose of an export', () => {
  it('the book, an act wherever its chapters stand, chapters in reading order; what is gone is left out', () => {
    expect([ids({ range: 'book' }), ids({ range: 'act', actId: '1' }), ids({ range: 'chapters', chosen: ['5', '9', '2'] })]).toEqual(['12345', '125', '25'])
    expect([actOf(kept({ actId: '2' }), sections), actOf(kept({ actId: '9' }), sections), actOf(kept({}), [])]).toEqual(['2', '1', null])
    expect(ids({ range: 'act', actId: '9' }), 'an act that is gone: the first').toBe('125')
  })

  it('is asked of core: the whole book without a list, line ends of a TXT alone', () => {
    expect(choiceOf(kept({ crlf: true }), sections)).toMatchObject({ format: 'txt', chapters: null, crlf: true })
    expect(choiceOf(kept({ format: 'epub', crlf: true, range: 'chapters', chosen: ['4'] }), sections)).toMatchObject({ format: 'epub', chapters: ['4'], crlf: false })
  })

  it('says why there is nothing to export', () => {
    const why = (change: Partial<ExportKept>, empty: 'noChapters' | 'noText' | null = null) => whyNot(kept(change), { empty, sections })
    expect([why({}), why({}, 'noChapters'), why({ range: 'chapters' }), why({ range: 'chapters', chosen: ['2'] }), why({ range: 'chapters', chosen: ['2', '3'] })]).toEqual([null, 'noChapters', 'nothingChosen', 'noText', null])
  })

  it('knows which changes that wait would change a chosen chapter', () => {
    const change = (kind: string, target: string) => ({ kind, target, resolved: null, before: null, after: null, action: 'change', preview: '' })
    const pending = [{ effects: [change('file', 'manuscript/1.md'), change('file', 'manuscript/2.md')] }, { effects: [change('file', 'manuscript/4.md')] }, { effects: [change('file', 'lorebook/1.md')] }, { effects: [change('story', 'manuscript/1.md')] }]
    const waiting = (chosen: string[]) => waitingFor(pending, chaptersOf(kept({ range: 'chapters', chosen }), sections))
    expect([waiting(['1', '2', '4']), waiting(['1']), waiting(['3']), waiting([])]).toEqual([2, 1, 0, 0])
  })

  it('tells whether two choices give the same file: the place alone does not change it', () => {
    const key = (change: Partial<ExportKept>) => choiceKey(kept(change), sections)
    expect(key({ file: '/a.txt' })).toBe(key({}))
    expect(new Set([key({}), key({ format: 'md' }), key({ titles: 'none' }), key({ range: 'chapters', chosen: ['1'] })]).size).toBe(4)
  })
})

import { describe, expect, it } from 'vitest'
import { applyImport, countExisting } from './apply-import'
import { chapterName } from './chapter-name'
import { acceptLoss, mergeUp } from './edit-plan'
import { planTxtImport } from './import-plan'
import type { ImportJournal, ImportSink, JournalEntry, NewChapter } from './import-sink'
import { makeNovel } from './novel-fixture'

const bytes = Buffer.from(makeNovel({ chapters: 25, perChapter: 60, perVolume: 10 }))
const { plan, text } = planTxtImport(bytes)

function project() {
  const acts = new Map<string, string>()
  const chapters: NewChapter[] = []
  const log: JournalEntry[] = []
  const state = { crashAfter: Infinity }
  const sink: ImportSink = {
    createAct: async ({ importKey }) => acts.get(importKey) ?? (acts.set(importKey, String(acts.size + 1)), String(acts.size)),
    createChapter: async (chapter) => {
      if (chapters.length >= state.crashAfter) throw new Error('killed')
      return { chapterId: String(chapters.push(chapter)) }
    },
    replaceChapter: async (chapter) => {
      const index = chapters.findIndex((one) => one.importKey === chapter.importKey)
      chapters[index] = chapter
      return { chapterId: String(index + 1) }
    },
    existing: async (key) => chapters.some((one) => one.importKey === key),
  }
  const journal: ImportJournal = { load: async () => structuredClone(log), append: async (entry) => void log.push(entry) }
  return { acts, chapters, log, state, sink, journal }
}

describe('applyImport', () => {
  it('makes acts and chapters in order, with unique names', async () => {
    const { sink, chapters, acts } = project()
    const stages: string[] = []
    const outcome = await applyImport(plan, text, sink, { onProgress: ({ stage }) => stages.push(stage) })
    expect(outcome).toMatchObject({ made: 25, kept: 0, left: 0, stopped: false })
    expect(acts.size).toBe(3)
    expect(chapters.map((one) => one.actId)).toEqual([...Array<string>(10).fill('1'), ...Array<string>(10).fill('2'), ...Array<string>(5).fill('3')])
    expect(new Set(chapters.map((one) => one.name)).size).toBe(25)
    expect(chapters[0]?.name).toBe(chapterName(0))
    expect(chapters.map((one) => one.title + one.prose).join('').replace(/\s/g, '')).toBe(text.replace(/第[一二三]卷.*/g, '').replace(/\s/g, ''))
    expect([stages[0], stages.at(-1)]).toEqual(['check', 'done'])
  })

  it('I4 killed midway, started again: continues, no duplicates', async () => {
    for (const at of [0, 1, 9, 10, 24]) {
      const { sink, journal, chapters, acts, state, log } = project()
      state.crashAfter = at
      await expect(applyImport(plan, text, sink, { journal })).rejects.toThrow('killed')
      // The worst moment: the chapter is there, its journal entry is not.
      if (at > 0) log.pop()
      state.crashAfter = Infinity
      const outcome = await applyImport(plan, text, sink, { journal })
      expect(outcome).toMatchObject({ left: 0, stopped: false })
      expect(outcome.made + outcome.kept).toBe(25)
      expect(chapters).toHaveLength(25)
      expect(acts.size).toBe(3)
      expect(new Set(chapters.map((one) => one.name)).size).toBe(25)
      expect(chapters.every((one) => one.actId !== null)).toBe(true)
    }
  })

  it('stop keeps what was made and says what is left', async () => {
    const { sink, journal, chapters } = project()
    const controller = new AbortController()
    const outcome = await applyImport(plan, text, sink, { journal, signal: controller.signal, onProgress: ({ done }) => done === 7 && controller.abort() })
    expect(outcome).toMatchObject({ made: 7, left: 18, stopped: true })
    expect(chapters).toHaveLength(7)
    expect(await applyImport(plan, text, sink, { journal })).toMatchObject({ made: 25, left: 0 })
    expect(chapters).toHaveLength(25)
  })

  it('the same file again: skip, replace, both', async () => {
    const { sink, journal, chapters, acts } = project()
    await applyImport(plan, text, sink, { journal })
    expect(await countExisting(plan, text, sink)).toBe(25)
    expect(await applyImport(plan, text, sink, { journal, onExisting: 'skip' })).toMatchObject({ made: 0, kept: 25 })
    const edited = chapters.map((one) => ({ ...one, prose: '改了\n' }))
    chapters.splice(0, 25, ...edited)
    expect(await applyImport(plan, text, sink, { journal, onExisting: 'replace' })).toMatchObject({ made: 25, kept: 0 })
    expect(chapters).toHaveLength(25)
    expect(chapters.some((one) => one.prose === '改了\n')).toBe(false)
    expect(await applyImport(plan, text, sink, { journal, onExisting: 'both' })).toMatchObject({ made: 25, kept: 0 })
    expect(await applyImport(plan, text, sink, { onExisting: 'both' })).toMatchObject({ made: 25, kept: 0 })
    expect(chapters).toHaveLength(75)
    expect(new Set(chapters.map((one) => one.name)).size).toBe(75)
    expect(acts.size).toBe(9)
  })

  it('merging one chapter does not make the others look new', async () => {
    const { sink, chapters } = project()
    await applyImport(plan, text, sink)
    const merged = mergeUp(plan, text, plan.rows[2]?.id ?? '')
    expect(await applyImport(merged, text, sink)).toMatchObject({ made: 0, kept: 24 })
    expect(chapters).toHaveLength(25)
  })

  it('is refused before the first write when bytes would be lost, until the author accepts that', async () => {
    const lossy = planTxtImport(Buffer.concat([Buffer.from('第一章 雪\n雪。\n第二章 灯\n'), Buffer.from([0xd5, 0xc2, 0x0a])]), { encoding: 'utf-8' })
    const { sink, chapters } = project()
    await expect(applyImport(lossy.plan, lossy.text, sink)).rejects.toThrow(/IMPORT_LOSSY.*第二章 灯/)
    expect(chapters).toHaveLength(0)
    expect(await applyImport(acceptLoss(lossy.plan, true), lossy.text, sink)).toMatchObject({ made: 2, left: 0 })
  })

  it('is refused before the first write when coverage is not whole', async () => {
    const { sink, chapters, acts, log, journal } = project()
    await expect(applyImport({ ...plan, rows: plan.rows.slice(1) }, text, sink, { journal })).rejects.toThrow(/IMPORT_COVERAGE/)
    await expect(applyImport(plan, text.slice(0, -1), sink, { journal })).rejects.toThrow(/IMPORT_COVERAGE/)
    expect([chapters.length, acts.size, log.length]).toEqual([0, 0, 0])
  })
})

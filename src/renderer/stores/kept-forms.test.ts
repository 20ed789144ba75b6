import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyDraft } from '../panels/world/compose/slice-draft'
import { useApp } from './app'
import { keepForms } from './kept-forms'
import { storyFormsKept } from './story-kept'
import { putDraft, useStoryDrafts } from './story-drafts'
import { useStoryForms } from './story-forms'
import './story-reset'
import { newSlice, useWorldDrafts } from './world-drafts'
import { worldForms } from './world-kept'

/** Main's journal, by project and path. */
let journal: Map<string, string>
const bridge = (name: string, input: { project: string; path: string; text: string }) => {
  const at = (path: string) => `${input.project} ${path}`
  if (name === 'drafts.put') journal.set(at(input.path), input.text)
  if (name === 'drafts.drop') journal.delete(at(input.path))
  const drafts = [...journal].filter(([key]) => key.startsWith(at(''))).map(([key, text]) => ({ project: input.project, path: key.slice(at('').length), text, baseHash: null, at: '' }))
  return Promise.resolve({ ok: true, value: name === 'drafts.list' ? { drafts } : { at: '' } })
}
const open = (project: string | null) => useApp.setState({ project: project === null ? null : ({ project, dir: project, title: '', locale: 'zh-CN', readOnly: false } as never) })
let keeper: ReturnType<typeof keepForms>
const settle = () => keeper.flush()
const start = () => { keeper = keepForms([worldForms, storyFormsKept]) }
/** The app is gone; what was typed is not in memory any more. */
const restart = async (project: string) => {
  await keeper.flush()
  keeper.stop()
  open(null)
  start()
  open(project)
  await settle()
}

beforeEach(() => {
  vi.stubGlobal('window', { wenqu: { call: bridge } })
  journal = new Map()
  open(null)
  start()
})
afterEach(() => { keeper.stop(); open(null); vi.unstubAllGlobals() })

describe('drafts of forms outlive the app (09 §1)', () => {
  test('slice, subject, schema text, plan forms and fields are back; rows have keys of their own', async () => {
    open('snow')
    await settle()
    const draft = { ...emptyDraft('一'), title: '雪夜' }
    useWorldDrafts.getState().put(newSlice, draft)
    useWorldDrafts.getState().putSubject({ id: 'a', name: '甲', type: 'character', time: '', values: { skills: ['剑'], equipment: { weapon: 'b' } } })
    useWorldDrafts.getState().putText('schema', { text: 'version: 1', base: 'h' })
    useStoryForms.getState().set('promise', 'title', '灯')
    putDraft('scene 1 title', { text: '新', base: '旧', sending: null, wrote: [], theirs: null, fault: null, focused: true })
    const before = worldForms.read()
    await restart('snow')
    const { slices } = useWorldDrafts.getState()
    expect(slices[newSlice]).toMatchObject({ title: '雪夜', time: '一' })
    expect(slices[newSlice]?.rows[0]?.key).not.toBe(draft.rows[0]?.key)
    expect({ ...(JSON.parse(worldForms.read() ?? '{}') as object), slices: 0 }).toEqual({ ...(JSON.parse(before ?? '{}') as object), slices: 0 })
    expect(useStoryForms.getState().forms).toEqual({ promise: { title: '灯' } })
    expect(useStoryDrafts.getState().drafts['scene 1 title']).toMatchObject({ text: '新', base: '旧', focused: false })
  })

  test('each project has its own; leaving one drops nothing', async () => {
    open('snow')
    await settle()
    useWorldDrafts.getState().putText('schema', { text: 'of snow', base: null })
    await keeper.flush()
    open('rain')
    await settle()
    expect(useWorldDrafts.getState().texts).toEqual({})
    await restart('snow')
    expect(useWorldDrafts.getState().texts['schema']?.text).toBe('of snow')
  })

  test('the project is closed in the moment of typing: the last words are there when it is opened again', async () => {
    open('snow')
    await settle()
    useWorldDrafts.getState().putText('schema', { text: 'last words', base: null })
    useStoryForms.getState().set('promise', 'title', '灯')
    open('rain')
    await settle()
    expect([useWorldDrafts.getState().texts, useStoryForms.getState().forms]).toEqual([{}, {}])
    open(null)
    open('snow')
    await settle()
    expect([useWorldDrafts.getState().texts['schema']?.text, useStoryForms.getState().forms]).toEqual(['last words', { promise: { title: '灯' } }])
    expect([...journal.keys()].filter((key) => key.startsWith('rain'))).toEqual([])
  })

  test('what was saved or dropped is not kept', async () => {
    open('snow')
    await settle()
    useWorldDrafts.getState().putText('schema', { text: 'x', base: null })
    await keeper.flush()
    expect(journal.size).toBe(1)
    useWorldDrafts.getState().putText('schema', null)
    await keeper.flush()
    expect(journal.size).toBe(0)
  })

  test('typed while the journal is read: it stands, and a journal that cannot be read harms nothing', async () => {
    journal.set('snow form:world', JSON.stringify({ slices: {}, subject: null, texts: { schema: { text: 'old', base: null }, calendar: { text: 'c', base: null } } }))
    journal.set('snow form:story', '{"forms":')
    open('snow')
    useWorldDrafts.getState().putText('schema', { text: 'new', base: null })
    await settle()
    expect(useWorldDrafts.getState().texts).toEqual({ schema: { text: 'new', base: null }, calendar: { text: 'c', base: null } })
  })
})

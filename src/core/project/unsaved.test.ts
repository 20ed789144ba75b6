import { writeFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import type { CoreEvent } from '@shared/events'
import { isFault } from '@shared/fault'
import { agent, makeProject, put } from '../../../test/project/make-project'
import { createUnsaved } from './unsaved'

describe('06 §6 unsaved text of a file in the window is saved first', () => {
  it('asks only for what is unsaved and waits for the answer', async () => {
    const events: CoreEvent[] = []
    const unsaved = createUnsaved((event) => events.push(event), 60_000)
    await unsaved.flush(['a.md'])
    expect(events).toEqual([])
    unsaved.mark('a.md', true)
    unsaved.mark('b.md', true)
    let done = false
    const waiting = unsaved.flush(['a.md', 'c.md']).then(() => { done = true })
    expect(events).toEqual([{ type: 'text.flush', paths: ['a.md'] }])
    await Promise.resolve()
    expect(done).toBe(false)
    unsaved.mark('a.md', false)
    await waiting
    const all = unsaved.flush(null)
    expect(events.at(-1)).toEqual({ type: 'text.flush', paths: ['b.md'] })
    unsaved.mark('b.md', false)
    await all
  })

  it('a window that does not answer is not waited for a second time', async () => {
    const events: CoreEvent[] = []
    const unsaved = createUnsaved((event) => events.push(event), 5)
    unsaved.mark('a.md', true)
    await unsaved.flush(['a.md'])
    await unsaved.flush(['a.md'])
    expect(events.length).toBe(1)
  })

  it('an agent’s write waits for the author’s words, and is refused when they changed the file', async () => {
    const { project, events } = await makeProject()
    const place = await put(project, 'a.md', '旧的。\n')
    const base = await project.files.hash(place)
    project.unsaved.mark('a.md', true)
    const write = project.files.apply([{ path: place, text: '助手写的。\n', base }], agent).then(() => 'written', (error: unknown) => (isFault(error) ? error.fault.code : 'broken'))
    await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'text.flush', paths: ['a.md'] }), { timeout: 20_000, interval: 1 })
    // The window's save, and its answer.
    writeFileSync(place.real, '作者正在写的。\n')
    project.unsaved.mark('a.md', false)
    expect(await write).toBe('STALE_READ')
    expect((await project.files.readText(place)).text).toBe('作者正在写的。\n')
  })

  it('words that were saved already change nothing: the write goes on', async () => {
    const { project } = await makeProject()
    const place = await put(project, 'a.md', '旧的。\n')
    project.unsaved.mark('a.md', true)
    const write = project.files.apply([{ path: place, text: '助手写的。\n', base: await project.files.hash(place) }], agent)
    project.unsaved.mark('a.md', false)
    expect(await write).toHaveLength(1)
  })
})

import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agent, author, makeProject, put } from '../../../test/project/make-project'
import { hashBytes } from './hash'
import { createProjectTrash } from './project-trash'
import { createTrashStore, newMeta } from './trash-store'

const at = (dir: string, path: string): string => join(dir, path)

describe('trash', () => {
  it('gives a folder back with hash and history, and the journal knows', async () => {
    const { project, events } = await makeProject()
    const path = await put(project, 'manuscript/v1/c1/index.md', '他走了。')
    await project.history.keep(path.shown, '旧', 'day', 'author')
    const before = readFileSync(path.real)
    const folder = await project.files.authorize('manuscript/v1/c1', { use: 'write', kind: 'any' })
    const item = await project.trash.put([folder], agent)
    expect(item).toMatchObject({ kind: 'folder', name: 'c1', from: 'manuscript/v1/c1', by: 'agent', sessionId: 1, words: 3, bytes: before.length })
    expect(existsSync(folder.real)).toBe(false)
    expect(project.trash.list().map((one) => one.id)).toEqual([item.id])
    expect(await project.trash.preview(item.id)).toEqual({ text: '他走了。', holds: ['manuscript/v1/c1/index.md'] })
    expect(JSON.parse(readFileSync(at(project.dir, `.nbook/trash/${item.id}/meta.json`), 'utf8'))).toMatchObject({ path: 'manuscript/v1/c1', actor: 'agent', call: 'call_1' })
    expect(await project.trash.restore(item.id)).toEqual({ restoredTo: 'manuscript/v1/c1', renamed: false })
    expect(hashBytes(readFileSync(path.real))).toBe(hashBytes(before))
    expect(project.history.list(path.shown)).toHaveLength(1)
    expect(project.trash.list()).toEqual([])
    expect(project.sessionsDb.prepare('SELECT kind, actor FROM Journal ORDER BY seq').all()).toEqual([{ kind: 'create', actor: 'author' }, { kind: 'delete', actor: 'agent' }, { kind: 'create', actor: 'restore' }])
    expect(events.filter((event) => event.type === 'trash.changed')).toHaveLength(2)
  })

  it('keeps both when the name is taken, again and again', async () => {
    const { project } = await makeProject()
    for (const text of ['one', 'two', 'three']) {
      const path = await put(project, 'lore.v1.md', text)
      await project.trash.put([path], author)
    }
    await put(project, 'lore.v1.md', 'now')
    const places: string[] = []
    for (const item of project.trash.list()) places.push((await project.trash.restore(item.id)).restoredTo)
    expect(places).toEqual(['lore.v1 (restored).md', 'lore.v1 (restored 2).md', 'lore.v1 (restored 3).md'])
    expect(readFileSync(at(project.dir, 'lore.v1.md'), 'utf8')).toBe('now')
  })

  it('makes lost folders again, and uses the nearest when a file is in the way', async () => {
    const { project } = await makeProject()
    const item = async (path: string): Promise<string> => (await project.trash.put([await put(project, path, 'x')], author)).id
    const lost = await item('reference/a/b.md')
    rmSync(at(project.dir, 'reference'), { recursive: true })
    expect(await project.trash.restore(lost)).toEqual({ restoredTo: 'reference/a/b.md', renamed: false })
    const blocked = await item('plan/x/y.md')
    rmSync(at(project.dir, 'plan'), { recursive: true })
    writeFileSync(at(project.dir, 'plan'), 'a file')
    expect(await project.trash.restore(blocked)).toEqual({ restoredTo: 'y.md', renamed: true })
  })

  it('destroys only what is chosen', async () => {
    const { project } = await makeProject()
    const one = await project.trash.put([await put(project, 'a.md', '1')], author)
    const two = await project.trash.put([await put(project, 'b.md', '2')], author)
    expect(await project.trash.purge([one.id, one.id, 'tr_01ARZ3NDEKTSV4RRFFQ69G5FAV', '../../x'])).toBe(1)
    expect(readdirSync(at(project.dir, '.nbook/trash'))).toEqual([two.id])
    await expect(project.trash.restore('../../manuscript')).rejects.toMatchObject({ fault: { code: 'NOT_FOUND' } })
  })

  it.each([
    ['before the move', 'nothing', 'x', 0],
    ['between two moves', 'first', 'x', 0],
    ['after the moves, before the end', 'both', null, 1],
  ])('ends a deletion that a crash stopped %s', async (_name, moved, wanted, items) => {
    const { project, env, reopen } = await makeProject()
    await put(project, 'a.md', 'x')
    await put(project, 'b.md', 'y')
    await project.close()
    const store = createTrashStore(at(project.dir, '.nbook/trash'), env)
    const meta = newMeta(env, author, { kind: 'folder', name: 'a.md', path: 'a.md', hash: null, words: 2, bytes: 2, state: 'moving', paths: [{ path: 'a.md', content: 'content-0' }, { path: 'b.md', content: 'content-1' }] })
    await store.create(meta)
    if (moved !== 'nothing') renameSync(at(project.dir, 'a.md'), join(store.place(meta.id), 'content-0'))
    if (moved === 'both') renameSync(at(project.dir, 'b.md'), join(store.place(meta.id), 'content-1'))
    const again = await reopen()
    expect(existsSync(at(project.dir, 'a.md')) ? readFileSync(at(project.dir, 'a.md'), 'utf8') : null).toBe(wanted)
    expect(again.trash.list()).toHaveLength(items)
  })

  it('keeps whole projects beside the others and asks for the exact title to destroy one', async () => {
    const { project, env, workspace } = await makeProject()
    await put(project, 'a.md', 'x')
    await project.close()
    const trash = createProjectTrash(workspace, env)
    const item = await trash.put(project.dir, '雪夜', 12, author)
    expect([existsSync(project.dir), trash.list()]).toEqual([false, [expect.objectContaining({ kind: 'project', name: '雪夜', words: 12 })]])
    mkdirSync(project.dir)
    expect(await trash.restore(item.id)).toEqual({ dir: join(workspace, 'demo-2'), renamed: true })
    expect(readFileSync(join(workspace, 'demo-2/a.md'), 'utf8')).toBe('x')
    const again = await trash.put(join(workspace, 'demo-2'), '雪夜', 12, author)
    await expect(trash.purge(again.id, '雪')).rejects.toMatchObject({ fault: { code: 'TITLE_MISMATCH' } })
    await trash.purge(again.id, '雪夜')
    expect(trash.list()).toEqual([])
  })
})

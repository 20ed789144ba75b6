import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agent, author, makeProject, put } from '../../../test/project/make-project'
import { killAtTrash } from '../../../test/project/trash-kills'

describe('the trash after kill -9 (06 §7)', () => {
  it('while the copy of a file that a run removed is made: it is restorable once', { timeout: 240_000 }, async () => {
    await killAtTrash('run', 4)
    expect.hasAssertions()
  })
})

describe('what lies in the trash without a note that can be read', () => {
  const item = 'tr_01JZ0000000000000000000000'
  async function lost(files: Readonly<Record<string, string>>) {
    const { project, reopen } = await makeProject()
    const trash = join(project.dir, '.nbook/trash')
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(trash, item, path, '..'), { recursive: true })
      writeFileSync(join(trash, item, path), text)
    }
    await project.close()
    const again = await reopen()
    return { again, dir: again.dir, trash }
  }

  it('is listed under a name of its own where nothing tells of it, and can be restored', async () => {
    const { again, dir } = await lost({ content: '雪落下来' })
    expect(again.trash.list()).toMatchObject([{ id: item, kind: 'file', from: 'restored-000000.md', words: 4, by: 'outside' }])
    expect(await again.trash.restore(item)).toEqual({ restoredTo: 'restored-000000.md', renamed: false })
    expect(readFileSync(join(dir, 'restored-000000.md'), 'utf8')).toBe('雪落下来')
  })

  it('a damaged note is kept beside it', async () => {
    const { again, trash } = await lost({ content: 'x', 'meta.json': '{"id":' })
    expect([again.trash.list().map(({ id }) => id), readFileSync(join(trash, item, 'meta.unread.json'), 'utf8')]).toEqual([[item], '{"id":'])
  })

  it('several texts, one of a folder, are one item; nothing at all is none', async () => {
    const { again, dir } = await lost({ 'content-0/deep/a.md': 'a', 'content-1': 'b' })
    expect(again.trash.list()).toMatchObject([{ id: item, kind: 'folder', words: 2 }])
    await again.trash.restore(item)
    expect([readFileSync(join(dir, 'restored-000000/deep/a.md'), 'utf8'), readFileSync(join(dir, 'restored-000000-1.md'), 'utf8')]).toEqual(['a', 'b'])
    expect((await lost({ 'meta.json': '' })).again.trash.list()).toEqual([])
  })

  it.each([['by a tool', 'a.md'], ['with its folder by the author', 'part/deep/a.md']])('has its old place where the journal tells of it: removed %s', async (_how, path) => {
    const { project, reopen } = await makeProject()
    const file = await put(project, path, '雪落下来')
    if (path === 'a.md') await project.files.apply([{ path: file, text: null, base: await project.files.hash(file) }], agent)
    else await project.trash.put([await project.files.authorize('part', { use: 'write', kind: 'any' })], author)
    const [before] = project.trash.list()
    rmSync(join(project.dir, '.nbook/trash', before?.id ?? '', 'meta.json'))
    await project.close()
    const again = await reopen()
    const { at: _at, ...same } = before ?? {}
    expect(again.trash.list()).toEqual([{ ...same, at: expect.any(String) as string }])
    await again.trash.restore(before?.id ?? '')
    expect(readFileSync(join(project.dir, path), 'utf8')).toBe('雪落下来')
  })

  it('a text that is listed anyway is not listed twice', async () => {
    const { project, reopen } = await makeProject()
    const kept = await project.trash.put([await put(project, 'a.md', '雪落下来')], author)
    const trash = join(project.dir, '.nbook/trash')
    mkdirSync(join(trash, item))
    writeFileSync(join(trash, item, 'content'), '雪落下来')
    await project.close()
    const again = await reopen()
    expect([again.trash.list().map(({ id }) => id), readdirSync(trash)]).toEqual([[kept.id], [kept.id]])
  })

  it('a note that cannot be read only now is left as it is', async () => {
    const { project, reopen } = await makeProject()
    const kept = await project.trash.put([await put(project, 'a.md', '雪')], author)
    const note = join(project.dir, '.nbook/trash', kept.id, 'meta.json')
    renameSync(note, `${note}.away`)
    mkdirSync(note)
    await project.close()
    const again = await reopen()
    expect(again.trash.list()).toEqual([])
    await again.close()
    rmSync(note, { recursive: true })
    renameSync(`${note}.away`, note)
    expect((await reopen()).trash.list()).toEqual([kept])
  })

  it('what a dead process had begun to make goes, what a living one makes stays', async () => {
    const { project, reopen } = await makeProject()
    const trash = join(project.dir, '.nbook/trash')
    const names = [`.new-999999999-1-${item}`, `.new-${process.ppid}--${item}`]
    for (const name of names) mkdirSync(join(trash, name), { recursive: true })
    await project.close()
    await reopen()
    expect(names.map((name) => existsSync(join(trash, name)))).toEqual([false, true])
  })
})

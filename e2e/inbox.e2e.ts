import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Launched } from './helpers/launch'
import { asAgent } from './helpers/make-changes'
import { addChapters } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { call, part } from './helpers/window'

const first = '雪下了一夜。\n灯还亮着。\n没有人来。\n天快亮了。\n'
const second = '城门开了。\n守门的老人不在。\n'
let home = ''
let dir = ''
let project = ''
let chapters: { id: string; path: string }[] = []
let app: Launched
const at = (n: number) => chapters[n]?.path ?? ''
const get = (path: string) => readFile(join(dir, path), 'utf8')
const rows = () => part(app.page, 'change-row')
const named = (title: string) => rows().filter({ hasText: title })
const whole = async (path: string) => { const { frontMatter, text } = await call(app.page, 'text.open', { project, path }); return frontMatter + text }
const body = async (path: string) => (await call(app.page, 'text.open', { project, path })).text
const edit = (path: string, oldText: string, newText: string) => asAgent(home, dir, [{ tool: 'read', input: { path } }, { tool: 'edit', input: { path, edits: [{ oldText, newText }] } }])
/** The author's own later word, in its file. */
async function write(path: string, from: string, to: string): Promise<void> {
  const { text, hash } = await call(app.page, 'text.open', { project, path })
  await call(app.page, 'text.save', { project, path, text: text.replace(from, to), baseHash: hash })
}
const toast = (words: string) => part(app.page, 'toast').filter({ hasText: words }).last().waitFor()

beforeAll(async () => {
  ;({ home, dir, project, app } = await openNovel({ launch: { size: { width: 1440, height: 900 } }, fill: async (core, { project }) => {
    chapters = await addChapters(core, project, [{ title: '雪夜', text: first }, { title: '城门', text: second }])
    const thread = await core('story.save', { project, kind: 'thread', fields: { name: 'main', title: '主线' } })
    await core('story.save', { project, kind: 'scene', fields: { threadId: thread.id, title: '初雪', summary: '旧的概要' } })
    await core('files.create', { project, path: 'lorebook/note/a.md', kind: 'file', text: '灯有七盏。\n' })
  } }))
  await part(app.page, 'activity-inbox').click()
  await part(app.page, 'inbox-empty').waitFor()
})

describe('09 §8 change inbox', () => {
  test('C1 an agent edits two files: one group, two rows, without a reload; the icon counts them', async () => {
    const before = await whole(at(0))
    await asAgent(home, dir, [{ tool: 'edit', input: { path: at(0), edits: [{ oldText: '灯还亮着。', newText: '灯已经灭了。' }] } }, { tool: 'edit', input: { path: at(1), edits: [{ oldText: '守门的老人不在。', newText: '守门的老人倒在雪里。' }] } }])
    await expect.poll(() => rows().count()).toBe(2)
    expect(await part(app.page, 'change-group').count()).toBe(1)
    expect(await part(app.page, 'inbox-waiting').getAttribute('data-value')).toBe('2')
    await named('雪夜').locator('[data-row]').click()
    const diff = part(app.page, 'change-diff')
    await expect.poll(() => diff.locator('[data-line="removed"]').innerText()).toContain('灯还亮着。')
    expect(await diff.locator('[data-line="added"]').innerText()).toContain('灯已经灭了。')
    expect(before).not.toBe(await whole(at(0)))
  })

  test('C2 take back by R: the bytes are what they were, and the next change has the focus', async () => {
    const { page } = app
    const text = await body(at(0))
    expect(text).toContain('灯已经灭了。')
    await named('雪夜').locator('[data-row]').press('r')
    await expect.poll(() => rows().count()).toBe(1)
    expect(await body(at(0))).toBe(first)
    await toast('“雪夜”已撤回')
    await page.waitForFunction(() => document.activeElement?.closest('[data-testid="change-row"]') !== null)
    await part(page, 'inbox-view-all').click()
    await page.locator('[data-testid="change-group"][data-actor="restore"]').waitFor()
    await named('雪夜').and(page.locator('[data-state="reverted"]')).waitFor()
    await part(page, 'inbox-view-new').click()
    await named('城门').locator('[data-row]').press('k')
    await part(page, 'inbox-empty').waitFor()
    expect(await body(at(1))).toContain('倒在雪里')
  })

  test('C3 a later edit elsewhere stays; on the same line the author chooses', async () => {
    const { page } = app
    await edit(at(0), '没有人来。', '来了一个人。')
    await named('雪夜').waitFor()
    await write(at(0), '天快亮了。', '天亮了。')
    await named('雪夜').locator('[data-row]').press('r')
    await toast('之后在别处的修改都保留了')
    expect(await body(at(0))).toBe(first.replace('天快亮了。', '天亮了。'))

    await edit(at(0), '雪下了一夜。', '雪下了三夜。')
    await named('雪夜').waitFor()
    await write(at(0), '雪下了三夜。', '雪下了三天三夜。')
    await named('雪夜').locator('[data-row]').click()
    await part(page, 'change-revert').click()
    await part(page, 'three-way').waitFor()
    expect(await body(at(0))).toContain('三天三夜')
    expect(await part(page, 'three-way-save').isDisabled()).toBe(true)
    const place = part(page, 'clash-place')
    expect(await place.innerText()).toMatch(/雪下了三天三夜。[\s\S]*雪下了一夜。/)
    await place.getByRole('radio').nth(1).check()
    await part(page, 'three-way-save').click()
    await part(page, 'inbox-empty').waitFor()
    expect(await body(at(0))).toBe(first.replace('天快亮了。', '天亮了。'))
  })

  test('C4 a dry run: the file is as it was until applied', async () => {
    const { page } = app
    const before = await whole(at(1))
    await asAgent(home, dir, [{ tool: 'Read', input: { file_path: at(1) } }, { tool: 'Edit', input: { file_path: at(1), old_string: '城门开了。', new_string: '城门慢慢开了。' } }], { profile: 'main', writeMode: 'dry_run' })
    await named('城门').waitFor()
    expect(await whole(at(1))).toBe(before)
    await named('城门').locator('[data-row]').click()
    await part(page, 'change-apply').click()
    await part(page, 'inbox-empty').waitFor()
    expect(await whole(at(1))).toBe(before.replace('城门开了。', '城门慢慢开了。'))
  })

  test('C5 a file that a command removed comes back', async () => {
    const { page } = app
    await asAgent(home, dir, [{ tool: 'bash', input: { command: 'rm lorebook/note/a.md' } }])
    const gone = rows().and(page.locator('[data-kind="delete"]'))
    await gone.waitFor()
    expect(existsSync(join(dir, 'lorebook/note/a.md'))).toBe(false)
    await gone.locator('[data-row]').press('R')
    await part(page, 'inbox-empty').waitFor()
    expect(await get('lorebook/note/a.md')).toBe('灯有七盏。\n')
    expect((await call(page, 'trash.list', { project })).items).toEqual([])
  })

  test('C6 a scene shows its fields before and after; what was changed again is asked about', async () => {
    const { page } = app
    await asAgent(home, dir, [{ tool: 'save_story_scene', input: { action: 'update', sceneId: '1', summary: '新的概要', purpose: '引子' } }])
    await named('初雪').locator('[data-row]').click()
    const field = part(page, 'change-diff').locator('[data-field="summary"]')
    await field.waitFor()
    expect((await field.innerText()).split(/\s+/)).toEqual(['概要', '旧的概要', '新的概要'])
    await call(page, 'story.save', { project, kind: 'scene', id: '1', fields: { summary: '我写的概要' } })
    await part(page, 'change-revert').click()
    await part(page, 'three-way').waitFor()
    expect(await part(page, 'three-way').locator('[data-field="summary"]').innerText()).toMatch(/旧的概要\s+新的概要\s+我写的概要/)
    await part(page, 'three-way-rest').click()
    await part(page, 'inbox-empty').waitFor()
    expect(await call(page, 'story.scene', { project, id: '1' })).toMatchObject({ summary: '我写的概要', purpose: null })
  })

  test('a change from outside the app has its own group, and the whole of it goes back at once', async () => {
    const { page } = app
    const names = ['lorebook/note/b.md', 'lorebook/note/c.md']
    for (const name of names) await call(page, 'files.create', { project, path: name, kind: 'file', text: '原来的。\n' })
    for (const name of names) await writeFile(join(dir, name), '别的程序写的。\n')
    const group = page.locator('[data-testid="change-group"][data-actor="outside"]')
    await expect.poll(() => group.locator('[data-testid="change-row"]').count()).toBe(2)
    await group.locator('[data-testid="change-group-revert"]').click()
    await group.locator('[data-testid="change-group-confirm"]').click()
    await part(page, 'inbox-empty').waitFor()
    for (const name of names) expect(await get(name)).toBe('原来的。\n')
    expect(app.pageErrors).toEqual([])
  })
})

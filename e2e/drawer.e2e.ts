import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startModelServer, stream, text, toolCall, type ModelServer, type Reply } from '../test/model-server/openai-server'
import { axeProblems } from './helpers/axe'
import type { CoreCall } from './helpers/core-process'
import type { Launched } from './helpers/launch'
import { addChapters, type MadeProject } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { call, mod, part, row, showByClick } from './helpers/window'

let project = ''
let dir = ''
let chapters: { id: string; path: string }[] = []
let app: Launched
let server: ModelServer
let replies: Reply[] = []

/** What the assistant does next: one call of a tool, then a word. */
const plan = (tool: string, args: object) => { replies = [stream(toolCall(0, `c${server.requests.length}`, tool, JSON.stringify(args)), { finish: 'tool_calls' }), stream([text('好。')])] }

beforeAll(async () => {
  server = await startModelServer([() => replies.shift() ?? stream([text('好。')])])
  const fill = async (call: CoreCall, { project }: MadeProject) => {
    chapters = await addChapters(call, project, [{ title: '雪落', text: '雪下到第三更。\n' }, { title: '灯灭', text: '灯一盏一盏灭了。\n' }])
    await call('settings.setProvider', { name: 'local', spec: { kind: 'openai-compatible', baseURL: server.url, timeoutMs: 60_000, models: { m: { context: 65_536, maxOutput: 4_096, tools: true, parallelTools: true, vision: false, reasoning: 'none', structured: false, cache: 'auto' } } } })
  }
  ;({ project, dir, app } = await openNovel({ launch: { size: { width: 1440, height: 900 } }, fill }))
  await part(app.page, 'tree-chapter').first().waitFor()
})
afterAll(() => server.close())

const chapter = () => call(app.page, 'story.chapter', { project, id: chapters[0]?.id ?? '' })
const field = (name: string) => part(app.page, 'chapter-drawer').locator(`[data-testid="brief-field"][data-id="${name}"]`)
const words = (name: string) => field(name).locator('textarea')
const readiness = () => part(app.page, 'readiness').getAttribute('data-state')

/** An agent's own change, through the same gate as any tool call. */
async function agentSaves(tool: string, args: object): Promise<void> {
  const { page } = app
  plan(tool, args)
  const session = await call(page, 'sessions.create', { project, profileKey: 'leader.default' })
  await call(page, 'sessions.configure', { project, sessionId: session.id, model: 'local/m', workMode: 'normal' })
  await call(page, 'sessions.send', { project, sessionId: session.id, text: '改一下' })
  await expect.poll(async () => (await call(page, 'sessions.list', { project })).sessions.find((one) => one.id === session.id)?.status).toBe('idle')
}

describe('09 §3 the chapter drawer', () => {
  test('Mod+D opens it for the chapter in the tree and closes it; typed text is saved by itself and by leaving', async () => {
    const { page } = app
    await showByClick(page, row(page, 'tree-chapter', chapters[0]?.id ?? ''))
    await part(page, 'story-tree').press(`${mod}+KeyD`)
    await part(page, 'chapter-drawer').and(page.locator(`[data-id="${chapters[0]?.id ?? ''}"]`)).waitFor()
    await expect.poll(() => part(page, 'brief-field').count()).toBe(11)
    await words('goal').fill('让读者看见那盏灯。')
    await expect.poll(async () => (await chapter()).chapter.brief['goal']).toBe('让读者看见那盏灯。')
    await words('tone').fill('清冷')
    await words('pov').focus()
    await expect.poll(async () => (await chapter()).chapter.brief['tone']).toBe('清冷')
    await page.keyboard.press(`${mod}+KeyD`)
    await part(page, 'chapter-drawer').waitFor({ state: 'detached' })
    await row(page, 'tree-chapter', chapters[0]?.id ?? '').click({ button: 'right' })
    await part(page, 'menu-plan').click()
    await part(page, 'chapter-drawer').waitFor()
  })

  test('S4 readiness: scene, time, who knows what, ready; each missing step is a button that leads to it', async () => {
    const { page } = app
    await expect.poll(readiness).toBe('needs_plot')
    await part(page, 'readiness-step').click()
    await part(page, 'scene-form').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-testid="scene-title"]') !== null)).toBe(true)
    await page.keyboard.press(`${mod}+KeyA`)
    await page.keyboard.type('更夫')
    await expect.poll(() => part(page, 'scene-title').locator('input').inputValue()).toBe('更夫')
    await expect.poll(readiness).toBe('needs_world_anchor')
    await part(page, 'readiness-step').click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-testid="scene-start"]') !== null)).toBe(true)
    await page.keyboard.insertText('公元1024年12月3日 21:00')
    await part(page, 'scene-end').locator('input').fill('公元1024年12月3日 23:00')
    await part(page, 'scene-summary').locator('textarea').focus()
    await expect.poll(readiness).toBe('needs_chapter_brief')
    await part(page, 'readiness-step').click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-testid="brief-field"]')?.getAttribute('data-id'))).toBe('readerKnows')
    await page.keyboard.insertText('灯是被人掐灭的。')
    await expect.poll(readiness).toBe('ready')
    expect((await chapter()).scenes).toMatchObject([{ title: '更夫', worldAnchor: { startTime: '公元1024年12月3日 21:00', endTime: '公元1024年12月3日 23:00' } }])
  })

  test('S6 open drawer with typed text: an agent\'s edit of another field leaves it, and shows', async () => {
    const { page } = app
    await words('ending').focus()
    await page.keyboard.insertText('灯还')
    await agentSaves('save_story_chapter', { action: 'update', chapterId: chapters[0]?.id ?? '', brief: { opening: '雪先到，人后到。' } })
    await expect.poll(() => words('opening').inputValue()).toBe('雪先到，人后到。')
    expect(await words('ending').inputValue()).toBe('灯还')
    expect(await page.evaluate(() => document.activeElement?.closest('[data-testid="brief-field"]')?.getAttribute('data-id'))).toBe('ending')
    await page.keyboard.insertText('亮着。')
    await expect.poll(async () => (await chapter()).chapter.brief['ending']).toBe('灯还亮着。')
  })

  test('S6 the same field: both texts are kept, and it says who changed it', async () => {
    const { page } = app
    await words('mustHide').focus()
    // Keeps typing, so that the field never rests long enough to be saved before the assistant's change: by the page's own clock, which its rest goes by too.
    const typing = page.evaluate(() => new Promise<void>((done) => {
      let left = 200
      const timer = setInterval(() => {
        left -= 1
        if (left > 0 && !document.querySelector('[data-testid="field-clash"]')) return document.execCommand('insertText', false, '我')
        clearInterval(timer)
        return done()
      }, 150)
    }))
    await expect.poll(() => words('mustHide').inputValue()).toMatch(/^我+$/)
    await agentSaves('save_story_chapter', { action: 'update', chapterId: chapters[0]?.id ?? '', brief: { mustHide: '助手写的' } })
    await typing
    const clash = part(page, 'field-clash')
    await clash.waitFor()
    expect(await clash.getAttribute('data-by')).toBe('agent')
    expect(await clash.locator('blockquote').innerText()).toBe('助手写的')
    const mine = await words('mustHide').inputValue()
    expect(mine).toMatch(/^我+$/)
    await page.keyboard.press('Escape')
    await part(page, 'chapter-drawer').waitFor({ state: 'detached' })
    await page.keyboard.press(`${mod}+KeyD`)
    expect(await words('mustHide').inputValue()).toBe(mine)
    expect((await chapter()).chapter.brief['mustHide']).toBe('助手写的')
    await part(page, 'field-keep-mine').click()
    await expect.poll(async () => (await chapter()).chapter.brief['mustHide']).toBe(mine)
    await clash.waitFor({ state: 'detached' })
  })

  test('a scene of an agent shows at once, marked until it is opened', async () => {
    const { page } = app
    const [scene] = (await chapter()).scenes
    await agentSaves('save_story_scene', { action: 'create', threadId: scene?.threadId, chapterId: chapters[0]?.id, title: '掌柜' })
    const made = part(page, 'drawer-scene').filter({ hasText: '掌柜' })
    await made.and(page.locator('[data-fresh="true"]')).waitFor()
    await made.getByRole('button').first().click()
    await made.and(page.locator('[data-fresh="false"]')).waitFor()
    await part(page, 'scene-outcome').selectOption('yes_but')
    await part(page, 'scene-status').selectOption('active')
    await expect.poll(async () => (await chapter()).scenes[1]).toMatchObject({ title: '掌柜', status: 'active', outcomeType: 'yes_but' })
  })

  test('a novel without a world: people and places are written by name, and registered with a click; what was missing is then no longer asked for', async () => {
    const { page } = app
    const scene = part(page, 'drawer-scene').filter({ hasText: '掌柜' })
    const id = await scene.getAttribute('data-id') ?? ''
    const anchor = async () => (await call(page, 'story.scene', { project, id })).worldAnchor
    await scene.locator('[data-testid="scene-subjects"] input').fill('小满、阿 公')
    await scene.locator('[data-testid="scene-location"] input').fill('渡口')
    await scene.locator('[data-testid="scene-subjects"] input').focus()
    await expect.poll(async () => (await anchor()).locationSubjectId).toBe('渡口')
    expect((await anchor()).subjectIds).toEqual(['小满', '阿 公'])
    const register = (name: string) => scene.locator(`[data-testid="subject-register"][data-id="${name}"]`)
    await register('小满').click()
    await row(page, 'scene-subject', '小满').and(page.locator('[data-state="known"]')).waitFor()
    await register('阿 公').click()
    await row(page, 'scene-subject', '阿-公').and(page.locator('[data-state="known"]')).waitFor()
    expect(await row(page, 'scene-subject', '阿-公').innerText()).toContain('阿 公')
    await register('渡口').click()
    await register('渡口').waitFor({ state: 'detached' })
    const { subjects } = await call(page, 'world.subjects', { project })
    expect(subjects.map(({ id, name, type }) => `${id} ${name} ${type}`).toSorted()).toEqual(['小满 小满 character', '渡口 渡口 location', '阿-公 阿 公 character'].toSorted())
    await expect.poll(anchor).toMatchObject({ subjectIds: ['小满', '阿-公'], locationSubjectId: '渡口' })
  })

  test('an orphaned text is made part of the chapter; what the writer is told follows every change', async () => {
    const { page } = app
    await call(page, 'files.create', { project, path: 'manuscript/loose.md', kind: 'file', text: '散稿。\n' })
    await part(page, 'prose-orphan').waitFor()
    await part(page, 'prose-mend').click()
    await part(page, 'prose-orphan').waitFor({ state: 'detached' })
    await expect.poll(() => part(page, 'prose-link').count()).toBe(2)
    await words('doNotWrite').fill('不写凶手的脸。')
    await words('goal').focus()
    await expect.poll(() => part(page, 'writer-brief').innerText()).toContain('不写凶手的脸。')
    await part(page, 'brief-curated').check()
    await part(page, 'writer-brief').and(page.locator('[data-mode="curated"]')).waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(app.pageErrors).toEqual([])
  })

  test('a text that another program deleted is missed, and comes back from the history as the text of its chapter', async () => {
    const { page } = app
    const { id, path } = chapters[1] ?? { id: '', path: '' }
    await call(page, 'versions.keep', { project, path, text: '灯一盏一盏灭了。\n', reason: 'named', name: null })
    await row(page, 'tree-chapter', id).click({ button: 'right' })
    await part(page, 'menu-plan').click()
    await part(page, 'chapter-drawer').and(page.locator(`[data-id="${id}"]`)).waitFor()
    await row(page, 'prose-link', path).waitFor()
    rmSync(join(dir, path))
    await part(page, 'prose-lost').and(page.locator('[data-source="history"]')).waitFor()
    await row(page, 'tree-chapter', id).locator('[data-testid="tree-prose-gone"]').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await part(page, 'prose-lost-back').click()
    await row(page, 'prose-link', path).waitFor()
    await part(page, 'prose-lost').waitFor({ state: 'detached' })
    await part(page, 'tree-prose-gone').waitFor({ state: 'detached' })
    expect((await call(page, 'text.open', { project, path })).text).toBe('灯一盏一盏灭了。\n')
    expect(app.pageErrors).toEqual([])
  })
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fillInbox } from './make-changes'
import { pickNext, saveNext } from './dialogs'
import { launchApp, type Launched } from './launch'
import { makeProject } from './make-project'
import { fillWorld } from './make-world'
import { freshFolder } from './paths'
import { call, mod, part, say } from './window'

export type Lang = 'zh-CN' | 'en'
const novel = {
  'zh-CN': { title: '雪夜长灯', note: '灯谱.md', text: '七盏灯，七个人。\n', approval: '看看审批', tour: 'tour', import: '第一章 雪落\n\n雪下到第三更。\n\n第二章 灯灭\n\n灯一盏一盏灭了。\n\n第三章 天明\n\n天亮以后，没有人再提起那盏灯。\n' },
  en: { title: 'Harbour Lights', note: 'tide-table.md', text: 'High water at six.\n', approval: 'show me an approval', tour: 'tour', import: 'Chapter 1 Snow\n\nThe snow fell until dawn.\n\nChapter 2 Lamps\n\nThe lamps went out one by one.\n\nChapter 3 Morning\n\nNobody spoke of the lamp again.\n' },
} as const

/** The sample novel in one language with something in every panel: a version, trash, a provider, a conversation, a job, an approval, a file to import, a place to export to. */
export async function launchShowcase(lang: Lang): Promise<Launched> {
  const home = freshFolder()
  const words = novel[lang]
  const file = join(freshFolder(), lang === 'en' ? 'lamps.txt' : '灯.txt')
  await writeFile(file, words.import)
  const made = await makeProject(home, { title: words.title, locale: lang, sample: true }, async (core, { project }) => {
    const path = `lorebook/note/${words.note}`
    await core('files.create', { project, path, kind: 'file', text: words.text })
    await core('files.trash', { project, path })
    await fillWorld(core, project, lang)
    await core('tools.create', { project, name: 'chapter_gap', layer: 'global', language: 'py' })
    const server = { args: ['-y', 'library-server', '--shelf', 'novels'], url: null, env: { SHELF: 'novels' }, headers: {}, tools: null, deferred: false, enabled: true, callTimeoutSeconds: 60 }
    await core('mcp.save', { project, layer: 'global', place: null, server: { ...server, alias: 'library', command: 'no-such-program-of-anyone' } })
    await core('mcp.save', { project, layer: 'project', place: null, server: { ...server, alias: 'tides', command: 'npx' } })
    await core('settings.setProvider', { name: 'mine', spec: { kind: 'openai-compatible', baseURL: 'https://models.example/v1', key: 'keychain:mine', timeoutMs: 600_000, models: { 'writer-1': { context: 65_536, maxOutput: 8_192, tools: true, parallelTools: true, vision: false, reasoning: 'none', structured: false, cache: 'auto' } } } })
  })
  await fillInbox(home, made.dir, lang)
  const app = await launchApp({ home, project: made.dir, lang, size: { width: 1440, height: 900 } })
  const { page } = app
  await part(page, 'editor-text').first().waitFor()
  const path = (await part(page, 'editor-text').first().getAttribute('data-path')) ?? ''
  const { text } = await call(page, 'text.open', { project: made.project, path })
  await call(page, 'versions.keep', { project: made.project, path, text, reason: 'named', name: lang === 'en' ? 'First draft' : '初稿' })
  await pickNext(app, file)
  await saveNext(app, join(freshFolder(), `${words.title}.txt`))
  await say(page, words.tour)
  await page.locator('[data-testid="tool-card"][data-state="ok"]').first().waitFor()
  await page.locator('[data-testid="entry"][data-kind="assistant"]').nth(1).waitFor()
  await part(page, 'session-new').click()
  await page.locator('.start-here').waitFor()
  await say(page, 'background')
  await part(page, 'activity-jobs').click()
  await page.locator('[data-testid="job-row"][data-state="completed"]').waitFor()
  await part(page, 'activity-story').click()
  await part(page, 'session-new').click()
  await page.locator('.start-here').waitFor()
  await part(page, 'work-mode').selectOption('discuss')
  await say(page, words.approval)
  await part(page, 'approval-item').waitFor()
  await page.keyboard.press(`${mod}+Alt+KeyB`)
  await part(page, 'zone-assistant').waitFor({ state: 'detached' })
  return app
}

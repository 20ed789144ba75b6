import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { runCli } from './cli/run-cli'
import { wenqu } from './helpers/cli'
import { pickNext } from './helpers/dialogs'
import type { Launched } from './helpers/launch'
import { addChapters } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { freshFolder } from './helpers/paths'
import { prose } from './helpers/texts'
import { part, row } from './helpers/window'

let home = ''
let dir = ''
let app: Launched
const place = (name: string, file: string): string => join(home, 'tools', name, file)
const human = (...words: string[]) => runCli(words, { WENQU_HOME: home, WENQU_HUMAN: '1' })
const call = async (tool: string) => {
  const { stdout } = await runCli(['call', tool, '{"folder":"manuscript"}', '--project', dir, '--approve', 'yes', '--json'], { WENQU_HOME: home })
  return JSON.parse(stdout) as { status: string; code: string | null; content: string }
}
/** The row of a tool, opened; resolves when it is in the centre. */
const open = async (name: string) => {
  await row(app.page, 'tool-row', name).locator('[data-row]').click()
  await row(app.page, 'script-editor', name).waitFor()
}

beforeAll(async () => {
  home = freshFolder()
  for (const name of ['count_one', 'count_two']) expect((await human('tools', 'new', name, '--lang', 'sh')).code).toBe(0)
  expect((await human('human', 'trust', '--tool', 'count_two')).code).toBe(0)
  await mkdir(join(home, 'tools', 'broken_one'), { recursive: true })
  await writeFile(place('broken_one', 'tool.json'), JSON.stringify({ name: 'broken_one', description: 'Is broken. Use it in tests.', command: ['sh'], inputSchema: { type: 'object' }, timeoutSeconds: 601 }))
  ;({ dir, app } = await openNovel({ home, fill: async (core, { project }) => { await addChapters(core, project, [{ title: '第一夜', text: prose(3) }]) } }))
  await part(app.page, 'activity-tools').click()
  await part(app.page, 'tool-row').first().waitFor()
})

describe('09 §11 tools', () => {
  test('L1 the set of an assistant equals what the command line says', async () => {
    const { page } = app
    await part(page, 'tools-profile').selectOption('writer')
    await row(page, 'tool-row', 'save_story_scene').and(page.locator('[data-set="out"]')).waitFor()
    const listed = (await wenqu(home, ['tools', 'list', '--profile', 'writer', '--project', dir])) as { tools: { name: string; set: string; reason: string }[] }
    const shown = await part(page, 'tool-row').evaluateAll((rows) => rows.map((one) => [one.getAttribute('data-id'), one.getAttribute('data-set'), one.getAttribute('data-reason')].join(' ')))
    expect(shown.toSorted()).toEqual(listed.tools.map(({ name, set, reason }) => `${name} ${set} ${reason}`).toSorted())
    expect(await row(page, 'tool-row', 'save_story_scene').locator('[data-testid="tool-reason"]').innerText()).toBe('没有给这个助手')
    await row(page, 'tool-row', 'execute_world').locator('[data-row]').click()
    await part(page, 'tool-description').waitFor()
    expect(await part(page, 'tool-description').innerText()).not.toMatch(/slice[\s\S]*write\(/)
    await part(page, 'tools-profile').selectOption('leader.default')
    await expect.poll(() => part(page, 'tool-description').innerText()).toMatch(/slice[\s\S]*write\(/)
    await part(page, 'tool-role').selectOption('system')
    await row(page, 'tool-row', 'request_user_input').locator('[data-row]').click()
    await part(page, 'tool-role').selectOption('child')
    await part(page, 'tool-absent').and(page.locator('[data-state="role"]')).waitFor()
  })

  test('skills are listed with where they come from, and switched off for every novel', async () => {
    const { page } = app
    const skill = part(page, 'skill-row').first()
    await skill.and(page.locator('[data-state="on"]')).waitFor()
    const id = (await skill.getAttribute('data-id')) ?? ''
    await skill.getByRole('switch').click()
    await row(page, 'skill-row', id).and(page.locator('[data-state="off"]')).waitFor()
    expect(JSON.parse(await readFile(join(home, 'config.json'), 'utf8'))).toMatchObject({ skills: { off: [id] } })
    await row(page, 'skill-row', id).getByRole('switch').click()
    await row(page, 'skill-row', id).and(page.locator('[data-state="on"]')).waitFor()
  })

  test('L5 a broken tool.json: a row that says so, with the pointer; the others work', async () => {
    const { page } = app
    expect(await row(page, 'tool-row', 'broken_one').innerText()).toContain('/timeoutSeconds')
    await open('broken_one')
    expect(await part(page, 'tool-error-pointer').innerText()).toBe('/timeoutSeconds')
    expect(await part(page, 'tool-error').getAttribute('data-code')).toBe('TOOL_FIELD')
    expect(await part(page, 'tool-approve').isDisabled()).toBe(true)
    expect(await call('count_two')).toMatchObject({ status: 'ok' })
  })

  test('L2 a changed script needs approval again, and the change is shown', async () => {
    const { page } = app
    await row(page, 'tool-row', 'count_two').and(page.locator('[data-state="approved"]')).waitFor()
    await open('count_two')
    await appendFile(place('count_two', 'run.sh'), 'echo more\n')
    await row(page, 'tool-row', 'count_two').and(page.locator('[data-state="needs_approval"]')).waitFor()
    await part(page, 'script-tab-changes').click()
    const change = row(page, 'tool-change', 'run.sh')
    expect(await change.locator('[data-line="added"]').allInnerTexts()).toEqual([expect.stringContaining('+echo more')])
    expect(await part(page, 'tool-change').count()).toBe(1)
    expect(await call('count_two')).toMatchObject({ status: 'denied', code: 'TOOL_NOT_APPROVED' })
  })

  test('L3 an enum of on and off is marked while it is typed', async () => {
    const { page } = app
    await open('count_one')
    await part(page, 'script-as-text').click()
    const text = JSON.parse(await readFile(place('count_one', 'tool.json'), 'utf8')) as { inputSchema: { properties: Record<string, unknown> } }
    text.inputSchema.properties['mode'] = { type: 'string', enum: ['on', 'off'], default: 'on', description: 'Whether it is on at all.' }
    const took = page.evaluate(() => new Promise<number>((done) => {
      let began = 0
      document.addEventListener('input', () => { began = performance.now() }, { capture: true, once: true })
      new MutationObserver((_seen, observer) => { if (document.querySelector('[data-testid="tool-lint"][data-id="P1-2"]')) { observer.disconnect(); done(performance.now() - began) } }).observe(document.body, { childList: true, subtree: true })
    }))
    await part(page, 'script-text').fill(JSON.stringify(text, null, 2))
    await row(page, 'tool-lint', 'P1-2').waitFor()
    // 500 ms where the machine is its own; a busy one may take longer, but not for ever.
    expect(await took).toBeLessThan(10_000)
    expect(await readFile(place('count_one', 'tool.json'), 'utf8')).not.toContain('off')
    await part(page, 'script-discard').click()
    await row(page, 'tool-lint', 'P1-2').waitFor({ state: 'detached' })
  })

  test('a draft outlives the panel, is saved over what was read, and a change from outside is offered', async () => {
    const { page } = app
    await part(page, 'script-as-form').click()
    await part(page, 'form-description').fill('Counts the chapters. Use it before publishing.')
    await part(page, 'param-add').click()
    await part(page, 'param-add').click()
    const names = part(page, 'param-name')
    const [kept, count] = [await names.nth((await names.count()) - 2).inputValue(), await names.count()]
    await names.last().fill(kept)
    await part(page, 'param-taken').waitFor()
    expect(await part(page, 'param-row').count()).toBe(count)
    await names.last().press('Tab')
    expect(await names.last().inputValue()).not.toBe(kept)
    for (const _ of [1, 2]) await part(page, 'param-row').last().getByRole('button').click()
    await part(page, 'activity-story').click()
    await part(page, 'activity-tools').click()
    await open('count_one')
    expect(await part(page, 'form-description').inputValue()).toContain('Counts the chapters.')
    const before = await readFile(place('count_one', 'tool.json'), 'utf8')
    await writeFile(place('count_one', 'tool.json'), before.replace('"version": 1', '"version": 2'))
    await part(page, 'script-meanwhile').waitFor()
    expect(await part(page, 'script-save').isDisabled()).toBe(true)
    await part(page, 'script-meanwhile').locator('button').first().click()
    await part(page, 'script-save').click()
    await expect.poll(() => readFile(place('count_one', 'tool.json'), 'utf8')).toContain('Counts the chapters.')
  })

  test('L4 refused before; tested, approved in the window, and then it works', async () => {
    const { page } = app
    expect(await call('count_one')).toMatchObject({ status: 'denied', code: 'TOOL_NOT_APPROVED' })
    await part(page, 'script-tab-tests').click()
    await part(page, 'test-run').dblclick()
    await part(page, 'test-progress').waitFor()
    await part(page, 'test-result').and(page.locator('[data-state="green"]')).waitFor({ timeout: 120_000 })
    expect(await part(page, 'test-row').count()).toBeGreaterThan(15)
    await part(page, 'tool-approve').click()
    await part(page, 'tool-approve-now').waitFor()
    expect(await part(page, 'approve-content').innerText()).toContain('Counts the chapters.')
    await part(page, 'tool-approve-now').dblclick()
    await part(page, 'approve-dialog').waitFor({ state: 'detached' })
    expect(await part(page, 'tool-granted').innerText()).toBe('给 文曲、主手 用')
    expect(await page.locator('[data-testid="toast"]').filter({ hasText: /正在测试|×2/ }).count()).toBe(0)
    await row(page, 'tool-row', 'count_one').and(page.locator('[data-state="approved"][data-set="in"]')).waitFor()
    expect(await call('count_one')).toMatchObject({ status: 'ok', content: expect.stringContaining('Markdown files') })
  }, 180_000)

  test('without green tests approving takes a second click; stopped tests keep nothing', async () => {
    const { page } = app
    await open('count_two')
    await part(page, 'script-tab-tests').click()
    await part(page, 'test-run').click()
    await part(page, 'test-stop').click()
    await part(page, 'test-none').waitFor()
    await part(page, 'tool-approve').click()
    expect(await part(page, 'approve-content').getAttribute('data-state')).toBe('diff')
    await part(page, 'tool-approve-anyway').click()
    expect(await part(page, 'tool-state').getAttribute('data-state')).toBe('needs_approval')
    await part(page, 'tool-approve-sure').click()
    await row(page, 'tool-row', 'count_two').and(page.locator('[data-state="approved"]')).waitFor()
    await part(page, 'tool-revoke').click()
    await row(page, 'tool-row', 'count_two').and(page.locator('[data-state="needs_approval"]')).waitFor()
  }, 120_000)

  test('a new tool from what an assistant asked for in vain', async () => {
    const { page } = app
    for (let n = 0; n < 2; n += 1) expect(await call('count_by_pov')).toMatchObject({ code: 'TOOL_UNKNOWN' })
    await part(page, 'tool-new').click()
    await row(page, 'tool-gap', 'count_by_pov').click()
    await part(page, 'tool-similar').waitFor()
    expect(await part(page, 'tool-similar').locator('li').evaluateAll((rows) => rows.map((one) => one.getAttribute('data-id')))).toContain('count_one')
    expect(await part(page, 'tool-name').inputValue()).toBe('count_by_pov')
    await part(page, 'tool-make').click()
    await row(page, 'script-editor', 'count_by_pov').waitFor()
    expect(JSON.parse(await readFile(place('count_by_pov', 'tool.json'), 'utf8'))).toMatchObject({ name: 'count_by_pov', command: ['python3', '{tool_dir}/run.py'] })
  })

  test('tools of another program are looked at, taken, and wait for approval', async () => {
    const { page } = app
    const other = join(freshFolder(), 'tools')
    await mkdir(join(other, 'WordCount'), { recursive: true })
    await writeFile(join(other, 'WordCount', 'tool.json'), JSON.stringify({ name: 'WordCount', description: 'Counts words. Use it in tests.', command: 'python3 $TOOL_DIR/run.py', inputSchema: { type: 'object', properties: {} } }))
    await writeFile(join(other, 'WordCount', 'run.py'), 'print(1)\n')
    await mkdir(join(other, 'empty'))
    await pickNext(app, other)
    await part(page, 'tools-more').click()
    await part(page, 'tools-import').click()
    await part(page, 'tools-import-pick').click()
    await row(page, 'foreign-tool', 'WordCount').and(page.locator('[data-state="takes"]')).waitFor()
    expect(await row(page, 'foreign-tool', 'empty').innerText()).toContain('no tool.json')
    await part(page, 'tools-import-run').click()
    await row(page, 'tool-row', 'word_count').and(page.locator('[data-state="needs_approval"]')).waitFor()
    expect(await readFile(place('word_count', 'run.py'), 'utf8')).toBe('print(1)\n')
    expect(app.pageErrors).toEqual([])
  })
})

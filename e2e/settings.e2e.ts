import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { launchApp, resize, type Launched } from './helpers/launch'
import { addChapters } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { prose } from './helpers/texts'
import { call, mod, openAssistant, part, textShown } from './helpers/window'

let home = ''
let dir = ''
let app: Launched
const section = async (name: 'look' | 'writing' | 'models' | 'web' | 'safety' | 'novel') => {
  await part(app.page, 'activity-settings').click()
  const at = app.page.locator(`.section-rows [data-id="${name}"]`)
  await at.click()
  await at.and(app.page.locator('[aria-current="true"]')).waitFor()
}

beforeAll(async () => {
  ;({ home, dir, app } = await openNovel({ fill: async (call, { project }) => { await addChapters(call, project, [{ title: '第一夜', text: prose(3) }]) } }))
})

/** Files below `folder` that hold `text`, in any of the encodings a program might write. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const wanted = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le'), Buffer.from(Buffer.from(text).toString('base64').replace(/=+$/, '').slice(0, -2))]
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const hits = await Promise.all(found.filter((entry) => entry.isFile()).map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    return wanted.some((form) => bytes.includes(form)) ? [path] : []
  }))
  return hits.flat()
}

describe('09 §12 settings', () => {
  test('beside the assistant in a small window every setting has room for its words', async () => {
    const { page } = app
    await resize(app, { width: 1100, height: 700 })
    await openAssistant(page)
    await section('safety')
    const tight = await page.locator('.setting').evaluateAll((rows) => rows.flatMap((row) => {
      const [label, control] = [row.querySelector('.setting-label'), row.querySelector('.setting-control')].map((one) => one?.getBoundingClientRect())
      if (!label || !control) return []
      const over = label.right > control.left + 1 && label.bottom > control.top + 1
      return over || label.width < 160 ? [`${row.textContent}: ${Math.round(label.width)}`] : []
    }))
    expect(tight).toEqual([])
    await resize(app, { width: 1440, height: 900 })
  })

  test('G3 strict: the next change asks, although the work mode does not', async () => {
    const { page } = app
    await section('safety')
    await part(page, 'settings-approvals').selectOption('strict')
    await expect.poll(() => part(page, 'settings-approvals').inputValue(), { message: 'core has taken it' }).toBe('strict')
    await openAssistant(page)
    await part(page, 'composer').fill('写一段')
    await part(page, 'composer').press('Enter')
    await part(page, 'approval-item').waitFor()
    await part(page, 'approval-deny').click()
    await expect.poll(() => part(page, 'approval-item').count()).toBe(0)
    await part(page, 'settings-approvals').selectOption('author')
    await page.keyboard.press(`${mod}+Alt+KeyB`)
  })

  test('G1 a saved key is in no file under home or project, nor in the page', async () => {
    const { page } = app
    const key = 'sk-e2e-7f3c9b1d5a8e4026-snow'
    await section('models')
    await page.locator('.settings-page button').last().click()
    await page.locator('input[name="name"]').fill('mine')
    await page.locator('input[name="baseURL"]').fill('http://127.0.0.1:9/v1')
    await page.locator('input[name="model"]').fill('writer-1')
    await page.locator('form button[type="submit"]').click()
    await part(page, 'settings-provider').waitFor()
    await part(page, 'settings-key').fill(key)
    await page.locator('.key-row button').first().click()
    await page.locator('.key-state[data-state="set"]').waitFor()
    expect(await page.content()).not.toContain(key)
    expect(await page.locator('input').evaluateAll((inputs, text) => inputs.filter((input) => (input as HTMLInputElement).value.includes(text)).length, key)).toBe(0)
    expect(await filesWith(home, key)).toEqual([])
    expect(await filesWith(dir, key)).toEqual([])
    await app.close()
    expect(await filesWith(home, key)).toEqual([])
    app = await launchApp({ home, project: dir })
    expect(await readFile(join(home, 'config.json'), 'utf8')).toContain('keychain:mine')
  })

  test('G2 the language changes the whole window, without a restart, a draft kept', async () => {
    const { page } = app
    await openAssistant(page)
    await part(page, 'composer').fill('还没说完的话')
    await section('look')
    await part(page, 'settings-language').selectOption('en')
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en')
    await expect.poll(() => part(page, 'activity-story').innerText()).toBe('Story')
    await expect.poll(() => part(page, 'settings-panel').locator('h1').innerText()).toBe('Look')
    await expect.poll(() => part(page, 'status-pending').innerText()).toBe('Nothing to approve')
    expect(await part(page, 'composer').inputValue()).toBe('还没说完的话')
    await part(page, 'settings-language').selectOption('zh-CN')
    await expect.poll(() => part(page, 'activity-story').innerText()).toBe('故事')
    await page.keyboard.press(`${mod}+Alt+KeyB`)
  })

  test('what a field does not take is said at the field, and the last good value is back', async () => {
    const { page } = app
    await section('models')
    const limit = part(page, 'budget-session-cost')
    const refused = part(page, 'field-refused')
    await limit.fill('-5')
    await limit.blur()
    await expect.poll(() => refused.innerText()).toBe('没有采用 -5：上限要大于 0；不限就留空')
    expect([await limit.inputValue(), (await call(page, 'settings.get', {})).config.budgets.session.cost]).toEqual(['', null])
    await limit.fill('2')
    expect(await refused.count()).toBe(0)
    const tokens = part(page, 'budget-session-tokens')
    await tokens.fill('5000')
    await tokens.blur()
    await expect.poll(async () => (await call(page, 'settings.get', {})).config.budgets.session, { message: 'two limits set one after the other both stay' }).toEqual({ cost: 2, tokens: 5_000 })
    for (const field of [limit, tokens]) { await field.fill(''); await field.blur() }
    await expect.poll(async () => (await call(page, 'settings.get', {})).config.budgets.session).toEqual({ cost: null, tokens: null })
    await section('look')
    await part(page, 'settings-font').fill('99')
    await part(page, 'settings-font').blur()
    await expect.poll(() => refused.innerText()).toBe('没有采用 99：要在 10 到 40 之间')
    expect(await part(page, 'settings-font').inputValue()).toBe('18')
  })

  test('G6 the font size survives a restart', async () => {
    await section('look')
    await part(app.page, 'settings-font').fill('27')
    await expect.poll(() => app.page.evaluate(() => document.documentElement.style.getPropertyValue('--prose-size'))).toBe('27px')
    await expect.poll(() => readFile(join(home, 'config.json'), 'utf8')).toContain('27')
    await app.close()
    app = await launchApp({ home, project: dir })
    await expect.poll(() => app.page.evaluate(() => document.documentElement.style.getPropertyValue('--prose-size'))).toBe('27px')
    await app.page.keyboard.press(`${mod}+Digit1`)
    await expect.poll(() => app.page.locator('[data-testid="editor-text"] .view-line').first().evaluate((line) => getComputedStyle(line).fontSize)).toBe('27px')
  })

  test('G5 a broken config.json: said in words, the last good values stay, the app starts', async () => {
    await writeFile(join(home, 'config.json'), '{ "ui": { "theme": "dark", ')
    await call(app.page, 'settings.get', {})
    await part(app.page, 'config-error').waitFor()
    expect(await app.page.evaluate(() => document.documentElement.style.getPropertyValue('--prose-size'))).toBe('27px')
    await app.close()
    app = await launchApp({ home, project: dir })
    await part(app.page, 'config-error').waitFor()
    expect(await app.page.evaluate(() => document.documentElement.style.getPropertyValue('--prose-size'))).toBe('27px')
    await textShown(app.page)
    expect(await readFile(join(home, 'config.json'), 'utf8')).toBe('{ "ui": { "theme": "dark", ')
  })
})

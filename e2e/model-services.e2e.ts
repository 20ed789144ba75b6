import { beforeAll, describe, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { resize, type Launched } from './helpers/launch'
import { openNovel } from './helpers/open-novel'
import { call, mod, openAssistant, part, row } from './helpers/window'
import { newSession, showSession } from './support/assistant'

let project = ''
let app: Launched
const models = async () => {
  await part(app.page, 'activity-settings').click()
  await app.page.locator('.section-rows [data-id="models"]').click()
  await part(app.page, 'model-default').waitFor()
}
const config = async () => (await call(app.page, 'settings.get', {})).config.models
const fill = async (form: Locator, values: Readonly<Record<string, string>>) => { for (const [name, value] of Object.entries(values)) await form.locator(`input[name="${name}"]`).fill(value) }
const save = (form: Locator) => form.locator('button[type="submit"]').click()
const refused = (form: Locator, name: string) => form.locator(`label:has(input[name="${name}"]) [data-testid="field-refused"]`)
/** What stands at the middle of an element: it, a part of it, or something that lies over it. */
const isOnTop = (at: Locator): Promise<boolean> => at.evaluate((one) => {
  const { left, top, width, height } = one.getBoundingClientRect()
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
})

beforeAll(async () => { ({ project, app } = await openNovel({ launch: { size: { width: 1100, height: 700 } } })) })

describe('04 §8 model services in the settings', () => {
  test('what is wrong is said at its field, and a used short name replaces nothing', async () => {
    const { page } = app
    await models()
    await part(page, 'provider-add').click()
    const form = part(page, 'provider-form')
    await fill(form, { name: '我的', baseURL: '127.0.0.1:9' })
    await save(form)
    expect(await refused(form, 'name').innerText()).toContain('只用小写英文字母')
    expect(await refused(form, 'baseURL').innerText()).toContain('这不是网址')
    expect(await refused(form, 'model').innerText()).toBe('这里要填')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
    await fill(form, { name: 'mine', baseURL: 'http://127.0.0.1:9/v1', model: 'big', input: '2', output: '8' })
    expect(await form.locator('[data-testid="field-refused"]').count()).toBe(0)
    await save(form)
    await row(page, 'settings-provider', 'mine').waitFor()
    expect((await config()).default).toBe('mine/big')

    await part(page, 'provider-add').click()
    await fill(form, { name: 'mine', baseURL: 'http://127.0.0.1:9/v1', model: 'mini' })
    await save(form)
    expect(await refused(form, 'name').innerText()).toContain('已经有叫这个的服务')
    await form.locator('.dialog-buttons button').first().click()
    expect(Object.keys((await config()).providers['mine']?.models ?? {})).toEqual(['big'])
  })

  test('a second model stands beside the first; the default is not removed without a word', async () => {
    const { page } = app
    await part(page, 'model-add').click()
    const form = part(page, 'model-form')
    await fill(form, { model: 'mini' })
    await save(form)
    await row(page, 'settings-model', 'mine/mini').waitFor()
    const now = await config()
    expect([Object.keys(now.providers['mine']?.models ?? {}), now.providers['mine']?.models['big']?.price?.input, now.default]).toEqual([['big', 'mini'], 2, 'mine/big'])

    await call(page, 'profiles.setSettings', { project, layer: 'global', key: 'writer', settings: { model: 'mine/mini' } })
    await row(page, 'settings-model', 'mine/mini').locator('[data-testid="model-remove"]').click()
    await expect.poll(() => part(page, 'model-uses').innerText()).toContain('这些助手指定用它')
    await page.keyboard.press('Escape')
    await call(page, 'profiles.setSettings', { project, layer: 'global', key: 'writer', settings: null })
    await row(page, 'settings-model', 'mine/big').locator('[data-testid="model-remove"]').click()
    await expect.poll(() => part(page, 'model-uses').innerText()).toContain('默认模型')
    expect((await config()).default, 'nothing is removed before the answer').toBe('mine/big')
    await part(page, 'remove-anyway').click()
    await row(page, 'settings-model', 'mine/big').waitFor({ state: 'detached' })
    expect([(await config()).default, Object.keys((await config()).providers['mine']?.models ?? {})]).toEqual([null, ['mini']])
  })

  test('a default that is gone is called so in the settings and over the conversation, with the way to mend it', async () => {
    const { page } = app
    await openAssistant(page)
    const spec = (await config()).providers['mine']
    if (!spec) throw new Error('the service is gone')
    await call(page, 'settings.setModels', { default: 'mine/mini' })
    // As a settings file written by hand would leave it.
    await call(page, 'settings.setProvider', { name: 'mine', spec: { ...spec, models: { other: { ...spec.models['mini'], context: 65_536, maxOutput: 8_192 } } } })
    await expect.poll(() => part(page, 'model-default').inputValue()).toBe('mine/mini')
    expect(await part(page, 'default-gone').innerText()).toContain('mine/mini 已经不在了')
    await part(page, 'activity-story').click()
    expect(await part(page, 'model-picker').locator('option').first().innerText()).toBe('默认（mine/mini（已不在））')
    expect(await part(page, 'model-gone').innerText()).toContain('mine/mini 已经不在了')
    await part(page, 'model-gone-settings').click()
    await part(page, 'default-gone').waitFor()
    await part(page, 'model-default').selectOption('mine/other')
    await expect.poll(() => part(page, 'model-gone').count()).toBe(0)
  })

  test('without a key the reply that failed leads to the settings', async () => {
    const { page } = app
    await part(page, 'activity-story').click()
    await part(page, 'composer').fill('还在吗')
    await part(page, 'composer').press('Enter')
    await page.locator('.error-note[data-code="KEY_MISSING"] [data-testid="to-settings"]').click()
    await part(page, 'model-default').waitFor()
    await call(page, 'settings.removeProvider', { name: 'mine' })
  })
})

describe('05 §1 what the window promises of a conversation', () => {
  test('proposals are offered where a tool makes them, and each choice can be read whole', async () => {
    const { page } = app
    await part(page, 'activity-story').click()
    const writes = await newSession(page, project)
    await part(page, 'session-rights').click()
    expect(await part(page, 'writes-at-once').innerText()).toContain('直接写入')
    expect(await part(page, 'write-mode').count()).toBe(0)
    await page.keyboard.press('Escape')
    const proposes = await call(page, 'sessions.create', { project, profileKey: 'main' })
    await showSession(page, proposes.id)
    for (const language of ['en', 'zh-CN'] as const) {
      await call(page, 'settings.setUi', { language })
      await page.waitForFunction((lang) => document.documentElement.lang === lang, language)
      await part(page, 'session-rights').click()
      await part(page, 'write-mode').waitFor()
      const clipped = await page.locator('.session-rights select').evaluateAll((selects) => selects.flatMap((select) => {
        const style = getComputedStyle(select)
        const pen = document.createElement('canvas').getContext('2d')
        if (!pen || !(select instanceof HTMLSelectElement)) return ['not a select']
        pen.font = `${style.fontSize} ${style.fontFamily}`
        const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20
        return [...select.options].filter((option) => pen.measureText(option.text).width > room).map((option) => option.text)
      }))
      expect(clipped, language).toEqual([])
      await page.keyboard.press('Escape')
    }
    expect(writes.id).not.toBe(proposes.id)
  })
})

describe('09 §6 the menu of a conversation', () => {
  test.each(['right button', 'keys'] as const)('by %s it lies over the list, and does what it says', async (by) => {
    const { page } = app
    await resize(app, { width: 1100, height: 700 })
    const session = await newSession(page, project)
    await part(page, 'session-list-open').click()
    const at = row(page, 'session-row', String(session.id))
    if (by === 'keys') { await at.focus(); await page.keyboard.press('Shift+F10') } else await at.click({ button: 'right' })
    const items = page.locator('[role="menuitem"]')
    await items.first().waitFor()
    for (const item of await items.all()) expect(await isOnTop(item), await item.innerText()).toBe(true)
    await items.first().click()
    const field = page.locator('.session-rows input')
    await field.waitFor()
    await field.fill(`改过的名字 ${by}`)
    await field.press('Enter')
    await expect.poll(async () => (await call(page, 'sessions.list', { project })).sessions.find((one) => one.id === session.id)?.title).toBe(`改过的名字 ${by}`)
    await expect.poll(() => at.innerText()).toContain(`改过的名字 ${by}`)
    await at.focus()
    await page.keyboard.press('F2')
    await field.waitFor()
    await page.keyboard.type('又一个名字')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await call(page, 'sessions.list', { project })).sessions.find((one) => one.id === session.id)?.title, { message: 'the old name was selected' }).toBe('又一个名字')
    await page.keyboard.press('Escape')
    expect(app.pageErrors).toEqual([])
  })
})

describe('the language of the window over a novel of the other', () => {
  test('built-in workflows and kinds of assistants speak the window’s language', async () => {
    const { page } = app
    const show = async (language: 'en' | 'zh-CN') => {
      await call(page, 'settings.setUi', { language })
      await page.waitForFunction((lang) => document.documentElement.lang === lang, language)
      await page.keyboard.press(`${mod}+Digit5`)
      await part(page, 'workflow-new').click()
      await row(page, 'workflow-card', 'consistency-audit').waitFor()
    }
    const title = () => row(page, 'workflow-card', 'consistency-audit').locator('h3').innerText()
    await show('en')
    await expect.poll(title).not.toMatch(/\p{Script=Han}/u)
    await show('zh-CN')
    await expect.poll(title).toMatch(/\p{Script=Han}/u)
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { axeProblems } from './helpers/axe'
import type { Launched } from './helpers/launch'
import { openSampleAt } from './helpers/open-novel'
import { call, ids, mod, part, row } from './helpers/window'

let project = ''
let app: Launched
beforeAll(async () => { ({ project, app } = await openSampleAt('decisions')) })

const decisions = async () => (await call(app.page, 'story.decisions', { project })).decisions
const stateOf = (id: string) => row(app.page, 'decision-row', id).getAttribute('data-state')

describe('09 §3 decisions', () => {
  test('open ones first, the nearest deadline first', async () => {
    const { page } = app
    const chapters = (await call(page, 'story.outline', { project })).acts.flatMap((act) => act.chapters)
    for (const [name, deadlineChapterId] of [['late', chapters[9]?.id], ['soon', chapters[1]?.id], ['never', null]] as const) await call(page, 'story.save', { project, kind: 'decision', fields: { name, title: name, question: '?', deadlineChapterId: deadlineChapterId ?? null } })
    await part(page, 'decision-row').nth(3).waitFor()
    const open = (await decisions()).filter(({ status }) => status === 'open')
    const place = (id: string) => { const at = chapters.findIndex((chapter) => chapter.id === open.find((one) => one.id === id)?.deadlineChapterId); return at < 0 ? 99 : at }
    await expect.poll(async () => (await ids(part(page, 'decision-row'))).slice(0, open.length)).toEqual(open.map(({ id }) => id).toSorted((a, b) => place(a) - place(b)))
  })

  test('S8 deciding without the risk is refused in place; with it, it is decided and the others are rejected', async () => {
    const { page } = app
    const id = (await decisions()).find(({ status, options }) => status === 'open' && options.length > 1)?.id ?? ''
    const decision = (await decisions()).find((one) => one.id === id)
    await row(page, 'decision-row', id).locator('[data-testid="decision-decide"]').click()
    await part(page, 'decision-option').first().check()
    await part(page, 'decision-motivation').fill('她得留下来。')
    await part(page, 'decision-save').click()
    await part(page, 'field-missing').waitFor()
    expect(await part(page, 'decision-risk').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('decision-risk')
    expect(await stateOf(id)).toBe('open')
    await part(page, 'drawer-close').click()
    await row(page, 'decision-row', id).locator('[data-testid="decision-decide"]').click()
    expect(await part(page, 'decision-motivation').inputValue()).toBe('她得留下来。')
    await part(page, 'decision-risk').fill('少了一层余味。')
    await part(page, 'decision-save').click()
    await expect.poll(() => stateOf(id)).toBe('decided')
    const taken = (await decisions()).find((one) => one.id === id)
    expect(taken).toMatchObject({ decision: decision?.options[0]?.option, motivation: '她得留下来。', risk: '少了一层余味。' })
    expect(taken?.rejectedAlternatives.map(({ option }) => option)).toEqual(decision?.options.slice(1).map(({ option }) => option))
    await part(page, 'rejected').first().waitFor()
  })

  test('open again; drop needs a reason; supersede needs another', async () => {
    const { page } = app
    const [first, second] = (await decisions()).filter(({ status }) => status === 'open').map(({ id }) => id)
    await row(page, 'decision-row', first ?? '').locator('[data-row]').click()
    await part(page, 'drawer-drop').click()
    await part(page, 'decision-save').click()
    await part(page, 'field-missing').waitFor()
    await part(page, 'decision-reason').fill('这条支线删了。')
    await part(page, 'decision-save').click()
    await expect.poll(() => stateOf(first ?? '')).toBe('dropped')
    await part(page, 'decision-reopen').click()
    await expect.poll(() => stateOf(first ?? '')).toBe('open')
    await part(page, 'drawer-supersede').click()
    await part(page, 'decision-save').click()
    await part(page, 'field-missing').waitFor()
    await part(page, 'decision-by').selectOption(second ?? '')
    await part(page, 'decision-save').click()
    await expect.poll(() => stateOf(first ?? '')).toBe('superseded')
  })

  test('a reference that leads nowhere is marked, and can be taken out', async () => {
    const { page } = app
    const promise = await call(page, 'story.save', { project, kind: 'promise', fields: { name: 'passing', title: '过路的人' } })
    const id = (await decisions()).find(({ status }) => status === 'open')?.id ?? ''
    await row(page, 'decision-row', id).locator('[data-row]').click()
    await part(page, 'serves-add').selectOption('promise')
    await part(page, 'serves-target').selectOption(promise.id)
    const ref = page.locator(`[data-testid="decision-ref"][data-id="promise://${promise.id}"]`)
    await ref.and(page.locator('[data-state="valid"]')).waitFor()
    expect(await ref.innerText()).toContain('过路的人')
    await call(page, 'story.trash', { project, kind: 'promise', id: promise.id, withProse: false })
    await ref.and(page.locator('[data-state="dangling"]')).waitFor()
    await row(page, 'decision-row', id).locator('[data-testid="decision-dangling"]').waitFor()
    await ref.getByRole('button').click()
    await ref.waitFor({ state: 'detached' })
    await row(page, 'decision-row', id).locator('[data-testid="decision-dangling"]').waitFor({ state: 'detached' })
  })

  test('F2 renames a decision in its row, Del moves it to the trash, Mod+Z brings it back', async () => {
    const { page } = app
    const id = (await decisions())[0]?.id ?? ''
    const at = row(page, 'decision-row', id).locator('[data-row]')
    await at.focus()
    await page.keyboard.press('F2')
    await page.locator('[data-testid="rename-field"]:focus').fill('换一个问法')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await decisions()).find((one) => one.id === id)?.title).toBe('换一个问法')
    await at.focus()
    await page.keyboard.press('Delete')
    await row(page, 'decision-row', id).waitFor({ state: 'detached' })
    await page.keyboard.press(`${mod}+KeyZ`)
    await row(page, 'decision-row', id).waitFor()
  })

  test('a new question with options; the list of options is kept when one is left', async () => {
    const { page } = app
    await part(page, 'decision-new').click()
    await part(page, 'decision-create').click()
    await expect.poll(() => part(page, 'field-missing').count()).toBe(2)
    await part(page, 'decision-title').fill('灯归谁')
    await part(page, 'decision-question').fill('最后一盏灯留给谁？')
    await part(page, 'decision-create').click()
    await part(page, 'option-add').click()
    await part(page, 'option-option').last().fill('小满')
    await part(page, 'option-note').last().fill('最轻')
    await part(page, 'option-note').last().blur()
    await part(page, 'option-add').waitFor()
    await expect.poll(async () => (await decisions()).find(({ title }) => title === '灯归谁')?.options).toEqual([{ option: '小满', note: '最轻' }])
    expect(await axeProblems(page)).toEqual([])
    expect(app.pageErrors).toEqual([])
  })
})

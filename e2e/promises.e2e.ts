import { beforeAll, describe, expect, test } from 'vitest'
import { axeProblems } from './helpers/axe'
import type { Launched } from './helpers/launch'
import { openSampleAt } from './helpers/open-novel'
import { call, ids, mod, part, row } from './helpers/window'

let project = ''
let app: Launched
beforeAll(async () => { ({ project, app } = await openSampleAt('promises')) })

const promises = async () => (await call(app.page, 'story.promises', { project })).promises
const shown = () => ids(part(app.page, 'promise-row'))
const state = (id: string) => row(app.page, 'promise-row', id).locator('[data-testid="promise-state"]')

describe('09 §3 promises', () => {
  test('every promise in core\'s order, with its state, stage and beats', async () => {
    const told = await promises()
    await expect.poll(shown).toEqual(told.map(({ id }) => id))
    for (const promise of told.slice(0, 4)) {
      expect(await state(promise.id).getAttribute('data-state')).toBe(promise.status)
      expect(await state(promise.id).getAttribute('data-stage')).toBe(promise.derivedStage)
      expect(await row(app.page, 'promise-row', promise.id).locator('.beat-strip .beat').count()).toBe(promise.beats.filter((beat) => beat.chapter !== null).length)
    }
  })

  test('filters: status, importance, stage', async () => {
    const { page } = app
    const told = await promises()
    await part(page, 'promise-filter-status').selectOption('open')
    await expect.poll(shown).toEqual(told.filter(({ status }) => status === 'open').map(({ id }) => id))
    await part(page, 'promise-filter-stage').selectOption('unplanted')
    await expect.poll(shown).toEqual(told.filter(({ status, derivedStage }) => status === 'open' && derivedStage === 'unplanted').map(({ id }) => id))
    await part(page, 'promise-filter-status').selectOption('')
    await part(page, 'promise-filter-stage').selectOption('')
    await part(page, 'promise-filter-importance').selectOption('high')
    await expect.poll(shown).toEqual(told.filter(({ importance }) => importance === 'high').map(({ id }) => id))
    await part(page, 'promise-filter-importance').selectOption('')
  })

  test('a new promise, then S5: a payoff beat makes it fulfilled without reload; taking it away opens it again', async () => {
    const { page } = app
    await part(page, 'promise-new').click()
    await part(page, 'promise-create').click()
    await part(page, 'field-missing').waitFor()
    await part(page, 'promise-title').fill('谁在窗外')
    await part(page, 'promise-summary').fill('那一声咳嗽是谁。')
    await part(page, 'promise-create').click()
    await part(page, 'beat-set').waitFor()
    const id = (await promises()).find(({ title }) => title === '谁在窗外')?.id ?? ''
    expect(await state(id).getAttribute('data-state')).toBe('open')
    const chapter = (await call(page, 'story.outline', { project })).acts[0]?.chapters[0]
    const scene = chapter?.scenes[0]?.id ?? ''
    await part(page, 'beat-scene-chapter').selectOption(chapter?.id ?? '')
    await part(page, 'beat-scene').selectOption(scene)
    await part(page, 'beat-new-kind').selectOption('payoff')
    await part(page, 'beat-set').click()
    await expect.poll(() => state(id).getAttribute('data-state')).toBe('fulfilled')
    expect(await state(id).getAttribute('data-stage')).toBe('paid_off')
    await part(page, 'beat-remove').click()
    await expect.poll(() => state(id).getAttribute('data-state')).toBe('open')
    await page.keyboard.press('Escape')
  })

  test('S5 the same set by another while the list is open', async () => {
    const open = (await promises()).find(({ status }) => status === 'open')
    const scene = (await call(app.page, 'story.outline', { project })).acts[0]?.chapters[1]?.scenes[0]?.id ?? ''
    await call(app.page, 'story.setBeat', { project, promiseId: open?.id ?? '', sceneId: scene, kind: 'payoff' })
    await expect.poll(() => state(open?.id ?? '').getAttribute('data-state')).toBe('fulfilled')
    await call(app.page, 'story.removeBeat', { project, promiseId: open?.id ?? '', sceneId: scene })
    await expect.poll(() => state(open?.id ?? '').getAttribute('data-state')).toBe('open')
  })

  test('fulfil, open again, give up; Mod+Z takes the last back', async () => {
    const { page } = app
    const id = (await promises()).find(({ status }) => status === 'open')?.id ?? ''
    await row(page, 'promise-row', id).locator('[data-row]').click()
    await part(page, 'promise-fulfill').click()
    await expect.poll(() => state(id).getAttribute('data-state')).toBe('fulfilled')
    await part(page, 'promise-reopen').click()
    await expect.poll(() => state(id).getAttribute('data-state')).toBe('open')
    await part(page, 'promise-abandon').click()
    await expect.poll(() => state(id).getAttribute('data-state')).toBe('abandoned')
    await row(page, 'promise-row', id).locator('[data-row]').press(`${mod}+KeyZ`)
    await expect.poll(() => state(id).getAttribute('data-state')).toBe('open')
  })

  test('F2 renames in its row, Esc leaves the name; Del moves to the trash and hands the keys on; Mod+Z brings it back', async () => {
    const { page } = app
    const [id = '', next = ''] = await shown()
    const rowKeys = (of: string) => row(page, 'promise-row', of).locator('[data-row]')
    const title = (of: string) => row(page, 'promise-row', of).locator('.ledger-title [data-user-content]')
    const before = await title(id).innerText()
    await rowKeys(id).focus()
    await page.keyboard.press('F2')
    await page.locator('[data-testid="rename-field"]:focus').fill('窗外的人')
    await page.keyboard.press('Enter')
    await expect.poll(() => title(id).innerText()).toBe('窗外的人')
    await row(page, 'promise-row', id).locator('[data-row]:focus').waitFor()
    await page.keyboard.press('F2')
    await page.locator('[data-testid="rename-field"]:focus').fill('不要')
    await page.keyboard.press('Escape')
    await row(page, 'promise-row', id).locator('[data-row]:focus').waitFor()
    expect(await title(id).innerText()).toBe('窗外的人')
    await page.keyboard.press('Delete')
    await row(page, 'promise-row', id).waitFor({ state: 'detached' })
    await row(page, 'promise-row', next).locator('[data-row]:focus').waitFor()
    await page.keyboard.press(`${mod}+KeyZ`)
    await row(page, 'promise-row', id).waitFor()
    await page.keyboard.press(`${mod}+KeyZ`)
    await expect.poll(() => title(id).innerText()).toBe(before)
  })

  test('the chapters the beats stand over are named above them', async () => {
    const { page } = app
    const chapters = (await call(page, 'story.outline', { project })).acts.flatMap((act) => act.chapters)
    const ticks = await part(page, 'beat-tick').evaluateAll((all) => all.map((one) => ({ chapter: Number(one.getAttribute('data-value')), at: one.getBoundingClientRect().left + one.getBoundingClientRect().width / 2 })))
    expect(ticks.map(({ chapter }) => chapter)).toContain(1)
    expect(ticks.every(({ chapter }) => chapter <= chapters.length)).toBe(true)
    const strip = await part(page, 'beat-strip').first().boundingBox()
    for (const { at } of ticks.slice(1)) expect(at).toBeLessThanOrEqual((strip?.x ?? 0) + (strip?.width ?? 0) + 1)
    expect(Math.abs((ticks.at(-1)?.at ?? 0) - ((strip?.x ?? 0) + (((ticks.at(-1)?.chapter ?? 0) - 0.5) / chapters.length) * (strip?.width ?? 0)))).toBeLessThan(2)
  })

  test('overdue by cadence is said; the tag intentional silences it', async () => {
    const { page } = app
    const told = (await promises()).find(({ status, beats }) => status === 'open' && beats.some((beat) => beat.state === 'factual'))
    const id = told?.id ?? ''
    await call(page, 'story.save', { project, kind: 'promise', id, fields: { cadenceChapters: 1 } })
    const due = (await promises()).find((one) => one.id === id)?.due
    expect(due).not.toBe('none')
    await expect.poll(() => state(id).getAttribute('data-due')).toBe(due)
    await part(page, 'promise-filter-due').check()
    await expect.poll(shown).toContain(id)
    await row(page, 'promise-row', id).locator('[data-row]').click()
    await part(page, 'promise-intentional').check()
    await expect.poll(shown).not.toContain(id)
    await part(page, 'promise-filter-due').uncheck()
    expect(await state(id).getAttribute('data-due')).toBe('none')
  })

  test('Y1 axe finds nothing with the drawer open', async () => {
    expect(await axeProblems(app.page)).toEqual([])
    expect(app.pageErrors).toEqual([])
  })
})

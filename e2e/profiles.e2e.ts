import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { runCli } from './cli/run-cli'
import type { Launched } from './helpers/launch'
import { openNovel } from './helpers/open-novel'
import { call, part } from './helpers/window'

let home = ''
let dir = ''
let project = ''
let app: Launched
const place = () => join(dir, '.nbook/profiles/writer.md')
const file = (layer: string) => app.page.locator(`[data-testid="profile-file"][data-id="${layer}"]`)
const standing = (layer: string) => file(layer).getAttribute('data-state')
const effective = async () => (await call(app.page, 'profiles.show', { project, key: 'writer' })).effective
const writer = async () => {
  await part(app.page, 'activity-settings').click()
  await app.page.locator('.section-rows [data-id="agents"]').click()
  if (await part(app.page, 'profile-back').isVisible()) await part(app.page, 'profile-back').click()
  await app.page.locator('[data-testid="profile-row"][data-id="writer"]').click()
  await part(app.page, 'profile-view').waitFor()
}

beforeAll(async () => { ({ home, dir, project, app } = await openNovel({ launch: { size: { width: 1440, height: 900 } } })) })

describe('04 §1 kinds of assistants in the settings', () => {
  test('a copy for this novel: what is wrong is said while it is typed, and only what is right is saved and used', async () => {
    const { page } = app
    await writer()
    expect([await part(page, 'profile-layer').getAttribute('data-state'), await standing('product')]).toEqual(['product', 'used'])
    await part(page, 'profile-copy-project').click()
    const source = part(page, 'profile-source')
    const text = await source.inputValue()
    await source.fill(text.replace('pack: nbook', 'pack: noeta'))
    await part(page, 'profile-lint').waitFor()
    expect(await part(page, 'profile-lint').getAttribute('data-code')).toBe('PROFILE_CONTRACT')
    expect(await part(page, 'profile-lint').locator('pre').innerText(), 'what is to be mended stands there, not behind a button').toContain('PROFILE_CONTRACT: ')
    expect(await part(page, 'profile-save').isDisabled()).toBe(true)
    await source.fill(text.replace('You write the prose', 'Here we write the prose'))
    await part(page, 'profile-good').waitFor()

    await part(page, 'activity-story').click()
    await writer()
    expect(await source.inputValue(), 'a look elsewhere keeps what is not saved').toContain('Here we write')
    await part(page, 'profile-save').click()
    await expect.poll(() => standing('project')).toBe('used')
    expect([await standing('product'), await part(page, 'profile-layer').getAttribute('data-state')]).toEqual(['replaced', 'project'])
    expect((await effective())?.body).toContain('Here we write')
    expect(await readFile(place(), 'utf8')).toContain('Here we write')
  })

  test('14.8 changed since: the built-in is used again, the window says why and shows what changed; reviewed, it counts', async () => {
    const { page } = app
    await writeFile(place(), (await readFile(place(), 'utf8')).replace('Here we write', 'There they write'))
    await writer()
    await expect.poll(() => standing('project')).toBe('needs_review')
    expect(await part(page, 'profile-layer').getAttribute('data-state')).toBe('product')
    expect(await part(page, 'profile-review').locator('[data-line="added"]').innerText()).toContain('There they write')
    await part(page, 'profile-back').click()
    await part(page, 'profile-waits').waitFor()
    await writer()
    await part(page, 'profile-enable').click()
    await expect.poll(() => standing('project')).toBe('used')
    expect((await effective())?.body).toContain('There they write')
  })

  test('the same by the command line: no longer, and again; the open window follows', async () => {
    const { page } = app
    const cli = (...words: string[]) => runCli(['human', 'trust', '--profile', 'writer', '--project', dir, ...words], { WENQU_HOME: home, WENQU_HUMAN: '1' })
    expect((await cli('--revoke')).code).toBe(0)
    expect((await effective())?.layer).toBe('product')
    expect((await cli()).stdout).toContain('writer counts as it is now')
    expect((await effective())?.layer).toBe('project')
    expect((await runCli(['human', 'trust', '--profile', 'nobody', '--project', dir], { WENQU_HOME: home, WENQU_HUMAN: '1' })).stderr).toContain('PROFILE_UNKNOWN')
    expect((await runCli(['tools', 'list', '--profile', 'writer', '--project', dir, '--json'], { WENQU_HOME: home })).code).toBe(0)
    await writer()
    await expect.poll(() => standing('project')).toBe('used')
    expect(await part(page, 'profile-disable').count()).toBe(1)
  })

  test('how it runs: for every novel, then tighter for this one; each counts at once', async () => {
    const { page } = app
    await writer()
    await part(page, 'run-temperature').fill('0.4')
    await expect.poll(async () => (await effective())?.temperature).toBe(0.4)
    for (const name of ['bash', 'edit']) {
      await part(page, 'run-writer-global-deny-add').click()
      expect(await page.locator('[data-testid="choice-option"][data-id=""]').count(), 'what asks for a choice is none').toBe(0)
      await part(page, 'choice-find').fill('wrte')
      expect(await part(page, 'choice-option').count(), 'what is no tool cannot be named').toBe(0)
      await part(page, 'choice-find').fill(name)
      await page.locator(`[data-testid="choice-option"][data-id="${name}"]`).click()
      await part(page, 'run-writer-global-deny').locator(`[data-id="${name}"]`).waitFor()
    }
    await expect.poll(async () => (await effective())?.gates.deny).toEqual(['bash', 'edit'])
    await part(page, 'run-for-project').click()
    await part(page, 'run-steps').fill('12')
    await part(page, 'run-risk').selectOption('medium')
    await part(page, 'run-keep').fill('5000')
    await part(page, 'run-mode').selectOption('plan')
    const now = async () => (await call(page, 'profiles.overview', { project })).settings.project.profiles?.['writer']
    await expect.poll(now, { message: 'changes that follow at once all stay' }).toEqual({ maxSteps: 12, compaction: { keep: 5_000 }, gates: { maxRisk: 'medium', workMode: 'plan' } })
    expect([(await effective())?.maxSteps, (await effective())?.gates.maxRisk]).toEqual([12, 'medium'])
    await part(page, 'profile-tools').click()
    await expect.poll(() => page.locator('[data-testid="tool-row"][data-id="edit"] [data-testid="tool-reason"]').innerText()).toContain('被一条规则禁止')
  })

  test('not trusted, nothing of the novel counts and the window says so; put aside, nothing is deleted', async () => {
    const { page } = app
    await call(page, 'projects.setTrust', { project, trusted: false })
    await writer()
    await expect.poll(() => standing('project')).toBe('untrusted')
    expect(await file('project').innerText()).toContain('先在“审批与信任”里信任这部作品')
    await call(page, 'projects.setTrust', { project, trusted: true })
    await expect.poll(() => standing('project')).toBe('used')
    await part(page, 'profile-aside').click()
    await file('project').waitFor({ state: 'detached' })
    expect(await readFile(`${place()}.off`, 'utf8')).toContain('There they write')
    expect((await effective())?.layer).toBe('product')
    expect(app.pageErrors).toEqual([])
  })

  test('a kind of assistant of the author’s own', async () => {
    const { page } = app
    await writer()
    await part(page, 'profile-back').click()
    await part(page, 'profile-new').click()
    await part(page, 'profile-new-key').fill('我的校对')
    await expect.poll(() => part(page, 'profile-new-why').innerText()).toContain('用小写英文字母开头')
    await part(page, 'profile-new-key').fill('writer')
    await expect.poll(() => part(page, 'profile-new-why').innerText()).toBe('这个代号已经有了')
    await part(page, 'profile-new-key').fill('proofreader')
    await expect.poll(() => part(page, 'profile-new-why').count()).toBe(0)
    await page.keyboard.press('Enter')
    await part(page, 'profile-good').waitFor()
    await part(page, 'profile-save').click()
    await expect.poll(() => standing('global')).toBe('used')
    expect((await call(page, 'profiles.list', { project })).profiles.map((one) => one.key)).toContain('proofreader')
  })
})

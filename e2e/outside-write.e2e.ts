import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startModelServer, stream, text, toolCall, type ModelServer, type Reply } from '../test/model-server/openai-server'
import { stopwatch } from '../test/stopwatch'
import type { Launched } from './helpers/launch'
import { openNovel } from './helpers/open-novel'
import { freshFolder } from './helpers/paths'
import { call, part } from './helpers/window'
import { cards, inState, newSession, send } from './support/assistant'

let dir = ''
let project = ''
let app: Launched
let server: ModelServer
let replies: Reply[] = []

/** What the assistant does next: one call of a tool, then a word. */
const plan = (tool: string, args: object) => { replies = [stream(toolCall(0, `c${server.requests.length}`, tool, JSON.stringify(args)), { finish: 'tool_calls' }), stream([text('好。')])] }

beforeAll(async () => {
  server = await startModelServer([() => replies.shift() ?? stream([text('好。')])])
  ;({ dir, project, app } = await openNovel({
    fill: async (core) => {
      await core('settings.setProvider', { name: 'local', spec: { kind: 'openai-compatible', baseURL: server.url, timeoutMs: 60_000, models: { m: { context: 65_536, maxOutput: 4_096, tools: true, parallelTools: true, vision: false, reasoning: 'none', structured: false, cache: 'auto' } } } })
      await core('settings.setModels', { default: 'local/m' })
    },
  }))
})
afterAll(async () => { await server.close() })

describe('folders outside the novel (06 §1.1)', () => {
  test('a refused write says how; the author allows its folder for this conversation, and takes it back', async () => {
    const { page } = app
    const outside = freshFolder()
    const file = join(outside, 'idea.md')
    const session = await newSession(page, project)
    const write = async () => {
      const before = await cards(page, 'write').count()
      plan('write', { path: file, content: '灯。\n' })
      await send(page, '记到外面')
      await expect.poll(() => cards(page, 'write').count()).toBe(before + 1)
      await inState(page, project, session.id, 'idle')
    }
    await write()
    const refused = cards(page, 'write').first()
    await expect.poll(() => refused.getAttribute('data-code')).toBe('PATH_OUTSIDE')
    const grant = refused.locator('[data-testid="outside-write"] button')
    expect(await grant.textContent()).toContain(outside)
    expect(existsSync(file)).toBe(false)
    await grant.click()
    await refused.locator('[data-testid="outside-granted"]').waitFor()
    await expect.poll(() => part(page, 'write-roots').textContent()).toContain(outside)

    await write()
    expect(readFileSync(file, 'utf8')).toBe('灯。\n')

    const other = await newSession(page, project)
    expect((await call(page, 'sessions.writeRoots', { project, sessionId: other.id })).roots).toEqual([])
    await expect.poll(() => part(page, 'write-roots').count()).toBe(0)
    await call(page, 'sessions.revokeWriteRoot', { project, sessionId: session.id, folder: outside })
    expect((await call(page, 'sessions.writeRoots', { project, sessionId: session.id })).roots).toEqual([])
  })
})

describe('stopping what was approved (04 §8)', () => {
  test('the card shows it running, Stop ends its process within 1 s, and the conversation is free again', async () => {
    const { page } = app
    await call(page, 'projects.setTrust', { project, trusted: true })
    const session = await newSession(page, project, 'normal')
    await call(page, 'projects.setApprovals', { project, approvals: 'strict' })
    plan('bash', { command: 'trap "echo > ended.txt; exit" TERM; echo > began.txt; while :; do sleep 0.02; done' })
    await send(page, '跑一下')
    await inState(page, project, session.id, 'waiting')
    const [waiting] = (await call(page, 'approvals.list', { project })).approvals
    if (waiting === undefined) throw new Error('nothing waits')
    void call(page, 'approvals.answer', { project, id: waiting.id, verdict: 'approve', effectsHash: waiting.effectsHash, note: null })
    await expect.poll(() => existsSync(join(dir, 'began.txt'))).toBe(true)
    await expect.poll(() => cards(page, 'bash').last().getAttribute('data-state')).toBe('running')
    const took = stopwatch()
    await part(page, 'stop').click()
    await expect.poll(() => existsSync(join(dir, 'ended.txt')), { interval: 5 }).toBe(true)
    expect(took()).toBeLessThanOrEqual(1_000)
    await inState(page, project, session.id, 'idle')
    await expect.poll(() => cards(page, 'bash').last().getAttribute('data-code')).toBe('CANCELLED')
    expect(await page.locator('[data-testid="toast"][data-kind="error"]').count()).toBe(0)
  })
})

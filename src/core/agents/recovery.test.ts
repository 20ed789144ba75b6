import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { fail } from '@shared/fault'
import type { ModelPort } from '../models/types'
import { end, openBench, result, say, scripted, type Bench, type Tool } from '../../../test/model-server/agent-bench'
import { bundleChild } from '../../../test/model-server/bundle-child'

let child = ''
beforeAll(async () => { child = await bundleChild('test/model-server/crash-child.ts') }, 60_000)

/** Runs a scene in another process, kills it in the middle, and opens what it left. */
async function killed(scene: string, tools: Record<string, Tool> = {}, dir = mkdtempSync(join(tmpdir(), 'wq-crash-')), model: ModelPort = scripted([[say('接着'), end()]])): Promise<Bench> {
  const running = spawn(process.execPath, [child, dir, scene], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    running.stdout.on('data', (data: Buffer) => { if (data.includes('READY')) resolve() })
    running.on('exit', () => reject(new Error('the child ended by itself')))
  })
  const gone = new Promise((resolve) => { running.removeAllListeners('exit'); running.on('exit', resolve) })
  running.kill('SIGKILL')
  await gone
  return openBench({ dir, model, tools })
}
const recovered = async (bench: Bench) => { await bench.agents.recover(); await bench.agents.whenQuiet(1) }

describe('after a crash (04 §10)', () => {
  it('a reply that was coming is asked for again; its text stays as a sibling', async () => {
    const bench = await killed('text')
    expect(bench.agents.get(1).status).toBe('running')
    await recovered(bench)
    expect(bench.lines(1)).toEqual(['user: slow', 'assistant: 接着'])
    const shown = bench.entries(1).find((entry) => entry.payload['role'] === 'assistant')
    expect(shown?.branch).toMatchObject({ index: 2, total: 2 })
    bench.agents.switchBranch(1, shown?.branch?.siblings[0] ?? '')
    expect(bench.lines(1)[1]).toMatch(/^assistant interrupted: 长安的雪/)
    expect(bench.agents.get(1).status).toBe('idle')
  })
  it('the call that was running is booked', async () => {
    const bench = await killed('text')
    const used = () => bench.project.sessionsDb.prepare('SELECT model, runId, input, output FROM ModelUsage ORDER BY rowid').all() as { input: number; output: number }[]
    expect(used(), 'nobody counted it').toEqual([])
    await recovered(bench)
    // By our estimate, as for a reply that breaks off.
    expect(used()).toMatchObject([{ model: 'demo/author', runId: bench.entries(1)[0]?.runId, input: expect.any(Number), output: expect.any(Number) }, { input: 10, output: 5 }])
    expect([(used()[0]?.input ?? 0) > 100, (used()[0]?.output ?? 0) > 0]).toEqual([true, true])
  })
  it('the call that was running is booked without a price when its model is gone, and the reply goes on with another', async () => {
    const model = scripted([[say('接着'), end()]], { model: 'x/m' })
    const bench = await killed('text', {}, undefined, { ...model, price: (name, tokens) => (name === 'demo/author' ? fail('MODEL_UNKNOWN', 'gone') : model.price(name, tokens)) })
    await recovered(bench)
    expect(bench.lines(1)).toEqual(['user: slow', 'assistant: 接着'])
    expect(bench.project.sessionsDb.prepare('SELECT model, cost FROM ModelUsage ORDER BY rowid').all().slice(0, 2)).toEqual([{ model: 'demo/author', cost: null }, { model: 'x/m', cost: 0.01 }])
  })
  it('the variant stays reachable when something is noted before the reply is asked for again', async () => {
    const bench = await killed('text')
    bench.project.sessionsDb.prepare("UPDATE Session SET workMode = 'plan'").run()
    await recovered(bench)
    const shown = bench.entries(1).find((entry) => entry.payload['role'] === 'assistant')
    expect([bench.lines(1), shown?.branch?.total, shown?.payload['askedAgain']]).toEqual([['user: slow', 'assistant: 接着'], 2, { times: 1, why: null }])
  })
  it('with a word of the author queued, what was written stays in the branch and the word follows it', async () => {
    const bench = await killed('text')
    const insert = "INSERT INTO QueueItem (id, sessionId, kind, text, at, position, origin) VALUES ('q', 1, ?, '写短些', '', 1, 'user')"
    bench.project.sessionsDb.prepare(insert).run('steer')
    await recovered(bench)
    expect(bench.lines(1)).toEqual(['user: slow', expect.stringMatching(/^assistant interrupted: 长安的雪/), 'user: 写短些', 'assistant: 接着'])
  })
  it('with one queued for later, both versions stay reachable and the word follows the whole reply', async () => {
    const bench = await killed('text')
    bench.project.sessionsDb.prepare("INSERT INTO QueueItem (id, sessionId, kind, text, at, position, origin) VALUES ('q', 1, 'followup', '写短些', '', 1, 'user')").run()
    await recovered(bench)
    await bench.until(() => bench.lines(1).length === 4 && bench.agents.get(1).status === 'idle')
    const shown = bench.entries(1).find((entry) => entry.payload['role'] === 'assistant')
    expect([bench.lines(1), shown?.branch?.total]).toEqual([['user: slow', 'assistant: 接着', 'user: 写短些', 'assistant: 接着'], 2])
  })
  it('14.42 killed after bash started: OUTCOME_UNKNOWN, not run again, and listed', async () => {
    const bench = await killed('bash', { bash: () => 'again' })
    await recovered(bench)
    expect([bench.lines(1), bench.agents.get(1).status, bench.ran]).toEqual([['user: slow', 'assistant: 跑一下', 'bash OUTCOME_UNKNOWN'], 'interrupted', []])
    expect(bench.entries(1).at(-1)?.payload).toEqual({ kind: 'interrupted', calls: ['bash (c1)'], source: 'engine', text: expect.stringContaining('Look at the state') })
    await bench.agents.continue(1)
    await bench.agents.whenQuiet(1)
    expect(bench.lines(1).at(-1)).toBe('assistant: 接着')
  })
  it('14.43 killed in a write before its commit: INTERRUPTED; what had not started too', async () => {
    const bench = await killed('write')
    await recovered(bench)
    expect([bench.lines(1).slice(2), bench.agents.get(1).status]).toEqual([['write INTERRUPTED', 'write INTERRUPTED'], 'interrupted'])
    expect(bench.entries(1).at(-1)?.payload, 'nothing is there to look at').toMatchObject({ undone: true, text: expect.stringMatching(/None of them took effect; say how to go on/) })
  })
  it('started and committed under its id: that result', async () => {
    const bench = await killed('committed')
    await recovered(bench)
    expect(bench.lines(1).slice(2)).toEqual(['save_story_scene ok'])
  })
  it('only a read was open: the run goes on', async () => {
    const bench = await killed('read')
    await recovered(bench)
    expect([bench.lines(1), bench.agents.get(1).status]).toEqual([['user: slow', 'assistant: ', 'read INTERRUPTED', 'assistant: 接着'], 'idle'])
  })
  it('what waited still waits, and its answer resumes it', async () => {
    const bench = await killed('approval')
    await recovered(bench)
    expect(bench.agents.snapshot(1)).toMatchObject({ session: { status: 'waiting' }, openCalls: [{ callId: 'c1', state: 'approval' }] })
    await bench.agents.settled(1, 'c1', result('c1', 'write', '[OK]'))
    await bench.agents.whenQuiet(1)
    expect(bench.lines(1).slice(2)).toEqual(['write ok', 'assistant: 接着'])
  })
  it('three times within ten minutes: asks', async () => {
    const bench = await killed('text')
    const often = JSON.stringify([new Date().toISOString(), new Date().toISOString()])
    bench.project.sessionsDb.prepare('UPDATE Session SET recoveries = ?').run(often)
    await recovered(bench)
    expect(bench.agents.snapshot(1)).toMatchObject({ session: { status: 'waiting' }, pause: { code: 'RECOVERY' } })
    await bench.agents.continue(1)
    await bench.agents.whenQuiet(1)
    expect(bench.agents.get(1).status).toBe('idle')
  })
})

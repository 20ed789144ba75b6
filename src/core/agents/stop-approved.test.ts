import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, end, say, scripted } from '../../../test/model-server/agent-bench'
import { stopwatch } from '../../../test/stopwatch'
import { openBench, type Bench } from '../../../test/tools/bench'
import { createApprovalStore } from '../tools/approvals/store'
import { createAgentService } from './agent-service'
import { messageOf } from './conversation'
import type { AgentService } from './types'

let bench: Bench
const opened: AgentService[] = []
beforeAll(async () => { bench = await openBench() })
afterAll(async () => {
  await bench.deps.services.shell?.close()
  for (const agents of opened) await agents.close()
  await bench.close()
})

const at = (path: string): string => join(bench.dir, path)
/** Processes that have the word in their command line. */
const processesWith = (word: string): string[] => readdirSync('/proc').filter((pid) => {
  try {
    return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)
  } catch {
    return false
  }
})

/** A conversation whose one `Bash` call the author has approved and that runs now; `began` is made by the command. */
async function approved(command: string, began: string) {
  const agents = createAgentService({
    project: bench.project, profiles: bench.deps.profiles, pipeline: () => bench.pipeline, jobs: () => { throw new Error('no jobs here') }, env: bench.project.env, locale: () => 'zh-CN', config: () => ({ approvals: 'author', models: { default: null } }),
    models: scripted([[call(`c-${began}`, 'Bash', { command }), end()], [say('going on'), end()]]),
  })
  opened.push(agents)
  const { id } = agents.create({ profileKey: 'main' })
  await agents.send(id, 'do it', 'prompt')
  await agents.whenQuiet(id)
  const approval = createApprovalStore(bench.project).pending().find((row) => row.sessionId === id)
  if (approval === undefined) throw new Error('nothing waits')
  const answered = bench.pipeline.answer(approval.id, 'approve', approval.effectsHash, 'author', null).then(async (answer) => {
    if (answer.result !== null) await agents.settled(id, approval.callId, answer.result)
    return answer
  })
  await expect.poll(() => existsSync(at(began)), { timeout: 20_000, interval: 20 }).toBe(true)
  const lines = (): string[] => agents.entries(id, { limit: 50 }).entries.flatMap((entry) => {
    const message = messageOf(entry)
    return message?.role === 'toolResult' ? [message.result.content] : message?.role === 'assistant' && message.text !== '' ? [message.text] : []
  })
  return { agents, id, answered, lines, status: () => createApprovalStore(bench.project).get(approval.id).status }
}

describe('stopping a call the author approved (04 §8, 06 §8)', () => {
  it('reaches its process within 1 s; the call keeps what it printed, the run does not go on', async () => {
    const one = await approved('echo so far; sh -c \'trap "echo > ended.txt; exit" TERM; echo > began.txt; while :; do sleep 0.02; done\'', 'began.txt')
    expect(one.agents.snapshot(one.id)).toMatchObject({ session: { status: 'waiting' }, openCalls: [{ tool: 'Bash', state: 'running' }] })
    expect(() => one.agents.archive(one.id, true)).toThrow('SESSION_BUSY')
    const took = stopwatch()
    const stopped = one.agents.cancel(one.id)
    await expect.poll(() => existsSync(at('ended.txt')), { timeout: 10_000, interval: 5 }).toBe(true)
    expect(took()).toBeLessThan(1_000)
    await stopped
    expect(await one.answered).toMatchObject({ status: 'failed', code: 'CANCELLED' })
    expect(one.lines()).toEqual([expect.stringMatching(/^\[FAIL\] CANCELLED: interrupted\nso far\n/) as string])
    expect([one.status(), one.agents.get(one.id).status]).toEqual(['failed', 'idle'])
  })

  it('a process that ignores TERM is killed after 5 s, and has gone', async () => {
    const one = await approved('trap "" TERM; setsid sh -c \'echo > deaf.txt; while :; do sleep 0.02; done\' deaf-one-7141 & wait', 'deaf.txt')
    expect(processesWith('deaf-one-7141')).not.toEqual([])
    const took = stopwatch()
    await one.agents.cancel(one.id)
    expect(took()).toBeLessThan(5_000)
    expect(one.lines()).toEqual([expect.stringMatching(/^\[FAIL\] CANCELLED/) as string])
    expect(one.agents.get(one.id).status).toBe('idle')
    // Waits for what is still being ended.
    await bench.deps.services.shell?.close()
    expect(processesWith('deaf-one-7141')).toEqual([])
  })

  it('an answer given beforehand (`--approve yes`) runs under its caller\'s own stop', async () => {
    const stop = new AbortController()
    const session = bench.session({ profileKey: 'main' })
    const work = bench.call(session, 'Bash', { command: 'echo > cli.txt; sleep 99' }, { approve: 'yes', signal: stop.signal })
    await expect.poll(() => existsSync(at('cli.txt')), { timeout: 20_000, interval: 20 }).toBe(true)
    stop.abort()
    expect(await work).toMatchObject({ status: 'fail', code: 'CANCELLED' })
  })
})

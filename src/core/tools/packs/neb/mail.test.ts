import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { end, say, type Script } from '../../../../../test/model-server/agent-bench'
import { byProfile } from '../../../../../test/model-server/reply-by-session'
import { openBench, type Bench } from '../../../../../test/tools/bench'
import { loadProfiles } from '../../../agents/profiles'

const open: Bench[] = []
afterEach(async () => { for (const bench of open.splice(0)) await bench.close() })

it('Mail waits in the queue of a busy link, is answered by a message, and reaches no other session (08 §3)', async () => {
  let go = (): void => undefined
  const gate = new Promise<void>((resolve) => { go = resolve })
  const first: Script = async function* () { await gate; yield* [say('一'), end()] }
  const profiles = loadProfiles({ resourcesDir: join(process.cwd(), 'resources'), home: '/nonexistent', projectDir: '/nonexistent', trusted: false, enabledHashes: [] })
  const set = await openBench([], profiles, byProfile({ explore: [first, [say('二'), end()]], 'leader.default': [[say('收到'), end()]] }))
  open.push(set)
  const root = set.agents.create({ profileKey: 'leader.default' }).id
  const child = Number((await set.call(root, 'create_agent', { profileKey: 'explore' })).details['sessionId'])
  writeFileSync(join(set.dir, 'note.md'), 'x\n')
  const running = set.call(root, 'invoke_agent', { sessionId: child, message: 'a' })
  await expect.poll(() => set.agents.get(child).status).toBe('running')
  const sent = await set.call(root, 'Mail', { to: child, body: '看看这个', paths: ['note.md'] })
  expect(sent).toMatchObject({ status: 'ok', details: { jobId: expect.stringMatching(/^job_/), sessionId: child } })
  await expect.poll(() => set.agents.snapshot(child).queue.map((item) => item.text)).toEqual([expect.stringMatching(/看看这个[\s\S]*Files:\n- note\.md/)])
  const unwanted = await set.call(root, 'Mail', { to: child, body: '不要了' })
  await set.call(root, 'cancel_job', { jobId: String(unwanted.details['jobId']) })
  await expect.poll(() => set.jobs.get(String(unwanted.details['jobId'])).job.status).toBe('cancelled')
  expect([set.agents.get(child).status, set.agents.snapshot(child).queue.length]).toEqual(['running', 1])
  go()
  expect((await running).details['finalMessage']).toBe('一')
  await expect.poll(() => set.jobs.get(String(sent.details['jobId'])), { timeout: 10_000 }).toMatchObject({ job: { status: 'completed' }, result: '二' })
  await set.agents.whenQuiet(root)
  expect(await set.call(root, 'Mail', { to: 99, body: 'x' })).toMatchObject({ status: 'fail', code: 'AGENT_NOT_LINKED' })
  expect(await set.call(root, 'Mail', { to: child, body: 'x', paths: ['../out.md'] })).toMatchObject({ code: 'PATH_OUTSIDE' })
})

import { chmodSync, existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../../../test/tools/bench'

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(async () => { await bench.close() })
const bash = (command: string, args: object = {}) => bench.call(bench.session({ workMode: 'discuss' }), 'bash', { command, ...args })

describe('bash (06 §8, 05 §9 15-17)', () => {
  it('runs in any mode, both streams in order of arrival, and is restorable', async () => {
    writeFileSync(join(bench.dir, 'a.md'), 'a\n')
    expect(await bash('echo one; echo two >&2; rm a.md')).toMatchObject({ status: 'ok', content: expect.stringMatching(/^(one\ntwo|two\none)\n\(Changed: D a\.md; the author can restore them\.\)$/) as string })
    expect(bench.project.trash.list()).toMatchObject([{ from: 'a.md' }])
    bench.config.approvals = 'strict'
    expect(await bash('ls')).toMatchObject({ status: 'needs_approval', code: 'POLICY_STRICT' })
    delete bench.config.approvals
  })

  it('names what it cannot give back: what was too large to keep, and removed links with where they led', async () => {
    for (let n = 10; n < 22; n += 1) writeFileSync(join(bench.dir, `big${n}.bin`), Buffer.alloc(4 * 1_048_576 + 1))
    symlinkSync('chapters/第一章.md', join(bench.dir, 'now.md'))
    symlinkSync('/tmp', join(bench.dir, 'kept'))
    const { content } = await bash('rm big1?.bin big2?.bin')
    expect(content).toContain('; the author can restore them, except what was too large to keep: big10.bin, big11.bin, big12.bin, big13.bin, big14.bin, big15.bin, big16.bin, big17.bin, big18.bin, big19.bin, +2 more.)')
    expect((await bash('rm now.md')).content).toBe('(no output)\n(Removed links, of which nothing is kept: now.md (it led to chapters/第一章.md).)')
    expect((await bash('rm kept; echo > made.md')).content).toBe('(no output)\n(Changed: A made.md; the author can restore them. Removed links, of which nothing is kept: kept (it led to /tmp).)')
  })

  it('names links that it made or turned, beside what it changed', async () => {
    symlinkSync('a.md', join(bench.dir, 'turned'))
    expect((await bash('ln -s chapters/第一章.md fresh; ln -sfn b.md turned')).content).toBe('(no output)\n(New links, which the inbox cannot take back: fresh (it leads to chapters/第一章.md). Links that lead elsewhere now: turned (it led to a.md, now to b.md).)')
    writeFileSync(join(bench.dir, 'text.md'), '雪\n')
    // A text that a link took the place of is in the trash, and the link is named.
    expect((await bash('ln -sfn fresh text.md')).content).toBe('(no output)\n(Changed: D text.md; the author can restore them. New links, which the inbox cannot take back: text.md (it leads to fresh).)')
    expect(bench.project.trash.list().map(({ from }) => from)).toContain('text.md')
    expect((await bash('rm fresh turned text.md')).content).toMatch(/^\(no output\)\n\(Removed links, of which nothing is kept: /)
  })

  it.each([
    ['a command', 'bash', { command: 'rm tool.sh' }],
    ['a patch', 'apply_patch', { patch: '*** Begin Patch\n*** Delete File: tool.sh\n*** End Patch' }],
  ] as const)('what %s removed comes back with its permissions', async (_who, tool, args) => {
    const place = join(bench.dir, 'tool.sh')
    writeFileSync(place, 'echo\n')
    chmodSync(place, 0o755)
    expect(await bench.call(bench.session(), tool, args)).toMatchObject({ status: 'ok' })
    const item = bench.project.trash.list().find(({ from }) => from === 'tool.sh')
    await bench.project.trash.restore(item?.id ?? '')
    expect(statSync(place).mode & 0o777).toBe(0o755)
  })

  it('shows the end of a long output; the whole is there to read', async () => {
    const session = bench.session()
    const result = await bench.call(session, 'bash', { command: 'seq 1 5000' })
    expect(result.content).toMatch(/^3001\n[^]*\n5000\n\(Showing the last 2000 of 5000 lines\. Full output: result:\/\//)
    expect(result.truncated).toMatchObject({ ref: `result://${result.id}` })
    expect((await bench.call(session, 'read', { path: `result://${result.id}`, offset: 1, limit: 2 })).content).toContain('1 | 1\n2 | 2')
  })

  it('shows 50 KB of one long line, and the end of an output that is longer than what is kept', async () => {
    const line = await bash('head -c 100000 /dev/zero | tr "\\0" x')
    expect(line.content.split('\n')[0]?.length).toBe(51_200)
    const flood = await bash('seq 1 3000000')
    expect(flood.content).toMatch(/\n3000000\n\(Showing the last 2000 of 3000000 lines\. Full output: result:\/\/\S+ Its last \d+ bytes were not kept there\.\)$/)
  })

  it('fails with the output so far; seconds are clamped', async () => {
    expect(await bash('echo so far; exit 7')).toMatchObject({ status: 'fail', code: 'EXIT_CODE', content: '[FAIL] EXIT_CODE: Exit code 7\nso far' })
    expect(await bash('echo hi; sleep 50', { timeout: 0 })).toMatchObject({ code: 'TIMEOUT', content: '[FAIL] TIMEOUT: timed out after 1s\nhi' })
    expect(await bash(' ')).toMatchObject({ code: 'ARGS_INVALID' })
  })

  it('tells the window what it prints while it runs', async () => {
    await bash('for i in 1 2 3 4; do echo line $i; sleep 0.3; done')
    const tails = bench.events.filter((event) => event.type === 'call.output')
    expect(tails.length).toBeGreaterThan(1)
    expect(tails.every((event) => event.type === 'call.output' && event.tail.length <= 4_000)).toBe(true)
  })

  it('in the background: a job that is told at its end, read with get_job, stopped with cancel_job (04 §11)', async () => {
    const session = bench.session()
    const begun = await bench.call(session, 'bash', { command: 'echo one; while [ ! -e on ]; do sleep 0.02; done; echo two', background: true })
    expect(begun.content).toMatch(/^\[OK\] Started job_[0-9A-Z]{26}; its result is told when it has ended\. What it prints until then: \.nbook\/jobs\/job_[0-9A-Z]{26}\.log\.$/)
    const [jobId, output] = [String(begun.details['jobId']), String(begun.details['output'])]
    await expect.poll(async () => (await bench.call(session, 'read', { path: output })).content, { timeout: 10_000 }).toBe('one')
    writeFileSync(join(bench.dir, 'on'), '')
    const job = () => bench.deps.services.jobs?.get(jobId)
    await expect.poll(() => job()?.job.status, { timeout: 10_000 }).toBe('completed')
    expect(job()).toMatchObject({ job: { deliveryStatus: 'pending', title: expect.stringContaining('echo one') as string }, result: 'one\ntwo\n(Changed: A on; the author can restore them.)' })
    expect((await bench.call(session, 'get_job', { jobId })).content).toContain('\n\none\ntwo')

    const second = await bench.call(session, 'bash', { command: 'echo > on2; sleep 900', background: true })
    await expect.poll(() => existsSync(join(bench.dir, 'on2')), { timeout: 10_000 }).toBe(true)
    const other = String(second.details['jobId'])
    expect((await bench.call(session, 'cancel_job', { jobId: other })).content).toContain('is asked to stop')
    await expect.poll(() => bench.deps.services.jobs?.get(other).job.status, { timeout: 10_000 }).toBe('cancelled')
    const bad = await bench.call(session, 'bash', { command: 'exit 3', background: true })
    await expect.poll(() => bench.deps.services.jobs?.get(String(bad.details['jobId'])).job, { timeout: 10_000 }).toMatchObject({ status: 'failed', error: 'Exit code 3' })
  })
})

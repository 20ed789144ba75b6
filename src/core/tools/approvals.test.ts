import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Approval } from '@shared/approval'
import { z } from 'zod'
import { openBench, type Bench } from '../../../test/tools/bench'
import { createApprovalStore } from './approvals/store'
import { defineTool, eraseTool } from './define-tool'

let runs = 0
const counting = defineTool({
  name: 'counting', operation: 'test.count', description: 'Counts how often it ran. Use in tests.', input: z.strictObject({}), risk: 'low', mutates: false, gate: 'always', result: 'action', needs: [],
  prepare: () => ({ plan: null, effects: [] }), run: async () => { await Promise.resolve(); runs++; return { value: runs, changes: [] } }, say: (n) => `run ${n}`,
})

let bench: Bench
beforeAll(async () => {
  bench = await openBench([{ name: 'neb', tools: [eraseTool(counting)] }])
  const get = bench.deps.profiles.get.bind(bench.deps.profiles)
  bench.deps.profiles.get = (key) => (key === 'leader.default' ? { ...get(key), tools: ['*', 'counting', 'switch_mode'] } : get(key))
})
afterAll(async () => { await bench.close() })

const store = () => createApprovalStore(bench.project)
const file = (path: string) => (existsSync(join(bench.dir, path)) ? readFileSync(join(bench.dir, path), 'utf8') : null)
async function ask(path: string, content: string, more: { runId?: string; session?: number } = {}): Promise<Approval> {
  const session = more.session ?? bench.session({ workMode: 'discuss' })
  const result = await bench.call(session, 'write', { path, content }, { runId: more.runId ?? null })
  expect(result).toMatchObject({ status: 'needs_approval', code: 'MODE_DISCUSS' })
  return store().get(result.approval?.id ?? '')
}
const answer = (row: Approval, verdict: 'approve' | 'deny', note: string | null = null, by = 'author') => bench.pipeline.answer(row.id, verdict, row.effectsHash, by, note)

describe('one answer (05 §6)', () => {
  it('shows exactly what will be written, changes nothing before, runs once after', async () => {
    const row = await ask('a.md', '一\n')
    expect(row).toMatchObject({ tool: 'write', status: 'pending', effects: [{ action: 'create', target: 'a.md', before: null, fields: [{ field: 'characters', from: null, to: 2 }], preview: '--- /dev/null\n+++ b/a.md\n@@ -0,0 +1,1 @@\n+一' }] })
    expect(file('a.md')).toBeNull()
    expect(await answer(row, 'approve')).toMatchObject({ status: 'executed', result: { status: 'ok', content: '[OK] Created a.md (4 bytes, +1/-0).' } })
    expect(file('a.md')).toBe('一\n')
    expect(await answer(row, 'approve')).toMatchObject({ code: 'APPROVAL_NOT_PENDING', result: null })
    expect(bench.events.filter((event) => 'id' in event && event.id === row.id).map((event) => event.type)).toEqual(['approval.resolved', 'approval.executed'])
    expect(bench.events.filter((event) => event.type === 'call.end' && event.callId === row.callId)).toHaveLength(1)
  })

  it('refuses another hash, another principal and an unknown card', async () => {
    const row = await ask('b.md', 'x')
    expect(await bench.pipeline.answer(row.id, 'approve', 'f'.repeat(64), 'author', null)).toMatchObject({ code: 'APPROVAL_MISMATCH' })
    expect(await answer(row, 'approve', null, 'agent')).toMatchObject({ code: 'HUMAN_ONLY' })
    expect(await bench.pipeline.answer('ap_none', 'approve', '', 'author', null)).toMatchObject({ code: 'APPROVAL_UNKNOWN' })
    expect([store().get(row.id).status, file('b.md')]).toEqual(['pending', null])
  })

  it('gives the author\'s reason, and from the second denial of a run the sentence', async () => {
    const session = bench.session({ workMode: 'discuss' })
    const first = await answer(await ask('c.md', 'x', { runId: 'run_d', session }), 'deny', '不要动第一章')
    const second = await answer(await ask('c.md', 'y', { runId: 'run_d', session }), 'deny', null)
    expect(first.result).toMatchObject({ status: 'denied', code: 'DENIED_USER', content: '[FAIL] DENIED_USER: 不要动第一章' })
    expect(second.result?.content).toBe('[FAIL] DENIED_USER: the author said no. Do not retry; explain, or ask for a mode.')
  })

  it('goes stale when the file changed, and the new card runs', async () => {
    writeFileSync(join(bench.dir, 'd.md'), 'alpha\nbeta\n')
    const session = bench.session({ workMode: 'discuss' })
    const asked = await bench.call(session, 'edit', { path: 'd.md', edits: [{ oldText: 'beta', newText: 'B' }] })
    writeFileSync(join(bench.dir, 'd.md'), 'ALPHA\nbeta\n')
    const row = store().get(asked.approval?.id ?? '')
    const stale = await answer(row, 'approve')
    expect(stale).toMatchObject({ status: 'stale', result: null })
    expect(file('d.md')).toBe('ALPHA\nbeta\n')
    const next = store().get(stale.newId ?? '')
    expect(next).toMatchObject({ replaces: row.id, status: 'pending', callId: row.callId })
    expect(await answer(next, 'approve')).toMatchObject({ status: 'executed' })
    expect(file('d.md')).toBe('ALPHA\nB\n')
  })

  it('gives the failure when the call cannot run any more', async () => {
    const row = await ask('e/x.md', 'x')
    writeFileSync(join(bench.dir, 'e'), 'a file in the way')
    expect(await answer(row, 'approve')).toMatchObject({ status: 'failed', result: { status: 'fail' } })
  })

  it('expires with the run', async () => {
    const row = await ask('f.md', 'x')
    expect(bench.pipeline.expire(row.sessionId, 'the run was stopped')).toMatchObject([{ callId: row.callId, result: { status: 'denied', code: 'EXPIRED' } }])
    expect(await answer(row, 'approve')).toMatchObject({ code: 'APPROVAL_NOT_PENDING' })
    expect(bench.pipeline.expire(row.sessionId, 'again')).toEqual([])
  })

  it('surfaces a child\'s card on the root', async () => {
    const root = bench.session()
    const child = bench.session({ role: 'child', parentId: root, workMode: 'discuss' })
    expect(await ask('g.md', 'x', { session: child })).toMatchObject({ sessionId: child, surfaceSessionId: root })
    const strict = bench.session({ workMode: 'discuss' })
    const loose = bench.session({ role: 'child', parentId: strict })
    expect(await bench.call(loose, 'write', { path: 'h.md', content: 'x' })).toMatchObject({ status: 'needs_approval', code: 'MODE_DISCUSS' })
  })

  it('runs nothing below a session whose profile cannot be read: nobody knows what it forbids', async () => {
    const child = bench.session({ role: 'child', parentId: bench.session({ profileKey: 'gone' }) })
    for (const [tool, args] of [['write', { path: 'h.md', content: 'x' }], ['read', { path: 'AGENTS.md' }]] as const) {
      expect(await bench.call(child, tool, args)).toMatchObject({ status: 'denied', code: 'IDENTITY_UNKNOWN', content: expect.stringContaining('"gone"') })
    }
  })
})

describe('exactly once (AP-05, T10)', () => {
  it('1,000 rounds of several windows: the first wins, at most one execution', async () => {
    const other = bench.again()
    const session = bench.session()
    // What is tested is the order of commits, not the disk.
    bench.project.sessionsDb.pragma('synchronous = OFF')
    for (let round = 0; round < 1_000; round++) {
      const asked = await bench.call(session, 'counting', {})
      const row = store().get(asked.approval?.id ?? '')
      const before = runs
      const answers = await Promise.all([0, 1, 2].map(async (n) => {
        for (let wait = (round * 7 + n * 3) % 5; wait > 0; wait--) await Promise.resolve()
        return (n === 1 ? other : bench.pipeline).answer(row.id, (round + n) % 3 === 0 ? 'deny' : 'approve', row.effectsHash, 'author', null)
      }))
      const won = answers.filter((each) => each.fault === null)
      expect(won).toHaveLength(1)
      expect(runs - before).toBe(won[0]?.status === 'executed' ? 1 : 0)
    }
    bench.project.sessionsDb.pragma('synchronous = FULL')
  }, 120_000)
})

describe('after a crash (05 §6 Restart)', () => {
  const force = (id: string, status: string) => bench.project.sessionsDb.prepare('UPDATE Approval SET status = ? WHERE id = ?').run(status, id)

  it('pending stays, approved and uncommitted go back to pending and run once', async () => {
    const [a, b, c] = [await ask('r1.md', '1'), await ask('r2.md', '2'), await ask('r3.md', '3')]
    force(b.id, 'approved')
    force(c.id, 'executing')
    const after = bench.again()
    expect(await after.recover()).toEqual([])
    expect([a, b, c].map((row) => store().get(row.id).status)).toEqual(['pending', 'pending', 'pending'])
    for (const row of [a, b, c]) expect(await after.answer(row.id, 'approve', row.effectsHash, 'author', null)).toMatchObject({ status: 'executed' })
    expect(['r1.md', 'r2.md', 'r3.md'].map(file)).toEqual(['1', '2', '3'])
  })

  it('executing and committed is executed, never again', async () => {
    const row = await ask('r4.md', '4')
    force(row.id, 'executing')
    const path = await bench.project.files.authorize('r4.md', { use: 'create' })
    await bench.project.files.apply([{ path, text: '4', base: null }], { actor: 'agent', sessionId: row.sessionId, callId: row.callId })
    const settled = await bench.again().recover()
    expect(settled).toMatchObject([{ callId: row.callId, result: { status: 'ok', changes: [{ kind: 'file', target: 'r4.md' }] } }])
    expect(store().get(row.id).status).toBe('executed')
  })

  it('executing outside the project is unknown', async () => {
    const row = await ask('r5.md', '5')
    bench.project.sessionsDb.prepare("UPDATE Approval SET status = 'executing', tool = 'bash' WHERE id = ?").run(row.id)
    expect(await bench.again().recover()).toMatchObject([{ result: { status: 'fail', code: 'OUTCOME_UNKNOWN' } }])
    expect(store().get(row.id).status).toBe('unknown')
    expect(file('r5.md')).toBeNull()
  })

  it('an answer to one that was cut off says that it may have happened, and what to look at', async () => {
    const row = await ask('r8.md', '8')
    for (const [status, why] of [['executing', /^this call was approved and is running in another process, or was interrupted there just now; then it may have taken effect.*See whether it is done \(r8\.md\), also in the inbox/], ['unknown', /^this call was approved, and interrupted while it ran: it may have taken effect.*not run again\. See whether it is done \(r8\.md\)/]] as const) {
      force(row.id, status)
      expect((await bench.pipeline.answer(row.id, 'approve', row.effectsHash, 'human', null)).fault).toMatchObject({ code: 'APPROVAL_NOT_PENDING', message: expect.stringMatching(why) as string, data: { status } })
    }
    expect(file('r8.md')).toBeNull()
  })

  it('a process that was cut off is unknown, whatever it had changed by then', async () => {
    const row = await ask('r7.md', '7')
    bench.project.sessionsDb.prepare("UPDATE Approval SET status = 'executing', tool = 'bash' WHERE id = ?").run(row.id)
    const path = await bench.project.files.authorize('r7.md', { use: 'create' })
    await bench.project.files.apply([{ path, text: 'half', base: null }], { actor: 'shell', sessionId: row.sessionId, callId: row.callId })
    expect(await bench.again().recover()).toMatchObject([{ result: { status: 'fail', code: 'OUTCOME_UNKNOWN', changes: [{ target: 'r7.md' }] } }])
    expect(store().get(row.id).status).toBe('unknown')
  })

  it('notices an answer of another process', async () => {
    const row = await ask('r6.md', '6')
    const other = bench.again()
    await bench.pipeline.answer(row.id, 'approve', row.effectsHash, 'human', null)
    expect(other.refresh()).toMatchObject([{ callId: row.callId, result: { status: 'ok' } }])
    expect(other.refresh()).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../../../test/tools/bench'
import { wishOf } from '../../../agents/controls'
import type { Role } from '@shared/tool-result'

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(() => bench.close())

function step(tags: readonly string[] = [], role: Role = 'helper'): number {
  const session = bench.session({ profileKey: 'workflow.node', role })
  bench.project.sessionsDb.prepare('UPDATE Session SET tags = ? WHERE id = ?').run(JSON.stringify(tags), session)
  return session
}
const verdictsOf = (session: number, role: Role = 'helper'): unknown => {
  const shown = bench.pipeline.definitions('workflow.node', role, session).find((one) => one.name === 'node_report')
  return (shown?.inputSchema as { properties: { verdict: { enum: string[] } } } | undefined)?.properties.verdict.enum
}

describe('node_report (08 §3)', () => {
  it.each<[string, readonly string[], string, string, string]>([
    ['a plain helper finishes', [], 'finish', 'ok', '[OK] Reported finish: done'],
    ['a plain helper is blocked', [], 'blocked', 'ok', '[OK] Reported blocked: done'],
    ['12.7 a plain helper passes nothing', [], 'pass', 'fail', 'actual "pass"; not for role helper; expected one of finish, blocked; roles that have it: helper tagged verifier.'],
    ['a plain helper fails nothing', ['other'], 'fail', 'fail', 'expected one of finish, blocked'],
    ['a verifier passes', ['other', 'verifier'], 'pass', 'ok', '[OK] Reported pass: done'],
    ['a verifier fails', ['verifier'], 'fail', 'ok', '[OK] Reported fail: done'],
    ['a verifier finishes nothing', ['verifier'], 'finish', 'fail', 'expected one of pass, fail, blocked'],
  ])('%s', async (_what, tags, verdict, status, words) => {
    const result = await bench.call(step(tags), 'node_report', { verdict, detail: 'done' })
    expect(result).toMatchObject({ status, code: status === 'ok' ? null : 'ROLE_FORBIDDEN' })
    expect(result.content).toContain(words)
  })

  it('each sees its own verdicts, the others none of it', async () => {
    expect([verdictsOf(step()), verdictsOf(step(['verifier']))]).toEqual([['finish', 'blocked'], ['pass', 'fail', 'blocked']])
    for (const role of ['root', 'child', 'system'] as const) {
      expect(verdictsOf(step([], role), role)).toBeUndefined()
      expect(await bench.call(step([], role), 'node_report', { verdict: 'finish', detail: 'x' })).toMatchObject({ status: 'denied', code: 'TOOL_NOT_GRANTED' })
    }
    expect(await bench.call(bench.session({ role: 'helper' }), 'node_report', { verdict: 'finish', detail: 'x' })).toMatchObject({ code: 'TOOL_NOT_GRANTED' })
  })

  it('ends the run like report_result, with the verdict as its data', async () => {
    const args = { verdict: 'fail', detail: '第3行', suggestion: '改名' }
    const result = await bench.call(step(['verifier']), 'node_report', args)
    expect(result.details).toMatchObject({ data: args, control: { kind: 'report', result: '第3行', data: args } })
    expect(wishOf('node_report', args, result)).toEqual({ kind: 'report', result: '第3行', data: args })
    expect(wishOf('node_report', { verdict: 'pass', detail: 'x' }, result)).toEqual({ kind: 'report', result: 'x', data: { verdict: 'pass', detail: 'x', suggestion: null } })
  })
})

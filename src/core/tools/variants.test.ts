import { describe, expect, it } from 'vitest'
import { isFault } from '@shared/fault'
import { z } from 'zod'
import { checkArguments } from './arguments'
import { defineTool, eraseTool, type AnyTool } from './define-tool'
import { faultText } from './fault-text'
import { packs } from './packs'
import { createRegistry } from './registry'
import type { ToolDefinition } from './types'
import { viewFor } from './variant-view'
import type { VariantCaller } from './variant-types'

type Extra = Pick<ToolDefinition, 'variants' | 'deprecatedParams'> & { name?: string; roles?: AnyTool['roles'] }
const input = z.strictObject({
  verdict: z.enum(['pass', 'fail', 'blocked', 'finish']).describe('How it went in the end.'),
  path: z.string().optional().describe('Where to look for it. When omitted: nowhere.'),
  wait: z.boolean().optional().describe('Wait for the result. When omitted: no.'),
  questions: z.array(z.strictObject({ text: z.string().describe('The question in full.'), tone: z.string().optional().describe('How it is asked. When omitted: plainly.') })).optional().describe('What to ask about. When omitted: nothing.'),
})
const tool = ({ name = 'probe', roles, ...more }: Extra = {}): AnyTool => eraseTool(defineTool({
  name, operation: 'test.probe', description: 'Probes. Use in tests.', input, risk: 'low', mutates: false, gate: 'none', result: 'content', needs: [], ...(roles === undefined ? {} : { roles }), ...more,
  prepare: (given) => ({ plan: given, effects: [] }), run: (plan) => ({ value: plan, changes: [] }), say: () => 'x',
}))
const narrow = {
  variants: [
    { when: { roles: ['helper'] }, params: { verdict: { values: ['finish', 'blocked'], reason: 'only a verifier judges' }, wait: { hide: true, reason: 'helpers do not wait' } } },
    { when: { roles: ['root'], packs: ['noeta'] }, description: { text: 'Narrow.', reason: 'shorter' }, params: { path: { required: true, reason: 'there is no default place' }, 'questions/*/tone': { hide: true, reason: 'always plain' } } },
  ],
} as const satisfies Extra
const as = (role: string, pack = 'nbook'): VariantCaller => ({ role, pack, access: null })
const textOf = (made: AnyTool, args: unknown, caller: VariantCaller): string => {
  try { return JSON.stringify(checkArguments(made, args, undefined, caller)) } catch (error) { return isFault(error) ? faultText(error.fault) : String(error) }
}
const row = (made: AnyTool) => {
  const found = createRegistry([{ name: 'neb', tools: [made] }], []).get(made.name)
  if (found === undefined) throw new Error('not registered')
  return found
}

describe('variants by role (08 §3)', () => {
  it('shows fewer values, fewer keys, a required key, another text', () => {
    const made = row(tool(narrow))
    const [base, helper, noeta] = [as('child'), as('helper'), as('root', 'noeta')].map((caller) => viewFor(made, caller))
    const keys = (view: typeof base) => Object.keys((view?.inputSchema['properties'] ?? {}) as object)
    expect([keys(base), keys(helper), keys(noeta)]).toEqual([['verdict', 'path', 'wait', 'questions'], ['verdict', 'path', 'questions'], ['verdict', 'path', 'wait', 'questions']])
    expect(helper?.inputSchema).toMatchObject({ properties: { verdict: { enum: ['finish', 'blocked'] } }, required: ['verdict'] })
    expect(noeta).toMatchObject({ description: 'Narrow.', inputSchema: { required: ['verdict', 'path'] } })
    expect(JSON.stringify(noeta?.inputSchema)).not.toContain('tone')
    expect(new Set([base, helper, noeta].map((view) => view?.hash)).size).toBe(3)
    expect(JSON.stringify(base?.inputSchema)).toContain('tone')
  })
  it.each([
    ['a hidden value', { verdict: 'pass' }, as('helper'), '[FAIL] ROLE_FORBIDDEN: probe takes less from role helper.\n/verdict: actual "pass"; not for role helper; expected one of finish, blocked; roles that have it: root, child, system.\nLeave this out and call again.'],
    ['a hidden key', { verdict: 'finish', wait: true }, as('helper'), '[FAIL] ROLE_FORBIDDEN: probe takes less from role helper.\n/wait: actual true; not for role helper; roles that have it: root, child, system.\nLeave this out and call again.'],
    ['a hidden key inside a list', { verdict: 'pass', path: 'a', questions: [{ text: 'b' }, { text: 'c', tone: 'dry' }] }, as('root', 'noeta'), '[FAIL] ROLE_FORBIDDEN: probe takes less from role root.\n/questions/1/tone: actual "dry"; not for role root; roles that have it: child, helper, system.\nLeave this out and call again.'],
    ['a key it must give', { verdict: 'pass' }, as('root', 'noeta'), '[FAIL] ARGS_INVALID: 1 problem in probe.\n/path: missing; required here.\nCorrect these fields and call again.'],
    ['what it may send', { verdict: 'finish', path: 'a' }, as('helper'), '{"verdict":"finish","path":"a"}'],
    ['the base to another role', { verdict: 'pass', wait: true }, as('child'), '{"verdict":"pass","wait":true}'],
    ['the base to an unknown role', { verdict: 'pass', wait: true }, as('martian'), '{"verdict":"pass","wait":true}'],
    ['the schema first', { verdict: 'odd', wait: true }, as('helper'), '[FAIL] ARGS_INVALID: 1 problem in probe.\n/verdict: actual "odd"; expected one of pass, fail, blocked, finish.\nCorrect these fields and call again.'],
  ])('%s', (_, args, caller, text) => { expect(textOf(tool(narrow), args, caller)).toBe(text) })

  it('is absent for a role outside its list; an orchestrator tool also for unknown roles', () => {
    const absent = (made: AnyTool, role: string) => viewFor(row(made), as(role)) === null
    expect(['root', 'child', 'martian'].map((role) => absent(tool({ roles: ['root'] }), role))).toEqual([false, true, false])
    expect(['root', 'child', 'martian'].map((role) => absent(tool({ name: 'run_workflow' }), role))).toEqual([false, true, true])
  })
  it('tells all but the root how to reach the author', () => {
    const found = createRegistry(packs, [...new Set(packs.flatMap((pack) => pack.tools.flatMap((each) => each.needs)))]).get('report_result')
    if (found === undefined) throw new Error('not registered')
    const tells = (role: string) => viewFor(found, as(role))?.description.includes('Need the author? Put the question in result.')
    expect(['root', 'child', 'helper', 'system', 'martian'].map(tells)).toEqual([false, true, true, true, false])
  })
})

describe('retired keys (08 §1, §12 36)', () => {
  const made = tool({ deprecatedParams: {
    device: { since: 3, until: 5, replacement: 'path', action: 'reject' }, place: { since: 2, until: 4, replacement: 'path', action: 'map' }, speed: { since: 2, until: 4, replacement: null, action: 'reject' },
  } })
  it.each([
    [{ verdict: 'pass', device: 'x' }, '[FAIL] PARAM_RETIRED: /device was removed in version 3; use /path.'],
    [{ verdict: 5, speed: 1, device: 'x' }, '[FAIL] PARAM_RETIRED: /device was removed in version 3; use /path. /speed was removed in version 2; leave it out.'],
    [{ verdict: 'pass', place: 'a' }, '{"verdict":"pass","path":"a"}'],
    [{ verdict: 'pass', place: 'a', path: 'b' }, '[FAIL] PARAM_RETIRED: /place was removed in version 2; use only /path.'],
    [{ verdict: 'pass', place: 5 }, '[FAIL] ARGS_INVALID: 1 problem in probe.\n/path: actual 5; expected string.\nCorrect these fields and call again.'],
  ])('%j', (args, text) => { expect(textOf(made, args, as('root'))).toBe(text) })
})

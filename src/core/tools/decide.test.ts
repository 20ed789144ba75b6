import { describe, expect, it } from 'vitest'
import { decide, type DecisionFacts, type PreparedFacts } from './decide'
import type { Refusal } from './refusal'
import { readSettings } from './decide-settings'
import { toolFacts } from './decide.fixtures'

type Flags = string
const MODES: Record<string, string> = { N: 'normal', D: 'discuss', P: 'plan' }
const PERMISSIONS: Record<string, string> = { d: 'default', e: 'acceptEdits', b: 'bypassPermissions' }
const ask = (code: string, bypass = true): PreparedFacts => ({ asks: [{ code, text: '', bypass }], replacesRisk: true })
const error = (code: string): Partial<DecisionFacts> => ({ prepare: { verdict: 'error', code, text: '' } })
const deny = (code: string): Partial<DecisionFacts> => ({ grant: { verdict: 'deny', code, text: '' } })
const refined: PreparedFacts = { refine: { mutates: false, risk: 'low' } }

/** `flags`: mode N D P, permission d e b, S = policy strict. */
function facts(flags: Flags, tool: string, prepared: PreparedFacts | null = {}, more: Partial<DecisionFacts> = {}): DecisionFacts {
  const [mode = 'N', permission = 'd'] = [/[NDP]/.exec(flags)?.[0], /[deb]/.exec(flags)?.[0]]
  const given = toolFacts[tool] ?? { gate: 'none', risk: 'low', mutates: false }
  return {
    tool: { name: tool, ...given }, parse: null, grant: null, identity: null, prepare: null, prepared,
    settings: [{ workMode: MODES[mode], permissionMode: PERMISSIONS[permission], approvals: flags.includes('S') ? 'strict' : 'author', trust: 'trusted' }],
    rules: { denied: null, loop: null, ask: [] }, ...more,
  }
}
const verdict = (given: DecisionFacts): string => {
  const { verdict: word, code } = decide(given)
  return code === null ? word : `${word} ${code}`
}
const exempt: PreparedFacts = { planExempt: true }

describe('05 §9, row by row', () => {
  it.each<[number, Flags, string, PreparedFacts | null, Partial<DecisionFacts>, string]>([
    [1, 'N', 'write', {}, {}, 'allow'],
    [2, 'D', 'write', {}, {}, 'ask MODE_DISCUSS'],
    [3, 'P', 'write', exempt, {}, 'allow'],
    [4, 'D', 'write', exempt, {}, 'ask MODE_DISCUSS'],
    [5, 'P', 'apply_patch', {}, {}, 'ask MODE_PLAN'],
    [6, 'P', 'apply_patch', {}, {}, 'ask MODE_PLAN'],
    [7, 'P', 'write', {}, {}, 'ask MODE_PLAN'],
    [8, 'D', 'edit', null, error('EDIT_FAILED'), 'error EDIT_FAILED'],
    [9, 'D', 'save_story_scene', null, error('ARGS_INVALID'), 'error ARGS_INVALID'],
    [10, 'Db', 'save_story_scene', {}, {}, 'ask MODE_DISCUSS'],
    [11, 'D', 'execute_world', refined, {}, 'allow'],
    [12, 'D', 'execute_world', {}, {}, 'ask MODE_DISCUSS'],
    [13, 'P', 'execute_sql', refined, {}, 'allow'],
    [14, 'P', 'execute_sql', {}, {}, 'ask MODE_PLAN'],
    [15, 'D', 'bash', {}, {}, 'allow'],
    [16, 'N', 'bash', null, deny('TOOL_NOT_GRANTED'), 'deny TOOL_NOT_GRANTED'],
    [17, 'NS', 'bash', {}, {}, 'ask POLICY_STRICT'],
    [18, 'PS', 'write', exempt, {}, 'ask POLICY_STRICT'],
    [19, 'Nb', 'switch_mode', {}, {}, 'ask ALWAYS'],
    [20, 'P', 'switch_mode', null, error('MODE_SAME'), 'error MODE_SAME'],
    [21, 'Nb', 'run_workflow', {}, {}, 'ask ALWAYS'],
    [22, 'N', 'edit', {}, { rules: { denied: null, loop: null, ask: ['edit', 'write'] } }, 'ask PROFILE_ASK'],
    [23, 'N', 'switch_mode', null, deny('TOOL_NOT_GRANTED'), 'deny TOOL_NOT_GRANTED'],
    [24, 'N', 'read', null, error('PATH_OUTSIDE'), 'error PATH_OUTSIDE'],
    [25, 'N', 'write', null, error('PATH_PROTECTED'), 'error PATH_PROTECTED'],
    [26, 'N', 'Write', {}, {}, 'ask RISK_HIGH'],
    [27, 'Ne', 'Write', {}, {}, 'allow'],
    [28, 'Pb', 'Write', {}, {}, 'ask MODE_PLAN'],
    [29, 'NbS', 'Write', {}, {}, 'ask POLICY_STRICT'],
    [30, 'Nb', 'Write', null, error('PATH_OUTSIDE'), 'error PATH_OUTSIDE'],
    [31, 'Ne', 'Edit', null, error('NOT_READ'), 'error NOT_READ'],
    [32, 'N', 'Read', {}, {}, 'allow'],
    [33, 'N', 'Read', { asks: [{ code: 'PATH_PRIVATE', text: '', bypass: true }] }, {}, 'ask PATH_PRIVATE'],
    [34, 'N', 'Bash', { ...refined, replacesRisk: true, allowCode: 'SHELL_RULE' }, {}, 'allow SHELL_RULE'],
    [35, 'Pb', 'Bash', { ...refined, replacesRisk: true }, {}, 'allow'],
    [36, 'N', 'Bash', ask('SHELL_META'), {}, 'ask SHELL_META'],
    [37, 'N', 'Bash', ask('SHELL_META'), {}, 'ask SHELL_META'],
    [38, 'N', 'Bash', ask('SHELL_EXPANSION'), {}, 'ask SHELL_EXPANSION'],
    [39, 'N', 'Bash', { ...refined, replacesRisk: true }, {}, 'allow'],
    [40, 'N', 'Bash', ask('SHELL_ARG'), {}, 'ask SHELL_ARG'],
    [41, 'N', 'Bash', ask('SHELL_QUOTING'), {}, 'ask SHELL_QUOTING'],
    [42, 'N', 'Bash', ask('SHELL_NO_RULE'), {}, 'ask SHELL_NO_RULE'],
    [43, 'N', 'Bash', ask('SHELL_UNTRUSTED'), {}, 'ask SHELL_UNTRUSTED'],
    [44, 'Nb', 'Bash', ask('SHELL_META'), {}, 'allow BYPASS'],
    [45, 'P', 'Bash', { replacesRisk: true }, {}, 'ask MODE_PLAN'],
    [45.5, 'N', 'Bash', { replacesRisk: true }, {}, 'allow'],
    [46, 'N', 'WebFetch', { replacesRisk: true }, {}, 'allow'],
    [47, 'N', 'WebFetch', ask('HOST_UNLISTED'), {}, 'ask HOST_UNLISTED'],
    [48, 'N', 'WebFetch', ask('HOST_PRIVATE'), {}, 'ask HOST_PRIVATE'],
    [49, 'Nb', 'WebFetch', null, error('URL_BLOCKED'), 'error URL_BLOCKED'],
    [50, 'Nb', 'WebFetch', null, error('URL_SCHEME'), 'error URL_SCHEME'],
    [51, 'N', 'web_fetch', {}, {}, 'allow'],
    [52, 'Ne', 'browser_click', {}, {}, 'ask RISK_HIGH'],
    [53, 'Nb', 'run_skill_script', null, { prepare: { verdict: 'deny', code: 'SKILL_ARGS', text: '' } }, 'deny SKILL_ARGS'],
    [54, 'N', 'mcp__gh__x', {}, {}, 'ask RISK_HIGH'],
    [55, 'N', 'script_read', {}, {}, 'ask RISK_MEDIUM'],
    [55.5, 'Nb', 'script_read', {}, {}, 'allow'],
    [56, 'N', 'write', {}, { settings: [{ workMode: 'normal' }, { workMode: 'discuss' }] }, 'ask MODE_DISCUSS'],
  ])('%d: %s %s', (_row, flags, tool, prepared, more, expected) => {
    expect(verdict(facts(flags, tool, prepared, more))).toBe(expected)
  })
})

/** Cells of 05 §3: normal d e b · discuss d e b · plan as discuss unless exempt · strict. A allow, ? ask. */
describe('05 §3, every cell', () => {
  const skill: PreparedFacts = { asks: [{ code: 'RISK_HIGH', text: '', bypass: true }], replacesRisk: true }
  it.each<[string, PreparedFacts, string, string, string]>([
    ['read', {}, 'AAA', 'AAA', 'A'], ['create_agent', {}, 'AAA', 'AAA', 'A'], ['write', {}, 'AAA', '???', '?'], ['save_story_scene', {}, 'AAA', '???', '?'],
    ['execute_world', refined, 'AAA', 'AAA', 'A'], ['execute_world', {}, 'AAA', '???', '?'], ['execute_sql', refined, 'AAA', 'AAA', 'A'], ['execute_sql', {}, 'AAA', '???', '?'],
    ['execute_sql', { asks: [{ code: 'ALWAYS', text: '' }] }, '???', '???', '?'], ['bash', {}, 'AAA', 'AAA', '?'], ['switch_mode', {}, '???', '???', '?'],
    ['web_fetch', {}, 'AAA', 'AAA', 'A'], ['web_fetch', ask('HOST_UNLISTED'), '??A', '??A', '?'], ['Read', {}, 'AAA', 'AAA', 'A'], ['Task', {}, 'AAA', 'AAA', 'A'],
    ['Edit', {}, '?AA', '???', '?'], ['Write', {}, '?AA', '???', '?'], ['Bash', { ...refined, replacesRisk: true }, 'AAA', 'AAA', 'A'], ['Bash', { replacesRisk: true }, 'AAA', '???', '?'],
    ['Bash', ask('SHELL_META'), '??A', '???', '?'], ['KillShell', {}, '??A', '??A', '?'], ['WebFetch', { replacesRisk: true }, 'AAA', 'AAA', 'A'], ['WebFetch', ask('HOST_UNLISTED'), '??A', '??A', '?'],
    ['memory_write', {}, '??A', '???', '?'], ['run_skill_script', skill, '??A', '???', '?'], ['mcp__gh__x', {}, '??A', '???', '?'], ['mcp__gh__read', {}, '??A', '??A', '?'],
    ['script_read', {}, '??A', '??A', '?'], ['script_network', {}, '??A', '??A', '?'], ['script_write', {}, '??A', '???', '?'],
  ])('%s %j', (tool, prepared, normal, other, strict) => {
    const cell = (flags: Flags, given = prepared) => (decide(facts(flags, tool, given)).verdict === 'allow' ? 'A' : '?')
    const row = (mode: string, given = prepared) => ['d', 'e', 'b'].map((permission) => cell(`${mode}${permission}`, given)).join('')
    expect([row('N'), row('D'), row('P')]).toEqual([normal, other, other])
    expect(['N', 'D', 'P'].map((mode) => cell(`${mode}S`))).toEqual([strict, other === '???' ? '?' : strict, other === '???' ? '?' : strict])
    if (tool === 'Write' || tool === 'Edit') expect(row('P', exempt)).toBe('?AA')
    if (tool === 'write') expect(row('P', exempt)).toBe('AAA')
  })
})

describe('order, settings and rules', () => {
  it('notes every ask, the first is the code', () => {
    const given = facts('D', 'Bash', ask('SHELL_META'), { rules: { denied: null, loop: null, ask: ['Bash'] }, outsideSkill: 'outside' })
    expect(decide(given)).toMatchObject({ verdict: 'ask', code: 'MODE_DISCUSS', reasons: [{ code: 'MODE_DISCUSS' }, { code: 'SKILL_SCOPE' }, { code: 'SHELL_META' }, { code: 'PROFILE_ASK' }] })
  })

  const refusal = (code: string, word: Refusal['verdict'] = 'deny'): Refusal => ({ verdict: word, code, text: '' })
  it.each<[string, Partial<DecisionFacts>, string]>([
    ['step 0 first', { parse: refusal('ARGS_JSON', 'error'), grant: refusal('TOOL_NOT_GRANTED') }, 'error ARGS_JSON'],
    ['grant before identity', { grant: refusal('TOOL_UNKNOWN', 'error'), identity: refusal('AGENT_ARCHIVED') }, 'error TOOL_UNKNOWN'],
    ['identity before settings', { identity: refusal('AGENT_ARCHIVED'), settings: [{ workMode: 'x' }] }, 'deny AGENT_ARCHIVED'],
    ['unknown setting', { settings: [{ workMode: 'chatty' }] }, 'deny SETTING_INVALID'],
    ['unknown setting of an ancestor', { settings: [{}, { permissionMode: 7 }] }, 'deny SETTING_INVALID'],
    ['unreadable settings', { settings: [{ unreadable: 'line 3' }] }, 'deny SETTING_INVALID'],
    ['settings before rules', { settings: [{ approvals: 'lax' }], rules: { denied: 'no', loop: null, ask: [] } }, 'deny SETTING_INVALID'],
    ['deny rule', { rules: { denied: 'no', loop: 'again', ask: [] } }, 'deny DENIED_POLICY'],
    ['maxRisk', { rules: { denied: null, loop: null, ask: [], maxRisk: 'medium' } }, 'deny DENIED_POLICY'],
    ['loop', { rules: { denied: null, loop: 'again', ask: [] } }, 'deny LOOP_GUARD'],
    ['rules before arguments', { rules: { denied: 'no', loop: null, ask: [] }, prepare: refusal('ARGS_INVALID', 'error') }, 'deny DENIED_POLICY'],
    ['unknown risk', { tool: { name: 'x', gate: 'none', risk: 'wild', mutates: false } }, 'deny DENIED_POLICY'],
  ])('%s', (_name, more, expected) => { expect(verdict(facts('N', 'write', {}, more))).toBe(expected) })

  it('takes the default of what is missing and the strictest of a chain', () => {
    expect(readSettings([{}])).toEqual({ workMode: 'normal', permissionMode: 'default', writeMode: 'dry_run', approvals: 'author', trusted: false })
    expect(readSettings([{ workMode: 'normal', permissionMode: 'bypassPermissions', writeMode: 'apply', trust: 'trusted' }, { workMode: 'plan', permissionMode: 'acceptEdits', writeMode: 'apply' }]))
      .toEqual({ workMode: 'plan', permissionMode: 'acceptEdits', writeMode: 'apply', approvals: 'author', trusted: true })
    expect(readSettings([{ permissionMode: 'bypassPermissions', approvals: 'strict' }])).toMatchObject({ permissionMode: 'default' })
  })
})

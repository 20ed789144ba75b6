import { describe, expect, it } from 'vitest'
import type { Gate, Risk } from '@shared/tool-result'
import { decide, type PreparedFacts } from './decide'
import { packs } from './packs'
import { createRegistry } from './registry'

/** 05 §3 by the shipped definitions: every tool of every row, in every mode. `decide.test.ts` has the rows by made-up facts. */
const registry = createRegistry(packs, packs.flatMap((pack) => pack.tools.flatMap((tool) => tool.needs)))
const refined: PreparedFacts = { refine: { mutates: false, risk: 'low' } }
const ask = (code: string, bypass = true): PreparedFacts => ({ asks: [{ code, text: '', ...(bypass ? { bypass } : {}) }], replacesRisk: true })
const exempt: PreparedFacts = { planExempt: true }

/** Cells: normal d e b · discuss and plan d e b · strict in any mode. A allow, ? ask. */
type Cells = readonly [normal: string, other: string, strict: string]
type Case = readonly [what: string, prepared: PreparedFacts, cells: Cells, plan?: string | undefined]
type Row = readonly [tools: string, gate: Gate, risk: Risk | null, mutates: boolean, cases: readonly Case[]]
const free: Cells = ['AAA', 'AAA', 'A']
const plain = (cells: Cells, plan?: string): readonly Case[] => [['', {}, cells, plan]]
const rows: readonly Row[] = [
  ['read get_story_tree get_story_chapter get_story_thread get_story_scene_context get_scene_world_context get_chapter_writer_brief get_story_promise get_story_decision', 'none', 'low', false, plain(free)],
  ['get_agent get_agent_profile get_session list_workflows list_jobs get_job novel_rankings novel_book_detail subject_rag_search web_search', 'none', 'low', false, plain(free)],
  ['create_agent invoke_agent detach_agent cancel_job task_create task_set_status request_user_input report_result Pop Mail node_report', 'none', 'low', false, plain(free)],
  ['write edit apply_patch', 'mode', 'high', true, [['', {}, ['AAA', '???', '?']], ['plan files', exempt, ['AAA', '???', '?'], 'AAA']]],
  ['save_story_act save_story_chapter save_story_thread save_story_scene save_story_promise save_promise_beat save_story_decision subject_event_append subject_memory_update', 'mode', 'medium', true, plain(['AAA', '???', '?'])],
  ['execute_world', 'mode', 'medium', true, [['nothing written', refined, free], ['written', {}, ['AAA', '???', '?']]]],
  ['execute_sql', 'mode', 'high', true, [['SELECT', refined, free], ['UPDATE', {}, ['AAA', '???', '?']], ['more than 50 rows', { asks: [{ code: 'ALWAYS', text: '' }] }, ['???', '???', '?']]]],
  ['bash', 'none', 'high', false, plain(['AAA', 'AAA', '?'])],
  ['switch_mode run_workflow', 'always', null, false, plain(['???', '???', '?'])],
  ['web_fetch', 'none', 'low', false, [['only web tools', {}, free], ['beside project reads, unlisted', ask('HOST_UNLISTED'), ['??A', '??A', '?']]]],
  ['Read Glob Grep BashOutput WebSearch open_app memory_read memory_search ToolSearch', 'risk', 'low', false, plain(free)],
  ['Task TodoWrite AskUserQuestion skill RecallHistory structured_output', 'none', 'low', false, plain(free)],
  ['Edit Write', 'risk', 'high', true, [['', {}, ['?AA', '???', '?']], ['plan files', exempt, ['?AA', '???', '?'], '?AA']]],
  ['Bash', 'risk', 'high', true, [['read-only rule', { ...refined, replacesRisk: true }, free], ['test runner', { replacesRisk: true }, ['AAA', '???', '?']], ['anything else', ask('SHELL_META'), ['??A', '???', '?']]]],
  ['KillShell browser_navigate browser_click browser_type browser_extract browser_screenshot', 'risk', 'high', false, plain(['??A', '??A', '?'])],
  ['WebFetch', 'risk', 'low', false, [['listed', { replacesRisk: true }, free], ['other', ask('HOST_UNLISTED'), ['??A', '??A', '?']]]],
  ['memory_write memory_archive Schedule', 'risk', 'medium', true, plain(['??A', '???', '?'])],
  ['run_skill_script', 'risk', 'high', true, [['valid', ask('RISK_HIGH'), ['??A', '???', '?']]]],
]

const named = rows.flatMap(([names, gate, risk, mutates, cases]) => names.split(' ').map((name) => [name, gate, risk, mutates, cases] as const))
const modes = { N: 'normal', D: 'discuss', P: 'plan' } as const
const permissions = ['default', 'acceptEdits', 'bypassPermissions'] as const

describe('05 §3, every shipped tool', () => {
  it.each(named)('%s: %s %s, mutates %s', (name, gate, risk, mutates, cases) => {
    const tool = registry.get(name)?.tool
    expect(tool).toMatchObject({ gate, mutates, ...(risk === null ? {} : { risk }) })
    if (tool === undefined) return
    for (const [what, prepared, [normal, other, strict], plan = other] of cases) {
      const cell = (mode: keyof typeof modes, permissionMode: (typeof permissions)[number], approvals: 'author' | 'strict'): string => {
        const { verdict } = decide({ tool: { name, gate: tool.gate, risk: tool.risk, mutates: tool.mutates }, parse: null, grant: null, identity: null, prepare: null, prepared, settings: [{ workMode: modes[mode], permissionMode, approvals, trust: 'trusted' }], rules: { denied: null, loop: null, ask: [] } })
        return { allow: 'A', ask: '?', deny: '-', error: '-' }[verdict]
      }
      const line = (mode: keyof typeof modes, approvals: 'author' | 'strict'): string => permissions.map((permission) => cell(mode, permission, approvals)).join('')
      expect([what, line('N', 'author'), line('D', 'author'), line('P', 'author')]).toEqual([what, normal, other, plan])
      expect([what, ...(['N', 'D', 'P'] as const).map((mode) => line(mode, 'strict'))]).toEqual([what, ...[1, 2, 3].map(() => strict.repeat(3))])
    }
  })

  it('the table names every tool there is; McpCall is judged as the tool it calls', () => {
    const listed = new Set(named.map(([name]) => name))
    expect(registry.list().map((row) => row.tool.name).filter((name) => !listed.has(name))).toEqual(['McpCall'])
  })
})

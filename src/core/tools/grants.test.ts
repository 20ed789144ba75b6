import { describe, expect, it } from 'vitest'
import { loadProfiles } from '../agents/profiles'
import { grantOf, grantsOf, type GrantFacts } from './grants'

const registered = [
  ...['read', 'write', 'edit', 'save_story_scene', 'execute_world', 'request_user_input', 'switch_mode', 'run_workflow', 'report_result'].map((name) => ({ name, pack: 'nbook' })),
  ...['Read', 'Write', 'AskUserQuestion', 'RecallHistory'].map((name) => ({ name, pack: 'noeta' })),
  { name: 'Mail', pack: 'neb' }, { name: 'node_report', pack: 'neb', roles: ['helper'] },
  { name: 'chapter_gap', pack: 'ext' }, { name: 'other_gap', pack: 'ext' }, { name: 'mcp__gh__x', pack: 'mcp:gh' },
]
const facts = (declared: readonly string[], more: Partial<GrantFacts> = {}): GrantFacts => ({ pack: 'nbook', declared, role: 'root', denied: [], registered, mounted: () => true, engine: [], ...more })
const inside = (given: GrantFacts): string[] => grantsOf(given).filter((grant) => grant.in && !grant.name.startsWith('mcp__')).map((grant) => grant.name)
const reason = (name: string, given: GrantFacts): string => { const grant = grantOf(name, given); return `${grant.in ? 'in' : 'out'} ${grant.reason}` }
const shipped = loadProfiles({ resourcesDir: 'resources', home: '/nowhere', projectDir: '/nowhere', trusted: false, enabledHashes: [] })
const of = (key: string, role = 'root') => { const { tools, pack } = shipped.get(key); return facts(tools, { pack, role }) }

describe('the effective set (04 §1.1)', () => {
  it('14.1 nothing declared: every tool is out', () => {
    expect(inside(facts([]))).toEqual([])
    expect(reason('read', facts([]))).toBe('out not_declared')
  })
  it('14.2 a star brings the tools of its pack but not the orchestrator\'s', () => {
    expect(inside(facts(['*']))).toEqual(['read', 'write', 'edit', 'save_story_scene', 'execute_world', 'report_result'])
    expect(['write', 'switch_mode', 'run_workflow', 'Read', 'Mail', 'chapter_gap'].map((name) => reason(name, facts(['*'])))).toEqual(['in star', 'out not_declared', 'out not_declared', 'out not_declared', 'out not_declared', 'out not_declared'])
    expect(inside(facts(['*'], { pack: 'both' }))).toEqual(expect.arrayContaining(['read', 'Read', 'Write']))
  })
  it('14.4 names and script tools beside them', () => {
    expect(inside(facts(['read', 'ext:*']))).toEqual(['read', 'chapter_gap', 'other_gap'])
    expect(inside(facts(['*', 'ext:chapter_gap']))).not.toContain('other_gap')
    expect(reason('chapter_gap', facts(['ext:chapter_gap']))).toBe('in ext')
  })
  it('14.5 and 14.6: the shipped profiles', () => {
    expect(reason('switch_mode', of('leader.default', 'child'))).toBe('out role')
    expect(reason('switch_mode', of('leader.default'))).toBe('in declared')
    expect([reason('execute_world', of('writer')), reason('save_story_scene', of('writer'))]).toEqual(['in declared', 'out not_declared'])
  })
  it('14.7 a list of one name is exactly that tool', () => { expect(inside(facts(['report_result'], { role: 'child' }))).toEqual(['report_result']) })

  it.each([
    ['no such tool', 'nothing', facts(['*']), 'out unknown'],
    ['declared but not registered', 'save_promise_beat', facts(['save_promise_beat']), 'out unknown'],
    ['not mounted', 'write', facts(['write'], { mounted: (name) => name !== 'write' }), 'out not_mounted'],
    ['denied', 'write', facts(['write'], { denied: ['write'] }), 'out denied'],
    ['a role of its own', 'node_report', facts(['node_report']), 'out role'],
    ['in that role', 'node_report', facts(['node_report'], { role: 'helper' }), 'in declared'],
    ['the orchestrator\'s in an unknown role', 'request_user_input', facts(['request_user_input'], { role: 'martian' }), 'out role'],
    ['another in an unknown role', 'read', facts(['read'], { role: 'martian' }), 'in declared'],
    ['by name from another pack', 'Mail', facts(['Mail']), 'in declared'],
    ['with its access', 'execute_world', facts(['execute_world:readonly']), 'in declared'],
    ['an engine tool that is listed', 'RecallHistory', facts(['RecallHistory'], { pack: 'noeta' }), 'out not_declared'],
    ['an engine tool the session has', 'RecallHistory', facts([], { engine: ['RecallHistory'] }), 'in engine'],
    ['an MCP tool', 'mcp__gh__x', facts([], { mcp: ['*'] }), 'in mcp'],
    ['an MCP tool by its alias', 'mcp__gh__x', facts([], { mcp: ['gh'] }), 'in mcp'],
    ['an MCP tool of another server', 'mcp__gh__x', facts(['*'], { mcp: ['fs'] }), 'out not_declared'],
    ['an MCP tool where none is named', 'mcp__gh__x', facts(['read', 'ext:*']), 'out not_declared'],
  ])('%s', (_, name, given, expected) => { expect(reason(name, given)).toBe(expected) })

  it('names also what is declared and not there', () => { expect(grantsOf(facts(['read', 'gone'])).find((grant) => grant.name === 'gone')).toEqual({ name: 'gone', in: false, reason: 'unknown' }) })
})

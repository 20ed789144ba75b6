import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { grantsOf } from '../tools/grants'
import { packs } from '../tools/packs'
import { createRegistry } from '../tools/registry'
import { checkContract } from './contracts'
import { loadProfiles } from './profiles'

const home = mkdtempSync(join(tmpdir(), 'wq-profiles-'))
const profiles = loadProfiles({ resourcesDir: join(process.cwd(), 'resources'), home, projectDir: home, trusted: false, enabledHashes: [] })

const FILE = 'read write edit apply_patch bash'
const AG5 = 'create_agent invoke_agent get_agent get_agent_profile get_session'
const AG6 = `${AG5} detach_agent`
const PR4 = 'get_story_tree get_story_thread get_story_scene_context get_story_chapter'
const PR8 = `${PR4} get_story_promise get_story_decision get_scene_world_context get_chapter_writer_brief`
const PW7 = 'save_story_act save_story_chapter save_story_thread save_story_scene save_story_promise save_story_decision save_promise_beat'
const SH = 'Bash BashOutput KillShell'
const MEM4 = 'memory_write memory_read memory_search memory_archive'

/** The table of 04 §1.2, written out again. */
const TABLE: Record<string, { tools: string; pack: string; mode?: 'system_only'; I?: string; P?: string; O?: string; mcp?: true }> = {
  'leader.default': { pack: 'nbook', mcp: true, tools: `${FILE} ${AG6} ${PR8} ${PW7} task_create task_set_status request_user_input switch_mode execute_world:readwrite execute_sql run_workflow list_workflows list_jobs get_job cancel_job novel_rankings novel_book_detail Pop Schedule Mail` },
  'leader.assets': { pack: 'nbook', tools: `${FILE} ${AG6} request_user_input switch_mode` },
  writer: { pack: 'nbook', tools: `read write edit bash execute_world:readonly ${PR8} report_result`, P: 'path chapterId? context?', O: 'summary outputPath?' },
  director: { pack: 'nbook', tools: `read ${AG5} ${PR8} ${PW7} report_result`, I: 'projectRoot mode? defaultChapterPath?', O: 'summary status plot_updates chapter_plan writer_handoff world_engine_requests open_questions' },
  'world.engine': { pack: 'nbook', tools: 'read write edit apply_patch get_agent_profile get_session execute_world:readwrite' },
  retrieval: { pack: 'nbook', tools: 'read bash report_result', I: 'prompt', O: 'entries note?' },
  researcher: { pack: 'nbook', tools: 'web_search web_fetch', I: 'topic? goal? allowed_domains? blocked_domains? default_recency_days? source_policy? output_language?' },
  'inline.editor': { pack: 'nbook', tools: 'read edit write report_result', P: 'version task targetPath instruction references' },
  'rp.leader': { pack: 'nbook', tools: `${FILE} ${AG5} ${PR4} task_create task_set_status` },
  'simulator.leader': { pack: 'nbook', tools: `${FILE} ${AG5} ${PR4} subject_rag_search subject_event_append subject_memory_update` },
  'rp.writer': { pack: 'nbook', tools: 'read write edit bash report_result' },
  'simulator.actor': { pack: 'nbook', tools: 'report_result', I: 'subjectPath kind', O: 'visible_response spoken_dialogue inner_response' },
  'memory.curator': { pack: 'nbook', tools: 'report_result', I: 'subjectPath facts currentMemories', O: 'patch' },
  'workflow.node': { pack: 'nbook', tools: 'read node_report' },
  adhoc: { pack: 'nbook', tools: 'read report_result', I: 'name? systemPrompt outputSchema?' },
  summarizer: { pack: 'both', mode: 'system_only', tools: 'report_result', I: 'sourceSessionId', O: 'title summary' },
  main: { pack: 'noeta', mcp: true, tools: `Read Glob Grep Edit Write ${SH} WebFetch WebSearch open_app run_skill_script ${MEM4} Task TodoWrite AskUserQuestion skill run_workflow` },
  'general-purpose': { pack: 'noeta', tools: `Read Glob Grep Edit Write ${SH} WebFetch WebSearch skill` },
  explore: { pack: 'noeta', tools: `Read Glob Grep ${SH} WebFetch skill` },
  plan: { pack: 'noeta', tools: `Read Glob Grep ${SH} WebFetch AskUserQuestion` },
  web: { pack: 'noeta', tools: 'WebFetch WebSearch browser_navigate browser_click browser_type browser_extract browser_screenshot' },
  'memory.keeper': { pack: 'noeta', mode: 'system_only', tools: MEM4 },
}
const words = (text: string): string[] => text.split(' ').sort()
const keysOf = (schema: unknown): string | undefined => {
  if (schema === null) return undefined
  const { properties, required } = schema as { properties: Record<string, unknown>; required: string[] }
  return Object.keys(properties).map((key) => (required.includes(key) ? key : `${key}?`)).join(' ')
}

describe('the built-in profiles (04 §1.2)', () => {
  it('are exactly these', () => { expect(profiles.list().map((one) => one.key).sort()).toEqual(Object.keys(TABLE).sort()) })

  it.each(Object.entries(TABLE))('%s', (key, row) => {
    const one = profiles.get(key)
    expect([...one.tools].sort()).toEqual(words(row.tools))
    expect([one.pack, one.creationMode, one.mcp]).toEqual([row.pack, row.mode ?? 'public', row.mcp === true ? ['*'] : []])
    expect([keysOf(one.initial), keysOf(one.payload), keysOf(one.output)]).toEqual([row.I, row.P, row.O])
    for (const schema of [one.initial, one.payload, one.output]) if (schema !== null) expect(schema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(one.body.length).toBeGreaterThan(60)
  })
})

describe('the effective set (04 §1.1, §14)', () => {
  const registered = createRegistry(packs, packs.flatMap((pack) => pack.tools.flatMap((tool) => tool.needs))).list().map((row) => ({ name: row.tool.name, pack: row.pack, ...(row.tool.roles === undefined ? {} : { roles: row.tool.roles }) }))
  const grant = (declared: string[], role: 'root' | 'child', name: string, pack: 'nbook' | 'noeta' = 'nbook') => grantsOf({ pack, declared, role, denied: [], registered, mounted: () => true, engine: [] }).find((one) => one.name === name)
  it('14.1, 14.2, 14.5, 14.6, 14.7', () => {
    expect(grant([], 'root', 'read')).toMatchObject({ in: false, reason: 'not_declared' })
    expect([grant(['*'], 'root', 'write')?.in, grant(['*'], 'root', 'switch_mode')?.in, grant(['*'], 'root', 'run_workflow')?.in]).toEqual([true, false, false])
    expect(grant(profiles.get('leader.default').tools, 'child', 'switch_mode')).toMatchObject({ in: false, reason: 'role' })
    expect([grant(profiles.get('writer').tools, 'child', 'execute_world')?.in, grant(profiles.get('writer').tools, 'child', 'save_story_scene')?.reason]).toEqual([true, 'not_declared'])
    expect(grantsOf({ pack: 'nbook', declared: profiles.get('simulator.actor').tools, role: 'child', denied: [], registered, mounted: () => true, engine: [] }).filter((one) => one.in).map((one) => one.name)).toEqual(['report_result'])
  })
})

describe('what a profile is created with and given', () => {
  const problems = (key: string, field: 'initial' | 'payload' | 'output', value: unknown): unknown => {
    try { return checkContract(profiles.get(key)[field], value, 'INITIAL_INVALID') } catch (error) { return (error as { fault: { problems?: { pointer: string }[]; fix?: string } }).fault }
  }
  it('14.12, 14.13, 14.16: every field with its pointer; no object: pass a real one', () => {
    expect(problems('retrieval', 'initial', '{"prompt":"x"}')).toMatchObject({ code: 'INITIAL_INVALID', fix: expect.stringContaining('real object, do not stringify') })
    expect(problems('retrieval', 'initial', {})).toMatchObject({ problems: [{ pointer: '/prompt', message: 'missing; expected string.' }] })
    expect(problems('writer', 'payload', {})).toMatchObject({ problems: [{ pointer: '/path' }] })
    expect(problems('director', 'initial', { projectRoot: 'x', mode: 'song', extra: 1 })).toMatchObject({ problems: [{ pointer: '/extra' }, { pointer: '/mode', message: 'actual "song"; expected one of writing, rp, analysis.' }] })
    expect(problems('memory.curator', 'initial', { subjectPath: 'a', facts: [], currentMemories: [] })).toMatchObject({ problems: [{ pointer: '/facts' }] })
    expect(problems('inline.editor', 'payload', { version: 2, task: 'polish', targetPath: 'a.md', instruction: 'x', references: [] })).toMatchObject({ problems: [{ pointer: '/version' }] })
  })
  it('initial missing means only {}', () => {
    expect([problems('explore', 'initial', undefined), problems('explore', 'initial', {})]).toEqual([{}, {}])
    expect(problems('explore', 'initial', { a: 1 })).toMatchObject({ code: 'INITIAL_INVALID', problems: [{ pointer: '/a' }] })
  })
})

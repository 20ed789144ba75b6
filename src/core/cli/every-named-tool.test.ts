import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder } from '../../../test/project/make-project'
import { main } from './main'

/**
 * Every tool that one of the three systems names, and the four of pack neb, with the test that sees what it really does (00 "The three
 * systems it unites"; 02-04, 06-08 name them).
 */
const packs = 'src/core/tools/packs'
const seenIn: Record<string, readonly string[]> = {
  // Files, the shell and the data (06; 07 §6)
  [`${packs}/nbook/file-tools.test.ts`]: ['read', 'write', 'edit'], [`${packs}/nbook/apply-patch.test.ts`]: ['apply_patch'], [`${packs}/nbook/bash.test.ts`]: ['bash'], [`${packs}/nbook/execute-sql.test.ts`]: ['execute_sql'],
  [`${packs}/noeta/read.test.ts`]: ['Read'], [`${packs}/noeta/change.test.ts`]: ['Write', 'Edit'], [`${packs}/noeta/search.test.ts`]: ['Glob', 'Grep'], [`${packs}/noeta/bash.test.ts`]: ['Bash', 'BashOutput', 'KillShell'],
  // The story and the world (02, 03)
  [`${packs}/nbook/story-spec.test.ts`]: [
    'get_story_thread', 'get_story_scene_context', 'get_story_chapter', 'get_story_promise', 'get_story_decision', 'get_scene_world_context', 'get_chapter_writer_brief',
    'save_story_act', 'save_story_chapter', 'save_story_thread', 'save_story_scene', 'save_story_promise', 'save_promise_beat', 'save_story_decision',
  ],
  'src/core/tools/story-scope.test.ts': ['get_story_tree'], [`${packs}/nbook/execute-world.test.ts`]: ['execute_world'],
  // Agents, control, jobs, workflows (04)
  'src/core/agents/linked-agents.test.ts': ['create_agent', 'invoke_agent', 'get_agent', 'get_agent_profile', 'get_session', 'detach_agent', 'report_result'],
  'src/core/agents/control-tools.test.ts': ['task_create', 'task_set_status', 'TodoWrite', 'AskUserQuestion', 'Task', 'list_workflows', 'run_workflow'],
  'src/core/agents/agent-service.test.ts': ['request_user_input', 'switch_mode'],
  'src/core/workflows/workflow-runs.test.ts': ['structured_output'], [`${packs}/nbook/job-tools.test.ts`]: ['list_jobs', 'get_job', 'cancel_job'], [`${packs}/noeta/recall-history.test.ts`]: ['RecallHistory'],
  // The web, memory, skills, MCP (07)
  'src/core/tools/web-fetch.test.ts': ['WebFetch', 'web_fetch'], 'src/core/tools/web-search.test.ts': ['WebSearch', 'web_search', 'novel_rankings', 'novel_book_detail'],
  [`${packs}/noeta/memory.test.ts`]: ['memory_write', 'memory_read', 'memory_search', 'memory_archive'], [`${packs}/nbook/subject-tools.test.ts`]: ['subject_event_append', 'subject_rag_search', 'subject_memory_update'],
  [`${packs}/noeta/skill.test.ts`]: ['skill', 'run_skill_script'], 'src/core/mcp/mcp-tools.test.ts': ['ToolSearch', 'McpCall'],
  'src/core/tools/browser.test.ts': ['browser_navigate', 'browser_click', 'browser_type', 'browser_extract', 'browser_screenshot'], 'src/core/apps/open-app.test.ts': ['open_app'],
  // Pack neb (08 §3)
  [`${packs}/neb/neb.test.ts`]: ['Pop', 'Schedule'], [`${packs}/neb/mail.test.ts`]: ['Mail'], [`${packs}/neb/node-report.test.ts`]: ['node_report'],
}
const named = Object.values(seenIn).flat()

it('tools list --json has every named tool under exactly its name, once', async () => {
  let out = ''
  const code = await main(['tools', 'list', '--json'], { out: (more) => { out += more }, err: () => undefined, isTerminal: false, async *stdin() { yield '' }, env: { WENQU_HOME: tempFolder() } })
  const names = (JSON.parse(out) as { tools: { name: string; pack: string }[] }).tools.map((tool) => tool.name)
  expect(code).toBe(0)
  expect(new Set(names).size).toBe(names.length)
  expect(names.toSorted()).toEqual(named.toSorted())
  expect(named.length, '74 of the three systems and the four of neb').toBe(74 + 4)
})

it.each(Object.entries(seenIn))('%s calls what it stands for here', (file, tools) => {
  const text = readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')
  expect(tools.filter((name) => !new RegExp(`['\`"]${name}['\`"]`).test(text))).toEqual([])
})

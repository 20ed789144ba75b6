import type { Approval } from '@shared/approval'
import { prepared } from '../../project/statements'
import type { Runtime } from '../runtime'

/** Built-in tools that put words of others before the model: texts, pages, skills, memories, what other programs and assistants say. */
const readers: ReadonlySet<string> = new Set([
  'read', 'Read', 'Glob', 'Grep', 'bash', 'Bash', 'BashOutput', 'run_skill_script', 'skill', 'memory_read', 'memory_search', 'subject_rag_search', 'web_fetch', 'WebFetch', 'web_search', 'WebSearch',
  'browser_navigate', 'browser_click', 'browser_type', 'browser_extract', 'browser_screenshot', 'novel_rankings', 'novel_book_detail', 'get_session', 'invoke_agent', 'Task', 'get_job', 'execute_sql',
])
/** Arguments that name where from, the plainest first. */
const places = ['path', 'file_path', 'url', 'skill', 'name', 'pattern', 'query', 'command', 'subjectPath', 'description', 'title', 'sql'] as const
const most = 3
const longest = 200

/**
 * What a conversation and those that asked for it had read before they ask for something, newest first, each once: a planted instruction
 * came from one of these (LM-08). `more` counts what is not named. Failed calls count, for a failure quotes what it found;
 * what the gate or the author refused was never read.
 */
export function whatWasRead(runtime: Runtime, chain: readonly { id: number }[]): NonNullable<Approval['askedBy']['read']> {
  const { sessionsDb } = runtime.deps.project
  // What a reader is given is short; the texts that writers are given stay where they are.
  // A refusal before the verdict left none.
  const refused = "verdict IS 'deny' OR verdict IS 'denied' OR (verdict IS NULL AND json_extract(result, '$.status') IS 'denied')"
  const rows = prepared<[string], { tool: string; args: string }>(sessionsDb, `SELECT tool, iif(length(args) < 20000, args, '{}') AS args FROM Call WHERE sessionId IN (SELECT value FROM json_each(?)) AND state = 'finished' AND NOT (${refused}) ORDER BY seq DESC`).all(JSON.stringify(chain.map(({ id }) => id)))
  const found = new Map<string, { tool: string; place: string }>()
  for (const { tool, args } of rows) {
    if (!isReader(runtime, tool)) continue
    const place = placeOf(JSON.parse(args))
    found.set(`${tool} ${place}`, found.get(`${tool} ${place}`) ?? { tool, place })
  }
  return { named: [...found.values()].slice(0, most), more: Math.max(0, found.size - most) }
}

/** Tools that are not ours read what nobody knows. */
function isReader({ registry }: Runtime, tool: string): boolean {
  const pack = registry.get(tool)?.pack ?? ''
  return readers.has(tool) || tool.startsWith('mcp__') || pack === 'ext' || pack.startsWith('mcp')
}

function placeOf(args: unknown): string {
  const given: Record<string, unknown> = typeof args === 'object' && args !== null ? { ...args } : {}
  const place = places.map((name) => given[name]).find((value) => typeof value === 'string' && value !== '')
  return typeof place === 'string' ? place.slice(0, longest) : ''
}

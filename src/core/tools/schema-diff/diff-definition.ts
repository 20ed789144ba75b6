import { canonicalJson } from '../canonical'
import { withReplies, type Replays } from './diff-replies'
import { diffSchema } from './diff-schema'
import type { Renames } from './objects'
import { withoutRefs } from './resolve-refs'
import { isRecord, schemaOf, verdictOf, type Change, type DiffResult, type Logged, type Report } from './types'

/** A tool's definition: `tool.json` of a script tool, or what `tools show --json` prints. A file without name and inputSchema is a bare schema. */
type Definition = Readonly<Record<string, unknown>>

const inputOf = (definition: Definition): unknown => definition['inputSchema'] ?? definition['parameters']
const isDefinition = (value: Definition): boolean => typeof value['name'] === 'string' && isRecord(inputOf(value))
const words = (value: unknown): string[] => (Array.isArray(value) ? (value as unknown[]).map(String) : [])

function renamesOf(definition: Definition): Renames {
  const to: Record<string, string> = {}
  const until: Record<string, string> = {}
  const entries = isRecord(definition['deprecatedParams']) ? Object.entries(definition['deprecatedParams']) : []
  for (const [old, entry] of entries) {
    if (!isRecord(entry) || entry['action'] !== 'map' || typeof entry['replacement'] !== 'string') continue
    to[old] = entry['replacement']
    if (entry['until'] !== undefined && entry['until'] !== null) until[old] = String(entry['until'])
  }
  return { to, until }
}

function diffName(before: Definition, after: Definition, report: Report): void {
  const [from, to] = [String(before['name']), String(after['name'])]
  if (from === to) return
  if (words(after['aliases']).includes(from)) report({ pointer: '/name', case: 'tool-renamed', verdict: 'compatible', why: `"${from}" still resolves as an alias of "${to}"` })
  else report({ pointer: '/name', case: 'tool-renamed', verdict: 'breaking', why: `"${from}" is now "${to}": grants and calls by the old name no longer resolve` })
}

function diffAliases(before: Definition, after: Definition, report: Report): void {
  const kept = new Set([...words(after['aliases']), String(after['name'])])
  for (const alias of words(before['aliases'])) if (!kept.has(alias)) report({ pointer: '/aliases', case: 'tool-renamed', verdict: 'breaking', why: `the old name "${alias}" no longer resolves` })
}

const everyRole = ['root', 'child', 'helper']
function diffRoles(before: Definition, after: Definition, report: Report): void {
  const [from, to] = [before, after].map((one) => (Array.isArray(one['roles']) ? words(one['roles']) : everyRole)) as [string[], string[]]
  const lost = from.filter((role) => !to.includes(role))
  const gained = to.filter((role) => !from.includes(role))
  if (lost.length > 0) report({ pointer: '/roles', case: 'role-narrowed', verdict: 'breaking', why: `no longer for ${lost.join(', ')}` })
  if (gained.length > 0) report({ pointer: '/roles', case: 'rule', verdict: 'compatible', why: `also for ${gained.join(', ')}` })
  if (canonicalJson(before['variants'] ?? null) !== canonicalJson(after['variants'] ?? null)) report({ pointer: '/variants', case: 'role-narrowed', verdict: 'breaking', why: 'what some role sees changed' })
}

/** Caps, with what a tool.json means when it leaves them out (08 §7). */
const caps: readonly (readonly [string, number])[] = [['timeoutSeconds', 120], ['maxOutputChars', 30_000]]
function diffCaps(before: Definition, after: Definition, report: Report, logged: () => Logged | null): void {
  const one = (pointer: string, from: unknown, to: unknown) => {
    if (typeof from !== 'number' || typeof to !== 'number' || from === to) return
    if (to < from) report({ pointer, case: 'cap-lowered', ...lowered(pointer, from, to, logged()) })
    else report({ pointer, case: 'rule', verdict: 'compatible', why: `${from} → ${to}` })
  }
  for (const [key, usual] of caps) if (before[key] !== undefined || after[key] !== undefined) one(`/${key}`, before[key] ?? usual, after[key] ?? usual)
  const [from, to] = [schemaOf(before['caps']), schemaOf(after['caps'])]
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) one(`/caps/${key}`, from[key], to[key])
}

/** A lowered cap breaks what a logged run needed; without a log it cannot be decided. */
function lowered(pointer: string, from: number, to: number, logged: Logged | null): Pick<Change, 'verdict' | 'why'> {
  const needed = logged === null ? null : neededOf[pointer]?.(logged) ?? null
  if (logged === null || needed === null) return { verdict: 'breaking', why: `${from} → ${to}: a run that fitted may no longer, and no logged run tells` }
  const calls = `${logged.calls} logged ${logged.calls === 1 ? 'call' : 'calls'}`
  return needed > to ? { verdict: 'breaking', why: `${from} → ${to}: of ${calls} one came to ${needed}` } : { verdict: 'compatible', why: `${from} → ${to}: ${calls} came to ${needed} at most` }
}

/** What a log says of a cap, in the cap's own unit. */
const neededOf: Readonly<Record<string, (logged: Logged) => number>> = {
  '/timeoutSeconds': ({ longestMs }) => longestMs / 1_000, '/caps/timeoutMs': ({ longestMs }) => longestMs, '/maxOutputChars': ({ mostChars }) => mostChars, '/caps/modelChars': ({ mostChars }) => mostChars,
}

const writes = (definition: Definition): boolean => (Array.isArray(definition['effects']) ? words(definition['effects']) : ['write']).includes('write')
const resultOf = (definition: Definition): unknown => definition['result'] ?? (definition['command'] === undefined ? undefined : writes(definition) ? 'action' : 'content')

function diffRun(before: Definition, after: Definition, report: Report): void {
  if (canonicalJson([before['command'] ?? null, before['shell'] ?? false]) !== canonicalJson([after['command'] ?? null, after['shell'] ?? false])) {
    report({ pointer: '/command', case: 'script-changed', verdict: 'compatible', why: 'another command runs', warning: 'Needs approval again; run its tests: equal output is not compared here.' })
  }
  if (resultOf(before) !== resultOf(after)) report({ pointer: '/result', case: 'output-reshaped', verdict: 'breaking', why: `result ${String(resultOf(before))} → ${String(resultOf(after))}: the marker of replies changes` })
  const [from, to] = [words(before['effects'] ?? ['write']), words(after['effects'] ?? ['write'])]
  const more = to.filter((effect) => effect !== 'none' && !from.includes(effect))
  if (more.length > 0) report({ pointer: '/effects', case: 'rule', verdict: 'breaking', why: `calls may now also ${more.join(', ')}` })
}

function diffWords(before: Definition, after: Definition, report: Report): void {
  if (before['description'] !== after['description']) report({ pointer: '/description', case: 'text-only', verdict: 'compatible', why: 'the description is worded anew', warning: 'Run the tool-choice tests again.' })
}

/**
 * What two files of `tools diff` (08 §10) differ in: each a bare JSON Schema or a definition. Compatible only if every argument object
 * that was valid still is and means the same, and every grant still resolves. `replays`: the same calls made of both, where there are
 * any; `logged`: what calls of the former one came to, asked only about a cap that was lowered. Throws UnreadableSchema.
 */
export function diffDefinitions(before: unknown, after: unknown, replays: Replays = { before: [], after: [] }, logged: () => Logged | null = () => null): DiffResult {
  const seen: Change[] = []
  const report: Report = (change) => void seen.push(change)
  const [from, to] = [schemaOf(before), schemaOf(after)]
  const input = (one: Definition) => schemaOf(withoutRefs(isDefinition(one) ? inputOf(one) : one))
  if (isDefinition(from) && isDefinition(to)) for (const diff of [diffName, diffAliases, diffWords, diffRoles, diffCaps, diffRun]) diff(from, to, report, logged)
  diffSchema(input(from), input(to), isDefinition(to) ? '/inputSchema' : '', report, isDefinition(to) ? renamesOf(to) : undefined)
  const changes = withReplies(seen, replays)
  return { verdict: verdictOf(changes), changes }
}

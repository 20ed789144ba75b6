import type { z } from 'zod'
import { fail } from '@shared/fault'

export interface Problem { pointer: string; message: string }

const short = (value: unknown): string => {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? 'nothing')
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((v, key) => (v !== null && typeof v === 'object' ? (v as Record<PropertyKey, unknown>)[key] : undefined), value)
const pointerOf = (path: readonly PropertyKey[]): string => (path.length === 0 ? '/' : path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''))

function expectedOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return issue.expected
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_union') return [...new Set(issue.errors.flat().map(expectedOf))].join(' or ') || issue.message
  if (issue.code === 'too_small') return `at least ${issue.minimum}`
  if (issue.code === 'too_big') return `at most ${issue.maximum}`
  return issue.message
}

/** Problems as lines, for a message that stands alone. */
export const problemLines = (problems: readonly Problem[]): string => problems.map((p) => `${p.pointer}: ${p.message}`).join('\n')

/** Schema issues as pointer and message (08 §4); an unknown key gets a line of its own. */
export function problemsOf(issues: readonly z.core.$ZodIssue[], input: unknown): Problem[] {
  return issues.flatMap((issue) => {
    const pointer = pointerOf(issue.path)
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ pointer: pointerOf([...issue.path, key]), message: 'is not a parameter here.' }))
    const actual = at(input, issue.path)
    return [{ pointer, message: `${actual === undefined ? 'missing' : `actual ${short(actual)}`}; expected ${expectedOf(issue)}.` }]
  })
}

/** ARGS_INVALID with every problem; nothing when there is none. */
export function refuse(problems: readonly Problem[], what: string): void {
  const first = problems[0]
  if (!first) return
  fail('ARGS_INVALID', `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in ${what}.`, {
    pointer: first.pointer, problems: [...problems], fix: 'Correct these fields and call again.',
  })
}

/** ENTITY_NOT_FOUND names the kind, the id and the call that lists (02 §9). */
export function notFound(kind: string, id: string, pointer?: string): never {
  const list: Record<string, string> = {
    thread: 'get_story_thread', chapter: 'get_story_chapter', scene: 'get_story_scene_context', promise: 'get_story_promise', decision: 'get_story_decision',
  }
  const tool = list[kind] ?? 'get_story_tree'
  fail('ENTITY_NOT_FOUND', `There is no ${kind} ${id}.`, { actual: id, fix: `Call ${tool} without an id to see what exists.`, ...(pointer === undefined ? {} : { pointer }) })
}

import { diffDefinitions } from '../schema-diff/diff-definition'
import { answersOtherwise, pairsOf, type Replays } from '../schema-diff/diff-replies'
import { isRecord, type Change } from '../schema-diff/types'
import { callsIn, mentionsIn } from './taught-calls'
import type { Found, LintContext, LintTarget } from './types'

/** P4: what was released stays understood, or says since when and how not. */
export function changeRules(tool: LintTarget, context: LintContext): Found[] {
  return [...againstRelease(tool, context), ...removedKeys(tool, context), ...deprecated(tool)]
}

function againstRelease(tool: LintTarget, { released, golden, runs, logged }: LintContext): Found[] {
  const before = released.get(tool.name)
  if (before === undefined) return []
  const replays = { before: golden.get(tool.name) ?? [], after: runs.get(tool.name) ?? [] }
  const { name, description, inputSchema, deprecatedParams } = tool
  const { changes } = diffDefinitions(before, tool.definition ?? { name, description, inputSchema, deprecatedParams }, replays, () => logged(tool.name))
  return [...newDefaults(changes, replays), ...unannounced(tool, before, changes.filter((change) => change.verdict === 'breaking'))]
}

/** P4-4: whatever the version says, a call that leaves the key out is answered as it was. */
function newDefaults(changes: readonly Change[], replays: Replays): Found[] {
  const otherwise = pairsOf(replays).find(answersOtherwise)
  if (otherwise === undefined) return []
  return changes.filter((change) => change.case === 'default-changed' || change.case === 'optional-added-behaviour').map((change): Found => ({
    rule: 'P4-4', level: 'error', pointer: change.pointer, actual: `the same call answers ${JSON.stringify(otherwise.is.content.slice(0, 80))}`, expected: JSON.stringify(otherwise.was.content.slice(0, 80)), fix: 'keep the old behaviour as the default; if the change is meant, approving the tool as it is now (human trust --tool) makes the new answer the one to keep',
  }))
}

function unannounced(tool: LintTarget, before: unknown, breaking: readonly Change[]): Found[] {
  if (breaking.length === 0) return []
  const { version, deprecatedParams } = tool
  const was = isRecord(before) && typeof before['version'] === 'number' ? before['version'] : 1
  const migrated = breaking.every((change) => change.case !== 'param-removed' || Object.hasOwn(deprecatedParams ?? {}, change.pointer.split('/').at(-1) ?? ''))
  if (version > was && migrated) return []
  return breaking.map((change): Found => ({ rule: 'P4-1', level: 'error', pointer: change.pointer, actual: `${change.case}: ${change.why}; version ${version} after ${was}`, expected: 'version +1 and a map or reject entry', fix: 'raise the version and say in deprecatedParams what became of the key' }))
}

/** Keys that are gone and yet used by a scenario, a case, a skill or a workflow; one that is mapped is still understood. */
function removedKeys(tool: LintTarget, { uses, texts, released }: LintContext): Found[] {
  if (tool.inputSchema['additionalProperties'] !== false) return []
  const mapped = Object.entries(tool.deprecatedParams ?? {}).filter(([, entry]) => entry.action === 'map').map(([key]) => key)
  const keys = new Set([...keysOf(tool.inputSchema), ...mapped])
  const gone = [...keysOf(schemaBefore(released.get(tool.name))), ...Object.keys(tool.deprecatedParams ?? {})].filter((key) => !keys.has(key))
  const taught = texts.flatMap((text) => [...callsIn(text, tool.name), ...mentionsIn(text, tool.name, [...new Set(gone)])])
  const places = new Map([...uses, ...taught].filter((use) => use.tool === tool.name && !keys.has(use.key)).map((use) => [`${use.file}:${use.line} ${use.key}`, use]))
  return [...places.values()].map((use): Found => ({ rule: 'P4-2', level: 'error', pointer: `/${use.key}`, actual: `used in ${use.file}:${use.line}`, expected: 'only keys of the schema', fix: 'change the call there' }))
}

const keysOf = (schema: unknown): string[] => (isRecord(schema) && isRecord(schema['properties']) ? Object.keys(schema['properties']) : [])
const schemaBefore = (definition: unknown): unknown => (isRecord(definition) ? (definition['inputSchema'] ?? definition['parameters']) : undefined)

function deprecated(tool: LintTarget): Found[] {
  return Object.entries(tool.deprecatedParams ?? {}).filter(([, entry]) => entry.replacement === undefined || !Number.isInteger(entry.until)).map(([key]): Found => ({ rule: 'P4-5', level: 'warn', pointer: `/${key}`, actual: 'a deprecated key without replacement or until', expected: 'both', fix: 'name what to use and the version in which it ends' }))
}

/** `ext:gap` and `execute_world:readonly` name gap and execute_world. */
const toolNamed = (entry: string): string | undefined => (entry.startsWith('ext:') ? entry.slice('ext:'.length) : entry.split(':')[0])

/** P4-3: a profile that names a tool which is gone. */
export function retiredInProfiles({ retired, profiles }: LintContext): (Found & { tool: string })[] {
  return profiles.flatMap((profile) => retired.filter((tool) => profile.tools.some((entry) => toolNamed(entry) === tool.name)).map((tool) => ({
    tool: tool.name, rule: 'P4-3' as const, level: 'error' as const, pointer: '', actual: `profile ${profile.key} names it, and it is gone`, expected: tool.use ?? 'a tool that is there', fix: tool.use === null ? 'take it out of the profile' : `name ${tool.use} in the profile`,
  })))
}

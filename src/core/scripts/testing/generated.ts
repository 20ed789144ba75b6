import type { ToolResult } from '@shared/tool-result'
import type { JsonSchema } from '../../tools/json-schema'
import type { ScriptSpec } from '../types'
import { numberAt, propertiesOf, requiredOf } from './sample-arguments'

/** A case made from the definition itself (08 §8). `wrong`: what is not as it should be, or null. */
export interface Generated { readonly name: string; readonly args: Record<string, unknown>; /** Its arguments fit: the tool itself must have been at work. */ readonly fits?: true; wrong(result: ToolResult): string | null }

type Args = Record<string, unknown>
const without = (args: Args, key: string): Args => Object.fromEntries(Object.entries(args).filter(([name]) => name !== key))
const refused = (pointer: string) => (result: ToolResult): string | null =>
  result.code === 'ARGS_INVALID' && result.content.includes(pointer) ? null : `expected ARGS_INVALID naming ${pointer}, got ${result.code ?? result.status}`
/** It may run or say why not; it may not hang, break its own protocol or be refused by the schema. */
const answered = (result: ToolResult): string | null => (['TIMEOUT', 'SCRIPT_KILLED', 'SCRIPT_PROTOCOL', 'SCRIPT_LAUNCH', 'INTERNAL', 'ARGS_INVALID'].includes(result.code ?? '') ? `expected a result or a clear refusal, got ${result.code ?? ''}` : null)

/** With these a shell says that it found no program, or may not start it. */
const notStarted: readonly unknown[] = [126, 127]

/** Why a failure of the tool shows nothing of how it takes arguments that fit; null: it shows something. `worked`: it has succeeded at least once. */
export function showsNothing({ status, details }: ToolResult, worked: boolean): string | null {
  if (status !== 'fail') return null
  if (notStarted.includes(details['exitCode'])) return `its program did not start (exit code ${String(details['exitCode'])})`
  return worked ? null : 'the tool has not succeeded once, so that its refusal shows nothing'
}

/** Every case that the schema alone can be asked about; `base` are arguments it takes. */
export function schemaCases({ input }: ScriptSpec, base: Args): Generated[] {
  const { schema } = input
  return [
    ...requiredOf(schema).map((key): Generated => ({ name: `without /${key}`, args: without(base, key), wrong: refused(`/${key}`) })),
    { name: 'an unknown key', args: { ...base, wenqu_unknown: 1 }, wrong: refused('/wenqu_unknown') },
    ...Object.entries(propertiesOf(schema)).flatMap(([key, node]) => parameterCases(input.check, key, node, base)),
  ]
}

function parameterCases(check: ScriptSpec['input']['check'], key: string, node: JsonSchema, base: Args): Generated[] {
  const at = (value: unknown): Args => ({ ...base, [key]: value })
  const bad = (what: string, value: unknown): Generated[] => ('problems' in check(at(value)) ? [{ name: `/${key}: ${what}`, args: at(value), wrong: refused(`/${key}`) }] : [])
  const good = (what: string, value: unknown): Generated[] => ('problems' in check(at(value)) ? [] : [{ name: `/${key}: ${what}`, args: at(value), fits: true, wrong: answered }])
  const [low, high, short, long] = ['minimum', 'maximum', 'minLength', 'maxLength'].map((word) => numberAt(node, word))
  return [
    ...bad('of the wrong type', node['type'] === 'object' ? 'text' : { wenqu: true }),
    ...(Array.isArray(node['enum']) ? bad('outside the list', 'wenqu_no_such_value') : []),
    ...(low === undefined ? [] : [...good('at its minimum', low), ...bad('below its minimum', low - 1)]),
    ...(high === undefined ? [] : [...good('at its maximum', high), ...bad('above its maximum', high + 1)]),
    ...(short === undefined ? [] : bad('too short', 'a'.repeat(Math.max(0, short - 1)))),
    ...(long === undefined ? [] : bad('too long', 'a'.repeat(long + 1))),
    ...(node['format'] === 'project-path' ? pathCases(bad, key, at) : dataCases(good)),
  ]
}

function pathCases(bad: (what: string, value: unknown) => Generated[], key: string, at: (value: unknown) => Args): Generated[] {
  return [...bad('../', '../x'), ...bad('absolute', '/etc'), { name: `/${key}: through a link`, args: at(`${linkName}/hosts`), wrong: (result) => (result.code === 'PATH_LINK_ESCAPE' ? null : `expected PATH_LINK_ESCAPE, got ${result.code ?? result.status}`) }]
}

/** A link out of the scratch project, made by the runner. */
export const linkName = 'wenqu_link'
/** Made by a text that was taken for a command. */
export const canary = 'wenqu_canary'
export const hostileTexts: readonly (readonly [string, string])[] = [
  ['quotes', `"; touch ${canary}; '`], ['a command', `$(touch ${canary})\`touch ${canary}\``], ['lines', 'a\nb\r\n'], ['NUL', 'a\0b'], ['200 KB', '雪'.repeat(68_000)],
]
const dataCases = (good: (what: string, value: unknown) => Generated[]): Generated[] => hostileTexts.flatMap(([what, value]) => good(what, value))

import { isSchema, type JsonSchema } from '../json-schema'
import type { Outcome } from './outcome-types'
import { facets, parametersOf } from './schema-walk'
import type { Finding, Found, LintTarget } from './types'

type Rule = (outcome: Outcome, tool: LintTarget) => Found[]
const one = (rule: Found['rule'], level: Found['level'], actual: string, expected: string, fix: string, pointer = ''): Found[] => [{ rule, level, pointer, actual, expected, fix }]
const failed = (outcome: Outcome): boolean => outcome.status === 'fail' || outcome.status === 'denied'
const head = /^\[FAIL\] ([A-Z][A-Z0-9_]*): /
const shortened = (text: string): string => JSON.stringify(text.slice(0, 80))

const messages: Rule = (outcome) => {
  if (!failed(outcome)) return []
  if (!head.test(outcome.content)) return one('P2-4', 'error', shortened(outcome.content), '[FAIL] CODE: what is wrong', 'give the failure a code')
  const message = outcome.content.replace(head, '').trim()
  const bare = message.replace(/[^\p{L}]/gu, '').toLowerCase()
  return message.length >= 12 && !['error', 'failed', 'invalid'].includes(bare) ? [] : one('P2-1', 'error', shortened(message), 'what is wrong, in words', 'say what was found and what was expected')
}

const validation: Rule = (outcome, tool) => {
  if (outcome.code !== 'ARGS_INVALID') return []
  const { content } = outcome
  if (!/(?:^|\s)\/[\w*]/m.test(content) && !/: actual/.test(content)) return one('P2-2', 'error', 'no pointer', 'the place as a JSON Pointer', 'name the parameter')
  if (!/expected|legal|missing|not beside|required/.test(content) || !/actual|missing|unknown|not beside/.test(content)) return one('P2-2', 'error', shortened(content), 'the actual and the expected value', 'say both')
  return parametersOf(tool.inputSchema).flatMap((parameter) => lacksValues(parameter.pointer, parameter.node, content))
}

/** An enum error shows the first 20 legal values, and how many there are. */
function lacksValues(pointer: string, node: JsonSchema, content: string): Found[] {
  const line = content.split('\n').find((text) => text.startsWith(`${pointer}: actual`))
  const values: unknown = facets(node).find((facet) => Array.isArray(facet['enum']))?.['enum']
  if (line === undefined || !Array.isArray(values)) return []
  const missing = (values as unknown[]).slice(0, 20).filter((value) => value !== null && !line.includes(String(value)))
  return missing.length === 0 ? [] : one('P2-3', 'error', `${missing.map(String).join(', ')} not named`, 'the legal values', 'list them', pointer)
}

const nextStep: Rule = (outcome) => {
  if (!failed(outcome) || /\b(?:call again|use|try|read|give|set|choose|expected|correct|leave|wait|ask|first|instead|write|shorten|remove|nearest|legal|open|start)\b/i.test(outcome.content)) return []
  return one('P2-5', 'warn', shortened(outcome.content), 'a next step', 'say what to do now')
}

const secrets: readonly (readonly [RegExp, string])[] = [
  [/\bsk-[\w-]{16,}/, 'key'], [/\bBearer\s+[\w.-]{16,}/, 'token'], [/\bgh[pousr]_\w{20,}/, 'token'], [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'private key'], [/(?:\/home\/[\w.-]+|\/root|\/Users\/[\w.-]+|[A-Z]:\\Users\\[\w.-]+)(?=[/\\])/, 'home path'],
]
const leaks: Rule = ({ content }) => secrets.flatMap(([pattern, kind]) => {
  const match = pattern.exec(content)
  return match ? one('P2-6', 'error', `a ${kind} at ${match.index}`, 'no secret and no home path', 'mask it') : []
})

/** Content that says so after a write (08 §1). */
const marksWrites: ReadonlySet<string> = new Set(['execute_world', 'execute_sql'])

const marker: Rule = (outcome, tool) => {
  const ok = outcome.content.startsWith('[OK] ')
  const fails = outcome.content.startsWith('[FAIL] ')
  const exit = outcome.exitCode ?? null
  if ((outcome.status === 'ok' && fails) || (failed(outcome) && ok) || (exit === 0 && fails && outcome.code !== 'SCRIPT_PROTOCOL') || (exit !== null && exit !== 0 && ok)) return one('P3-2', 'error', `${shortened(outcome.content)} with status ${outcome.status}`, 'marker, status and exit code that agree', 'let one decide')
  if (outcome.status === 'ok' && tool.result === 'action' && !ok) return one('P3-1', 'error', shortened(outcome.content), 'a success that starts with [OK]', 'add the marker')
  if (outcome.status === 'ok' && tool.result === 'content' && ok && !marksWrites.has(tool.name)) return one('P3-1', 'error', shortened(outcome.content), 'the content itself', 'drop the marker, or declare result action')
  return []
}

const cut: Rule = ({ content, cut: was }) => (was === true && !(/\d/.test(content.slice(-200)) && /result:\/\/|offset|more lines/.test(content.slice(-200))) ? one('P3-3', 'error', 'cut without saying how much is left', 'a count and the way to the rest', 'end with the count and the address') : [])

const frames: Rule = ({ content }) => (/^\s+at .+:\d+:\d+\)?$/m.test(content) || /^Traceback \(most recent call last\)/m.test(content) ? one('P3-4', 'error', 'stack frames', 'what is wrong, in words', 'catch the error and say it') : [])

const sections: Rule = ({ content, status }) => {
  const blocks = content.split(/\n\s*\n/).filter((block) => block.trim().split('\n').length > 1)
  if (status !== 'ok' || blocks.length < 2 || blocks.some((block) => /^(?:#|\[|.*[:：]$)/.test(block.trim().split('\n')[0] ?? ''))) return []
  return one('P3-5', 'warn', `${blocks.length} sections`, 'a heading for each', 'name the sections')
}

const roles: Rule = (outcome) => {
  if (outcome.hiddenValue === true && outcome.code !== 'ROLE_FORBIDDEN') return one('P6-4', 'error', `a value hidden from ${outcome.role ?? 'the role'} was taken`, 'ROLE_FORBIDDEN', 'refuse it before any effect')
  return failed(outcome) && outcome.changed === true && ['ROLE_FORBIDDEN', 'ARGS_INVALID', 'TOOL_NOT_GRANTED'].includes(outcome.code ?? '') ? one('P6-5', 'error', 'refused after something had changed', 'refusal before any effect', 'check first') : []
}

const rules: readonly Rule[] = [messages, validation, nextStep, leaks, marker, cut, frames, sections, roles]

/** P1-6: a parameter to which nearly every call gives one value. */
function neverVaries(tool: LintTarget, outcomes: readonly Outcome[]): Found[] {
  if (outcomes.length < 50 || !isSchema(tool.inputSchema['properties'])) return []
  return Object.keys(tool.inputSchema['properties']).flatMap((key) => {
    const counts = new Map<string, number>()
    for (const { args } of outcomes) if (Object.hasOwn(args, key)) counts.set(JSON.stringify(args[key]), (counts.get(JSON.stringify(args[key])) ?? 0) + 1)
    const [value, most = 0] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? []
    return most >= outcomes.length * 0.95 ? one('P1-6', 'warn', `${most} of ${outcomes.length} calls give ${value ?? ''}`, 'a value that varies', 'take the parameter away, or make that its default', `/${key}`) : []
  })
}

/** The rules judged on runs (° in 08 §9). Each finding once per tool, whatever the number of runs. */
export function lintOutcomes(tool: LintTarget, outcomes: readonly Outcome[]): Finding[] {
  const own = outcomes.filter((outcome) => outcome.tool === tool.name)
  const found = [...own.flatMap((outcome) => rules.flatMap((rule) => rule(outcome, tool).map((each) => ({ tool: tool.name, role: outcome.role, ...each })))), ...neverVaries(tool, own).map((each) => ({ tool: tool.name, role: null, ...each }))]
  return [...new Map(found.map((each) => [`${each.rule}${each.pointer}${each.role ?? ''}${each.actual}`, each])).values()]
}

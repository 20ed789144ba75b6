import type { Found, LintTarget } from './types'
import { facets, parametersOf, textOf, type Parameter } from './schema-walk'

const opposites = [['on', 'off'], ['yes', 'no'], ['true', 'false'], ['enabled', 'disabled']].map((pair) => pair.toSorted().join('/'))
const engineKnows = new Set(['session', 'sessionid', 'projectroot', 'cwd', 'user', 'now', 'locale'])

const enumOf = (parameter: Parameter): unknown[] | null => {
  const list: unknown = facets(parameter.node).find((one) => Array.isArray(one['enum']))?.['enum']
  return Array.isArray(list) ? list : null
}

/** P1: few parameters, each needed, none that the engine knows itself. */
export function parameterRules(tool: LintTarget): Found[] {
  const all = parametersOf(tool.inputSchema)
  const top = all.filter((one) => one.depth === 0).length
  const found: Found[] = []
  if (top > 7) found.push({ rule: 'P1-1', level: top > 20 ? 'error' : 'warn', pointer: '', actual: `${top} parameters`, expected: 'at most 7', fix: 'split the tool, or group what belongs together' })
  for (const one of all) found.push(...twoOpposites(one), ...omission(one, tool), ...known(one), ...single(one))
  return found
}

function twoOpposites(one: Parameter): Found[] {
  const values = enumOf(one)
  if (values?.length !== 2 || !opposites.includes(values.map((value) => String(value).toLowerCase()).toSorted().join('/'))) return []
  return [{ rule: 'P1-2', level: 'error', pointer: one.pointer, actual: `enum ${values.map(String).join('/')}`, expected: 'two opposites as a boolean', fix: 'make it type boolean' }]
}

/** A model must know what leaving a parameter out means. */
function omission(one: Parameter, tool: LintTarget): Found[] {
  const told = one.required || Object.hasOwn(one.node, 'default') || /when omitted/i.test(textOf(one.node)) || /^Omitted:/m.test(tool.description)
  return told ? [] : [{ rule: 'P1-3', level: 'error', pointer: one.pointer, actual: 'optional, and nothing says what leaving it out means', expected: 'a default, or "When omitted: …"', fix: 'add a default, or say it in the description' }]
}

function known(one: Parameter): Found[] {
  if (one.depth > 0 || !engineKnows.has(one.key.replaceAll('_', '').toLowerCase())) return []
  return [{ rule: 'P1-4', level: 'warn', pointer: one.pointer, actual: `parameter ${one.key}`, expected: 'what the engine knows comes from the engine', fix: 'take it away, or waive it with the reason why a caller chooses another' }]
}

function single(one: Parameter): Found[] {
  const values = enumOf(one)
  if (values?.length !== 1 && !Object.hasOwn(one.node, 'const')) return []
  return [{ rule: 'P1-5', level: 'warn', pointer: one.pointer, actual: `only ${JSON.stringify(values?.[0] ?? one.node['const'])}`, expected: 'a choice', fix: 'take the parameter away' }]
}

import { parameterRules } from './rules-parameters'
import { roleRules } from './rules-roles'
import { changeRules, retiredInProfiles } from './rules-schema-changes'
import { scriptRules } from './rules-scripts'
import { sizeRules } from './rules-sizes'
import { textRules } from './rules-texts'
import type { Finding, Found, LintContext, LintTarget } from './types'

export const noContext: LintContext = { released: new Map(), golden: new Map(), runs: new Map(), uses: [], texts: [], logged: () => null, retired: [], profiles: [] }

/** Every rule of 08 §9 that needs no run; waivers take warnings away, never errors. */
export function lintTool(tool: LintTarget, context: LintContext = noContext): Finding[] {
  const found: Found[] = [...parameterRules(tool), ...sizeRules(tool), ...changeRules(tool, context), ...textRules(tool), ...roleRules(tool), ...scriptRules(tool)]
  const waived = new Set((tool.waivers ?? []).filter((waiver) => waiver.reason.trim() !== '').map((waiver) => waiver.rule))
  return found.filter((one) => one.level === 'error' || !waived.has(one.rule)).map((one) => ({ tool: tool.name, role: null, ...one }))
}

/** All tools, then what concerns profiles; in the order given. */
export function lintTools(tools: readonly LintTarget[], context: LintContext): Finding[] {
  return [...tools.flatMap((tool) => lintTool(tool, context)), ...retiredInProfiles(context).map((one) => ({ role: null, ...one }))]
}

/** `notLoaded`: own tools that have no definition to look at, an error each. */
export const countFindings = (findings: readonly Finding[], notLoaded = 0) => ({ errors: notLoaded + findings.filter((one) => one.level === 'error').length, warnings: findings.filter((one) => one.level === 'warn').length })

const rank = ({ level }: Finding): number => (level === 'error' ? 0 : 1)

export const lineOf = (one: Finding): string => `[FAIL] ${one.rule} ${one.level} ${one.tool}${one.role === null ? '' : `@${one.role}`}#${one.pointer}: actual ${one.actual}; expected ${one.expected}; fix: ${one.fix}`

/** The report as text: errors before warnings; its last line counts (08 §9). */
export function reportOf(findings: readonly Finding[], notLoaded = 0): string {
  const { errors, warnings } = countFindings(findings, notLoaded)
  const last = errors === 0 ? `[OK] 0 errors, ${warnings} warnings` : `[FAIL] LINT: ${errors} errors, ${warnings} warnings`
  return [...findings.toSorted((a, b) => rank(a) - rank(b)).map(lineOf), last].join('\n')
}

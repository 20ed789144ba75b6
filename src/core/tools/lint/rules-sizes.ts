import type { Found, LintTarget } from './types'
import { parametersOf } from './schema-walk'

const paging = new Set(['offset', 'limit', 'cursor', 'page', 'after'])

/** P3-6 and T-1: results and definitions have their size. */
export function sizeRules(tool: LintTarget): Found[] {
  const found: Found[] = []
  const pages = parametersOf(tool.inputSchema).some((one) => one.depth === 0 && paging.has(one.key))
  if (tool.modelChars !== null && tool.modelChars > 50_000 && !pages) found.push({ rule: 'P3-6', level: 'error', pointer: '', actual: `up to ${tool.modelChars} characters at once`, expected: 'at most 50,000, or pages', fix: 'lower the cap, or add offset and limit' })
  return [...found, ...budgetFinding(tool.tokens, 'shorten the texts')]
}

/** T-1: over the budget, or near it. */
export const budgetFinding = ({ used, most }: LintTarget['tokens'], fix: string): Found[] =>
  used > most * 0.8 ? [{ rule: 'T-1', level: used > most ? 'error' : 'warn', pointer: '', actual: `${used} tokens`, expected: `at most ${most}`, fix }] : []

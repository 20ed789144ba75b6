import { ORCHESTRATOR_ONLY } from '../role-table'
import { variantProblems } from '../variant-checks'
import { variantFor } from '../variants'
import type { Found, LintTarget } from './types'
import { parametersOf, textOf } from './schema-walk'

/** P6: what differs by role is in variants, which only take away; the orchestrator's tools stay with it. */
export function roleRules(tool: LintTarget): Found[] {
  return [...inText(tool), ...variants(tool), ...unknownRole(tool), ...orchestrator(tool)]
}

function inText(tool: LintTarget): Found[] {
  if ((tool.variants ?? []).length > 0) return []
  const texts = [['', tool.description] as const, ...parametersOf(tool.inputSchema).map((one) => [one.pointer, textOf(one.node)] as const)]
  return texts.flatMap(([pointer, text]): Found[] => {
    const match = /\bonly if you are\b[^.]{0,40}|\brole\s*=\s*\S+/i.exec(text)
    return match ? [{ rule: 'P6-1', level: 'error', pointer, actual: `"${match[0].trim()}" in the text`, expected: 'a variant for that role', fix: 'narrow the definition for the others instead of telling them' }] : []
  })
}

function variants(tool: LintTarget): Found[] {
  return variantProblems(tool, tool.inputSchema).map((problem): Found => ({ rule: 'P6-2', level: 'error', pointer: '', actual: problem, expected: 'a variant only takes away, with a reason', fix: 'put the key into the base, or say the reason' }))
}

/** A role nobody knows: the base, and never the orchestrator's tools. */
function unknownRole(tool: LintTarget): Found[] {
  const chosen = variantFor(tool, { role: 'martian', pack: 'none', access: null })
  const wanted = ORCHESTRATOR_ONLY.has(tool.name) ? 'absent' : 'base'
  return chosen.kind === wanted ? [] : [{ rule: 'P6-3', level: 'error', pointer: '', actual: `an unknown role gets: ${chosen.kind}`, expected: wanted, fix: 'name the roles a variant is for' }]
}

/** The gate refuses other roles whatever a definition says; a definition that names them promises what nobody gets. */
function orchestrator(tool: LintTarget): Found[] {
  if (!ORCHESTRATOR_ONLY.has(tool.name)) return []
  return (tool.roles ?? []).filter((role) => role !== 'root').map((role): Found => ({ rule: 'P6-6', level: 'error', pointer: '', actual: `reachable in role ${role}`, expected: 'role root alone', fix: 'remove the role' }))
}

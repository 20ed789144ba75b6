import type { Role } from '@shared/tool-result'

export const ROLES: readonly Role[] = ['root', 'child', 'helper', 'system']

/** Only by name and only in role `root`: `"*"`, skills and MCP never bring them (08 §3). */
export const ORCHESTRATOR_ONLY: ReadonlySet<string> = new Set(['request_user_input', 'AskUserQuestion', 'switch_mode', 'run_workflow', 'Pop', 'Schedule'])

const isKnown = (role: string): boolean => ROLES.some((each) => each === role)

/** Is the tool absent for a role, whoever grants it? An unknown role has every tool but the orchestrator's (08 §3). */
export function absentFor(name: string, roles: readonly string[] | undefined, role: string): boolean {
  if (ORCHESTRATOR_ONLY.has(name)) return role !== 'root'
  return roles !== undefined && isKnown(role) && !roles.includes(role)
}

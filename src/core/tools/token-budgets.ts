/** The budgets of 08 §11, in o200k tokens: what one definition may take, and what the tools of a profile may take together. */
const large: ReadonlySet<string> = new Set(['execute_world', 'apply_patch', 'save_story_decision'])
const together: Readonly<Record<string, number>> = { 'leader.default': 12_000, main: 9_000 }

export const mostTokens = (name: string, pack: string): number => (pack === 'ext' || pack.startsWith('mcp:') ? 1_000 : large.has(name) ? 1_200 : 700)
export const mostTokensTogether = (profileKey: string): number => together[profileKey] ?? 14_000

import type { Registered } from '../registry'
import { countTokens } from '../token-count'
import type { LintTarget } from './types'

/** 08 §11: the budget of one built-in definition. */
const large = new Set(['execute_world', 'apply_patch', 'save_story_decision'])
const usualChars = 30_000

/** A registered tool as the lint sees it. */
export async function builtInTarget({ tool, inputSchema }: Registered): Promise<LintTarget> {
  const { name, description, variants, roles, deprecatedParams, waivers } = tool
  const used = await countTokens({ name, description, inputSchema })
  return {
    name, description, inputSchema, version: tool.version ?? 1, result: tool.result, modelChars: tool.caps?.limitsItself === true ? null : (tool.caps?.modelChars ?? usualChars), tokens: { used, most: large.has(name) ? 1_200 : 700 },
    ...(variants === undefined ? {} : { variants }), ...(roles === undefined ? {} : { roles }), ...(deprecatedParams === undefined ? {} : { deprecatedParams }), ...(waivers === undefined ? {} : { waivers }),
  }
}

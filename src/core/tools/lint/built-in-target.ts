import type { Registered } from '../registry'
import { mostTokens } from '../token-budgets'
import { countTokens } from '../token-count'
import type { LintTarget } from './types'

const usualChars = 30_000

/** A registered tool as the lint sees it. */
export async function builtInTarget({ tool, pack, inputSchema }: Registered): Promise<LintTarget> {
  const { name, description, variants, roles, deprecatedParams, waivers } = tool
  const used = await countTokens({ name, description, inputSchema })
  return {
    name, description, inputSchema, version: tool.version ?? 1, result: tool.result, modelChars: tool.caps?.limitsItself === true ? null : (tool.caps?.modelChars ?? usualChars), tokens: { used, most: mostTokens(name, pack) },
    ...(variants === undefined ? {} : { variants }), ...(roles === undefined ? {} : { roles }), ...(deprecatedParams === undefined ? {} : { deprecatedParams }), ...(waivers === undefined ? {} : { waivers }),
  }
}

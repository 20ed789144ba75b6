import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isFault } from '@shared/fault'
import { ROLES, absentFor } from '../tools/role-table'
import { lintTool } from '../tools/lint/lint'
import type { Finding, LintContext } from '../tools/lint/types'
import { lookAtFolder } from './folder-content'
import { scriptTarget } from './script-target'
import { parseToolJson } from './tool-json'
import type { LoadError, ScriptSpec, ScriptState } from './types'

export interface DraftCheck {
  readonly error: LoadError | null
  readonly findings: readonly Finding[]
  readonly tokens: { readonly used: number; readonly most: number } | null
  readonly definition: { readonly description: string; readonly inputSchema: unknown } | null
  readonly roles: readonly { role: string; sees: boolean }[]
}

/** The rules of 08 §9 over a tool with these texts in the place of its files; nothing is written or run. */
export async function checkDraft(state: Pick<ScriptState, 'dir' | 'name'>, texts: Readonly<Record<string, string>>, context: LintContext): Promise<DraftCheck> {
  const spec = specOf(state, texts)
  if ('code' in spec) return { error: spec, findings: [], tokens: null, definition: null, roles: [] }
  const target = await scriptTarget(state, spec, texts)
  return {
    error: null, findings: lintTool(target, context), tokens: target.tokens, definition: { description: spec.description, inputSchema: spec.input.schema },
    roles: ROLES.map((role) => ({ role, sees: !absentFor(spec.name, spec.roles, role) })),
  }
}

function specOf({ dir, name }: Pick<ScriptState, 'dir' | 'name'>, texts: Readonly<Record<string, string>>): ScriptSpec | LoadError {
  const place = join(dir, 'tool.json')
  try {
    const files = [...Object.keys(texts), ...(existsSync(dir) ? lookAtFolder(dir, name).files.map((file) => file.path) : [])]
    return parseToolJson(texts['tool.json'] ?? (existsSync(place) ? readFileSync(place, 'utf8') : null), name, files)
  } catch (error) {
    if (!isFault(error)) throw error
    return { code: error.fault.code, message: error.fault.message, pointer: error.fault.pointer ?? null }
  }
}

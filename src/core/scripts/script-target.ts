import { readFileSync } from 'node:fs'
import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import type { LintTarget } from '../tools/lint/types'
import { mostTokens } from '../tools/token-budgets'
import { countTokens } from '../tools/token-count'
import { lookAtFolder } from './folder-content'
import type { ScriptSpec, ScriptState } from './types'

const mostBytes = 262_144
const read = /\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl|lua|ps1)$/i

/** A script tool as the lint sees it (08 §9), with the texts of its scripts; `drafts` stand in the place of files. */
export async function scriptTarget({ dir }: Pick<ScriptState, 'dir'>, spec: ScriptSpec, drafts: Readonly<Record<string, string>> = {}): Promise<LintTarget> {
  const { name, description, version, result, roles, deprecatedParams } = spec
  const inputSchema = spec.input.schema
  return {
    name, description, inputSchema, version, result, roles, modelChars: spec.maxOutputChars,
    tokens: { used: await countTokens({ name, description, inputSchema }), most: mostTokens(name, 'ext') },
    ...(deprecatedParams === undefined ? {} : { deprecatedParams }),
    definition: spec.raw,
    script: { files: [...scripts(dir, name, drafts), ...(typeof spec.command === 'string' ? [{ path: 'tool.json', text: spec.command }] : [])], env: spec.env },
  }
}

function scripts(dir: string, name: string, drafts: Readonly<Record<string, string>>): { path: string; text: string }[] {
  const stored = lookAtFolder(dir, name).files.map((file) => file.path).filter((path) => read.test(path) && drafts[path] === undefined)
  const unsaved = Object.entries(drafts).filter(([path]) => read.test(path)).map(([path, text]) => ({ path, text }))
  return [...unsaved, ...stored.flatMap((path) => {
    const bytes = readFileSync(join(dir, path))
    return bytes.length <= mostBytes && isUtf8(bytes) ? [{ path, text: bytes.toString('utf8') }] : []
  })]
}

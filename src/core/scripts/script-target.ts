import { readFileSync } from 'node:fs'
import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import type { LintTarget } from '../tools/lint/types'
import { countTokens } from '../tools/token-count'
import { lookAtFolder } from './folder-content'
import type { ScriptSpec, ScriptState } from './types'

const mostTokens = 1_000
const mostBytes = 262_144
const read = /\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl|lua|ps1)$/i

/** A script tool as the lint sees it (08 §9), with the texts of its scripts. */
export async function scriptTarget({ dir }: Pick<ScriptState, 'dir'>, spec: ScriptSpec): Promise<LintTarget> {
  const { name, description, version, result, roles, deprecatedParams } = spec
  const inputSchema = spec.input.schema
  return {
    name, description, inputSchema, version, result, roles, modelChars: spec.maxOutputChars,
    tokens: { used: await countTokens({ name, description, inputSchema }), most: mostTokens },
    ...(deprecatedParams === undefined ? {} : { deprecatedParams }),
    script: { files: [...scripts(dir, name), ...(typeof spec.command === 'string' ? [{ path: 'tool.json', text: spec.command }] : [])], env: spec.env },
  }
}

function scripts(dir: string, name: string): { path: string; text: string }[] {
  return lookAtFolder(dir, name).files.filter((file) => read.test(file.path)).flatMap(({ path }) => {
    const bytes = readFileSync(join(dir, path))
    return bytes.length <= mostBytes && isUtf8(bytes) ? [{ path, text: bytes.toString('utf8') }] : []
  })
}

import { readFileSync } from 'node:fs'
import { fail, whyOf } from '@shared/fault'
import { errorCode } from '../project/retry'
import { createEnv } from '../project/env'
import type { Env } from '../project/types'
import { loggedCalls } from '../scripts/logged-calls'
import { replaysOf } from '../scripts/replays'
import { diffDefinitions } from '../tools/schema-diff/diff-definition'
import { isRecord, type DiffResult } from '../tools/schema-diff/types'
import { EXIT, type Command } from './command'
import { jsonLine, show } from './io'
import { parseOptions, projectDirOf } from './usage'

/** `tools diff` (10, 08 §10): is every call that was valid still valid? Exit 0 compatible, 1 breaking, 2 unreadable. */
export const toolsDiff: Command = {
  usage: 'tools diff OLD.json NEW.json [--project DIR] [--json]',
  does: 'Says whether a changed tool or schema still takes every call it took: compatible or breaking, with the case behind each change. Of a tool that was tested, its test calls are compared too; a lowered cap is held against the calls logged in your novels and in DIR.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string' }, { min: 2, max: 2, names: ['OLD.json', 'NEW.json'] })
    const [before = '', after = ''] = parsed.words
    const result = diff(before, after, createEnv(io.env['WENQU_HOME']), projectDirOf(parsed))
    if ('unreadable' in result) {
      if (parsed.json) io.out(jsonLine({ status: 'fail', code: 'SCHEMA_UNREADABLE', content: `[FAIL] SCHEMA_UNREADABLE: ${result.unreadable}`, details: {} }))
      else io.err(`${result.unreadable}\n`)
      return EXIT.usage
    }
    show(io, parsed.json, result, textOf(result))
    return result.verdict === 'compatible' ? EXIT.ok : EXIT.fail
  },
}

function diff(before: string, after: string, env: Env, projectDir: string | null): DiffResult | { unreadable: string } {
  try {
    const [was, is] = [read(before), read(after)]
    const logged = () => (isRecord(was) && typeof was['name'] === 'string' ? loggedCalls(env, was['name'], projectDir) : null)
    return diffDefinitions(was, is, replaysOf(env, { file: before, definition: was }, after), logged)
  } catch (error) {
    return { unreadable: whyOf(error) }
  }
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return fail('SCHEMA_UNREADABLE', `${file} cannot be read: ${{ ENOENT: 'there is no such file', EISDIR: 'it is a folder' }[errorCode(error)] ?? whyOf(error)}.`)
  }
}

function read(file: string): unknown {
  const text = contentOf(file)
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    return fail('SCHEMA_UNREADABLE', `${file} is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
  return isRecord(value) || typeof value === 'boolean' ? value : fail('SCHEMA_UNREADABLE', `${file} holds no JSON Schema; expected an object.`)
}

const textOf = ({ verdict, changes }: DiffResult): string =>
  [verdict, ...changes.map((change) => `${change.verdict === 'breaking' ? '✗' : '✓'} ${change.case} ${change.pointer || '/'}: ${change.why}.${change.warning === undefined ? '' : ` (${change.warning})`}`)].join('\n')

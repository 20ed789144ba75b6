import { fail } from '@shared/fault'
import { visibleText } from '@shared/visible-text'
import { createEnv } from '../project/env'
import { filesOfTool, type AuthorFile } from '../scripts/author-files'
import { changesSince, type FileChange } from '../scripts/kept-copy'
import { riskOf } from '../scripts/listed'
import { loadedSpec } from '../scripts/loaded-spec'
import { usualProfiles } from '../scripts/shelf'
import { lastTest } from '../scripts/testing/last-test'
import type { ScriptSpec, ScriptState } from '../scripts/types'
import { EXIT } from './command'
import { assertHuman } from './human'
import { inLine, show, type Io } from './io'
import { toolBox } from './tools-of'
import { required, type Parsed } from './usage'

/** Approves the content that lies there now, for these profiles and no other content (08 §7 Trust); how it is started, what it holds or what changed since the last time is shown. */
export async function trustTool(parsed: Parsed, io: Io): Promise<number> {
  const name = required(parsed, 'tool')
  assertHuman(io)
  const box = toolBox(parsed.text('project'), io)
  if (parsed.flag('revoke')) {
    const revoked = await box.scripts.revoke(name)
    show(io, parsed.json, { tool: name, revoked }, revoked ? `${name} is no longer approved.` : `${name} was not approved.`)
    return EXIT.ok
  }
  const profiles = parsed.text('profiles')?.split(',').map((key) => key.trim()).filter((key) => key !== '') ?? [...usualProfiles]
  if (parsed.text('profiles') !== undefined) for (const key of profiles) box.profiles.get(key)
  const { home } = createEnv(io.env['WENQU_HOME'])
  const before = box.scripts.find(name) ?? fail('TOOL_UNKNOWN', `there is no script tool "${name.slice(0, 80)}".`)
  const spec = loadedSpec(before)
  const files = filesOfTool(before)
  const changes = changesSince(home, before, files)
  const tests = testsOf(home, before, files)
  // Exactly what is shown is approved: a file that changes in between makes it fail.
  const seen = typeof before.hash === 'string' ? { layer: before.layer, hash: before.hash } : undefined
  const { layer, dir, hash, state, why, doNotAsk } = await box.scripts.approve(name, { profiles, doNotAsk: parsed.flag('do-not-ask'), shell: parsed.flag('shell') }, seen)
  const still = state === 'approved' ? '' : ` It cannot be called yet: ${why ?? state}.`
  const lines = [
    ...whatItDoes(spec), ...(before.approved === null ? ['Files:', ...files.map(({ path, bytes }) => `  ${inLine(path)}  ${bytes} bytes`)] : []), ...changedFiles(changes), ...(tests === null ? [] : [tests]),
    `${name} is approved as it is now (${hash?.slice(0, 12) ?? ''}) for ${profiles.join(', ')}.${parsed.flag('do-not-ask') ? quietWords(spec) : ''}${still}`,
  ]
  const { command, effects } = spec
  show(io, parsed.json, { tool: name, layer, dir, hash, profiles, state, why, doNotAsk, command, effects, files: files.map(({ path, bytes }) => ({ path, bytes })), tests, changes }, lines.join('\n'))
  return EXIT.ok
}

/** How it is started and what it says it does: what an approval lets happen. */
function whatItDoes({ command, effects }: ScriptSpec): string[] {
  const started = typeof command === 'string' ? ['Read by a shell:', ...visibleText(command).split('\n').map((line) => `  ${line}`)] : [`Command: ${visibleText(JSON.stringify(command))}`]
  return [...started, `Declared effects: ${effects.join(', ')}`]
}

const quietWords = (spec: ScriptSpec): string =>
  riskOf(spec) === 'medium' ? ' Its runs are not asked about while it stays as it is.' : ' It writes or uses the network, so that its runs are asked about all the same.'

/** What its test cases say against it, if anything; it is approved nevertheless. */
function testsOf(home: string, state: ScriptState, files: readonly AuthorFile[]): string | null {
  if (!files.some(({ path }) => path === 'tests/cases.json')) return null
  const last = lastTest(home, state)
  if (last === null) return `Its test cases were not run as it is now: wenqu tools test ${state.name}`
  const red = last.rows.filter((row) => row.verdict === 'red').length
  return red === 0 ? null : `At its last test ${red} of ${last.rows.length} cases were red: wenqu tools test ${state.name}`
}

/** What changed since the last approval, line by line where the approved text was kept. */
function changedFiles(changes: readonly FileChange[]): string[] {
  return changes.length === 0 ? [] : ['Changed since you approved it:', ...changes.map(({ path, kind, diff }) => visibleText(diff ?? `${path}: ${kind}`)), '']
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openScriptBench, type ScriptBench } from '../../../test/tools/script-bench'
import { isMounted, type MountFacts } from './mounted'
import { packs } from './packs'

/** What is there at all (05 §1, §3 "-", §4): each tool that hangs on something, and that no other does. */
const all: MountFacts = { trusted: () => true, shell: () => 'allowlist', searchReady: () => true, memoryReadOnly: () => false }
const names = packs.flatMap((pack) => pack.tools.map((tool) => tool.name))
const gone = (facts: Partial<MountFacts>): string[] => names.filter((name) => !isMounted(name, { ...all, ...facts })).sort()

describe('what is mounted', () => {
  it.each<[what: string, facts: Partial<MountFacts>, without: string[]]>([
    ['a trusted project with everything', {}, []], ['an untrusted project', { trusted: () => false }, ['bash']], ['shell mode off', { shell: () => 'off' }, ['Bash', 'BashOutput', 'KillShell']],
    ['no search engine', { searchReady: () => false }, ['WebSearch']], ['memory that is only read', { memoryReadOnly: () => true }, ['memory_archive', 'memory_write']],
  ])('%s', (_what, facts, without) => { expect(gone(facts)).toEqual(without) })
})

describe('05 §1: shell mode, by the author’s own file', () => {
  let bench: ScriptBench
  const file = (): string => join(bench.home, 'config.json')
  beforeAll(async () => { bench = await openScriptBench() })
  afterAll(() => bench.close())
  const codeOf = async (): Promise<string> => { const done = await bench.call('Bash', { command: 'ls' }, { profileKey: 'main' }); return done.code ?? done.status }

  it.each<[what: string, text: string, code: string]>([
    ['off', '{"shell":{"mode":"off"}}', 'TOOL_NOT_GRANTED'], ['a missing one is allowlist', '{}', 'ok'], ['allowlist', '{"shell":{"mode":"allowlist"}}', 'ok'],
    ['an unknown value denies, whatever the last good one was', '{"shell":{"mode":"full"}}', 'SETTING_INVALID'], ['an unreadable file denies', '{', 'SETTING_INVALID'], ['mended, it is as it says', '{}', 'ok'],
  ])('%s', async (_what, text, code) => {
    writeFileSync(file(), text)
    await expect.poll(codeOf, { timeout: 5_000 }).toBe(code)
  })
})

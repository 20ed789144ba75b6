import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Io } from './io'
import { main } from './main'

const home = mkdtempSync(join(tmpdir(), 'wenqu-judge-'))
const rules = join(home, 'rules.json')
beforeAll(() => { writeFileSync(rules, '[{"program":"bash"},{"program":"./x"},7]') })
afterAll(() => { rmSync(home, { recursive: true, force: true }) })

async function judge(...argv: string[]): Promise<{ code: number; out: unknown; err: string }> {
  const seen = { out: '', err: '' }
  const io: Io = { out: (text) => { seen.out += text }, err: (text) => { seen.err += text }, isTerminal: false, async *stdin() { yield '' }, env: { WENQU_HOME: join(home, '.wenqu') } }
  const code = await main(['judge', ...argv, '--json'], io)
  return { code, out: JSON.parse(seen.out), err: seen.err }
}

describe('judge shell (10, 06 §9)', () => {
  it.each<[string[], string, RegExp]>([
    [['git status'], 'allow', /^SHELL_RULE: /], [['git status | cat'], 'ask', /^SHELL_META: /], [[''], 'ask', /^SHELL_QUOTING: /], [['npm test'], 'ask', /^SHELL_UNTRUSTED: /], [['npm test', '--trusted'], 'allow', /^SHELL_RULE: /],
    [['bash -c x', '--rules', rules], 'ask', /^SHELL_NO_RULE: /], [['bash -c x', '--rules', rules, '--trusted'], 'allow', /^SHELL_RULE: /], [['ls\0'], 'deny', /^ARGS_INVALID: /],
  ])('%j: %s', async (argv, verdict, reason) => {
    const done = await judge('shell', ...argv)
    expect(done).toMatchObject({ code: 0, out: { verdict, reason: expect.stringMatching(reason) as string } })
    expect(Object.keys(done.out as object)).toEqual(['verdict', 'reason'])
  })

  it('says what is wrong with a rules file beside the one JSON value, and takes the rest of it', async () => {
    const done = await judge('shell', 'bash -c x', '--rules', rules, '--trusted')
    expect(done.err.match(/was skipped/g)).toHaveLength(2)
    expect((await judge('shell', 'ls', '--rules', join(home, 'none.json'), '--trusted')).err).toBe('')
    expect((await judge('shell', 'ls', '--rules', home, '--trusted')).err).toContain('cannot be read')
  })

  it('always counts the rules of the global config', async () => {
    mkdirSync(join(home, '.wenqu'), { recursive: true })
    writeFileSync(join(home, '.wenqu', 'config.json'), '{"shell":{"allowlist":[{"program":"npm","subcommand":"run"}]}}')
    expect(await judge('shell', 'npm run build')).toMatchObject({ out: { verdict: 'allow' } })
    writeFileSync(join(home, '.wenqu', 'config.json'), '{"shell":{"allowlist":[{"program":"npm/x"}]}}')
    expect(await judge('shell', 'npm run build')).toMatchObject({ out: { verdict: 'ask' }, err: expect.stringContaining('config.json') as string })
  })
})

describe('judge url (10, 07 §1.1)', () => {
  it.each<[string[], string, string]>([
    [['https://example.com/', '--allow', 'example.com'], 'allow', ''], [['https://a.docs.test/', '--allow', 'x.test', '--allow', '*.docs.test'], 'allow', ''], [['https://example.com/'], 'ask', 'HOST_UNLISTED: '],
    [['ftp://example.com/'], 'deny', 'URL_SCHEME: '], [['https://example.com/', '--allow', '*.com'], 'deny', 'HOST_LIST_INVALID: '],
  ])('%j: %s', async (argv, verdict, reason) => {
    expect(await judge('url', ...argv)).toMatchObject({ code: 0, out: { verdict, reason: reason === '' ? '' : expect.stringContaining(reason) as string } })
  })
})

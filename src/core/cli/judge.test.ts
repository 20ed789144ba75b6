import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCore } from '../app/create-core'
import { resourcesDir } from '../project/resources'
import type { Io } from './io'
import { main } from './main'

const home = mkdtempSync(join(tmpdir(), 'wenqu-judge-'))
const rules = join(home, 'rules.json')
beforeAll(() => { writeFileSync(rules, '[{"program":"bash"},{"program":"./x"},7]') })
afterAll(() => { rmSync(home, { recursive: true, force: true }) })

/** One command with its one JSON value. */
async function run(...argv: string[]): Promise<{ code: number; out: unknown; err: string }> {
  const seen = { out: '', err: '' }
  const io: Io = { out: (text) => { seen.out += text }, err: (text) => { seen.err += text }, isTerminal: false, async *stdin() { yield '' }, env: { WENQU_HOME: join(home, '.wenqu') } }
  const code = await main([...argv, '--json'], io)
  return { code, out: JSON.parse(seen.out), err: seen.err }
}
const judge = (...argv: string[]) => run('judge', ...argv)

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

describe('judge path (10, 06 §1.1, §1.2)', () => {
  const dir = join(home, 'novel')
  const [library, notes] = [join(home, 'library'), join(home, 'notes')]
  let session = 0

  beforeAll(async () => {
    for (const folder of [library, notes]) mkdirSync(folder)
    await run('project', 'new', dir)
    mkdirSync(join(home, '.wenqu'), { recursive: true })
    writeFileSync(join(home, '.wenqu', 'config.json'), JSON.stringify({ read_roots: [library] }))
    mkdirSync(join(home, '.wenqu/skills/s'), { recursive: true })
    writeFileSync(join(home, '.wenqu/skills/s/SKILL.md'), '---\nname: s\ndescription: x\n---\nx\n')
    const core = await createCore({ home: join(home, '.wenqu'), watch: false })
    try {
      const runtime = await core.open(dir)
      session = runtime.agents.create({ profileKey: 'leader.default' }).id
      runtime.agents.create({ profileKey: 'leader.default' })
      runtime.writeRoots.grant(session, notes)
      for (const [folder, code] of [['/', 'WRITE_ROOT_REFUSED'], [homedir(), 'WRITE_ROOT_REFUSED'], [join(home, '.wenqu'), 'WRITE_ROOT_REFUSED'], [join(home, 'none'), 'NOT_FOUND'], ['notes', 'PATH_INVALID'], [rules, 'NOT_A_FOLDER']] as const) expect(() => runtime.writeRoots.grant(session, folder)).toThrow(code)
    } finally {
      await core.close()
    }
  })

  it.each<[string, string[], string, string]>([
    ['of the project', ['ch.md'], 'allow', ''], ['of the project, to write', ['ch.md', '--op', 'write'], 'allow', ''], ['above it', ['../x.md'], 'deny', 'PATH_OUTSIDE: '],
    ['in a folder to read', [join(library, 'a.md')], 'allow', ''], ['in a folder to read, to write', [join(library, 'a.md'), '--op', 'write'], 'deny', 'PATH_READ_ONLY: '],
    ['in a granted folder, without its session', [join(notes, 'a.md'), '--op', 'write'], 'deny', 'PATH_OUTSIDE: '], ['beside a granted folder', [`${notes}-2/a.md`, '--op', 'write', '--session', 'SESSION'], 'deny', 'PATH_OUTSIDE: '],
    ['in a granted folder, of its session', [join(notes, 'a.md'), '--op', 'write', '--session', 'SESSION'], 'allow', ''], ['in a granted folder, of another session', [join(notes, 'a.md'), '--op', 'write', '--session', 'OTHER'], 'deny', 'PATH_OUTSIDE: '],
    ['in a skill folder', [join(home, '.wenqu/skills/s/SKILL.md')], 'allow', ''], ['in a skill folder, to write', [join(home, '.wenqu/skills/s/SKILL.md'), '--op', 'write'], 'deny', 'PATH_PROTECTED: '], ['in a skill folder of the app', [join(resourcesDir(), 'skills/chapter-opening/SKILL.md'), '--op', 'write'], 'deny', 'PATH_READ_ONLY: '],
    ['in a control folder of a granted one', [join(notes, '.git', 'x'), '--op', 'write', '--session', 'SESSION'], 'deny', 'PATH_PROTECTED: '],
  ])('%s', async (_what, argv, verdict, reason) => {
    const words = argv.map((word) => (word === 'SESSION' ? String(session) : word === 'OTHER' ? String(session + 1) : word))
    const done = await judge('path', ...words, '--project', dir)
    expect(done).toMatchObject({ code: 0, out: { verdict, reason: reason === '' ? '' : expect.stringContaining(reason) as string } })
  })
})

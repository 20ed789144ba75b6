import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { ToolResult } from '@shared/tool-result'
import { createEnv } from '../project/env'
import { createProjectTrash } from '../project/project-trash'
import { commandLine } from '../../../test/cli/command-line'

/** What a command line says beside its answers, where silence would mislead. */
const home = mkdtempSync(join(tmpdir(), 'wenqu-told-'))
let dir = ''
let made = 0
const wenqu = commandLine(home, true)
beforeEach(async () => {
  dir = join(home, `novel-${(made += 1)}`)
  expect(await wenqu(['project', 'new', dir])).toMatchObject({ code: 0 })
})
afterAll(() => { rmSync(home, { recursive: true, force: true }) })
const trust = async (): Promise<void> => expect(await wenqu(['human', 'trust', '--project', dir])).toMatchObject({ code: 0 })

it('a job that one call started ends with it, and that is said; one that has ended, and one of a batch, is not', async () => {
  await trust()
  const start = JSON.stringify({ command: 'sleep 900', run_in_background: true })
  const ends = /^wenqu: (bg-[0-9a-f]{12}|job_\w+) ends with this command; "wenqu batch" keeps it while it runs, and the window as long as it is open\.\n$/
  const judged = await wenqu(['call', 'Bash', start, '--project', dir, '--profile', 'main', '--approve', 'yes', '--json'])
  expect(judged).toMatchObject({ code: 0, err: expect.stringMatching(ends) as string })
  expect(judged.err).toContain(String((JSON.parse(judged.out) as ToolResult).details['shellId']))
  expect(await wenqu(['call', 'bash', JSON.stringify({ command: 'sleep 900', background: true }), '--project', dir])).toMatchObject({ code: 0, err: expect.stringMatching(ends) as string })
  const asked = JSON.parse((await wenqu(['call', 'Bash', start, '--project', dir, '--profile', 'main', '--json'])).out) as ToolResult
  expect(await wenqu(['human', 'approve', asked.approval?.id ?? '', '--project', dir])).toMatchObject({ code: 0, err: expect.stringMatching(ends) as string })
  expect(await wenqu(['call', 'bash', '{"command":"true"}', '--project', dir])).toMatchObject({ code: 0, err: '' })
  expect(await wenqu(['batch', '--project', dir], { stdin: JSON.stringify({ tool: 'bash', input: { command: 'sleep 900', background: true } }) })).toMatchObject({ code: 0, err: '' })
})

it('rules that do not count are told on stderr, once: those of an untrusted project, then what is no rule', async () => {
  expect(await wenqu(['human', 'rules', '--project', dir])).toEqual({ code: 0, out: 'There are no rules of your own: without asking run only the commands of the built-in list.\n', err: '' })
  mkdirSync(join(dir, '.noeta'))
  const file = join(dir, '.noeta', 'shell-allowlist.json')
  writeFileSync(file, '[{"program":"uname"},7]')
  const list = ['call', 'Bash', '{"command":"ls"}', '--project', dir, '--profile', 'main', '--json']
  const untrusted = `wenqu: ALLOWLIST_UNTRUSTED: ${file} would allow commands, but the project is not trusted; trust it in the window or by "wenqu human trust --project ${dir}".\n`
  expect(await wenqu(list)).toMatchObject({ code: 0, err: untrusted })
  expect(await wenqu(list)).toMatchObject({ code: 0, err: '' })
  const bad = `wenqu: ${file}: item 2 was skipped: `
  const rules = await wenqu(['human', 'rules', '--project', dir])
  expect([rules.out, rules.err.startsWith(bad), rules.err.endsWith(untrusted)]).toEqual(['noeta  uname …\n', true, true])
  await trust()
  expect(await wenqu(list)).toMatchObject({ code: 0, err: expect.stringContaining(bad) as string })
  const after = await wenqu(['human', 'rules', '--project', dir])
  expect([after.err.startsWith(bad), after.err.includes('ALLOWLIST_UNTRUSTED')]).toEqual([true, false])
})

it('a call takes its input with a byte order mark, from a file and from stdin', async () => {
  const file = join(dir, 'input.json')
  writeFileSync(file, '\uFEFF{"path":"AGENTS.md"}')
  expect(await wenqu(['call', 'read', `@${file}`, '--project', dir])).toMatchObject({ code: 0 })
  expect(await wenqu(['call', 'read', '-', '--project', dir], { stdin: '\uFEFF{"path":"AGENTS.md"}' })).toMatchObject({ code: 0 })
})

it('human trust says what it can be given', async () => {
  expect(await wenqu(['human', 'trust', '--project', dir])).toMatchObject({ code: 0, out: expect.stringMatching(/ is trusted\.\nIts assistants may now run shell commands without asking .*outside the novel is not recorded\./) as string })
  expect(await wenqu(['human', 'trust', '--project', dir, '--revoke'])).toMatchObject({ code: 0, out: expect.stringMatching(/ is not trusted\.\n$/) as string })
  expect(await wenqu(['human', 'trust'])).toEqual({ code: 2, out: '', err: 'wenqu: missing --project DIR, the folder to trust, or --tool NAME, the script tool to approve\n' })
})

it('trust on a line of a batch counts for all of it, or the line is refused in plain words', async () => {
  const line = (trusts: boolean): string => JSON.stringify({ tool: 'read', input: { path: 'AGENTS.md' }, trust: trusts })
  const batch = async (...more: string[]): Promise<ToolResult[]> => (await wenqu(['batch', '--project', dir, ...more], { stdin: `${line(true)}\n${line(false)}` })).out.trimEnd().split('\n').map((text) => JSON.parse(text) as ToolResult)
  expect(await batch()).toMatchObject([{ code: 'LINE_INVALID', content: expect.stringContaining('line 1: trust counts for the whole batch; start it with --trust.') as string }, { status: 'ok' }])
  expect(await batch('--trust')).toMatchObject([{ status: 'ok' }, { code: 'LINE_INVALID', content: expect.stringContaining('start it without --trust.') as string }])
})

it('a folder that is no novel is not passed over by commands that open none', async () => {
  const schema = join(home, 'schema.json')
  writeFileSync(schema, '{"name":"x","description":"x","inputSchema":{"type":"object"}}')
  for (const words of [['tools', 'list'], ['tools', 'lint'], ['tools', 'show', 'read'], ['tools', 'test', 'x'], ['tools', 'new', 'x', '--lang', 'sh'], ['tools', 'diff', schema, schema], ['human', 'trust', '--tool', 'x']]) {
    for (const wrong of [join(home, 'nowhere'), home]) expect([words, await wenqu([...words, '--project', wrong])]).toMatchObject([words, { code: 1, out: '', err: expect.stringMatching(/^\[FAIL\] (PROJECT_NOT_FOUND|INVALID_PROJECT_ROOT): /) as string }])
  }
})

it('tools diff says of a file that it cannot read why', async () => {
  expect(await wenqu(['tools', 'diff', 'nowhere.json', home])).toEqual({ code: 2, out: '', err: 'nowhere.json cannot be read: there is no such file.\n' })
  writeFileSync(join(home, 'old.json'), '{}')
  expect(await wenqu(['tools', 'diff', join(home, 'old.json'), home])).toEqual({ code: 2, out: '', err: `${home} cannot be read: it is a folder.\n` })
})

it('a call refused for want of trust names the act that gives it, on stderr; a call refused otherwise does not', async () => {
  const hint = (act: string): string => `wenqu: You can allow it, if you trust what it does: wenqu human trust ${act}--project ${dir}\n`
  expect(await wenqu(['call', 'bash', '{"command":"true"}', '--project', dir])).toMatchObject({ code: 4, err: hint('') })
  expect(await wenqu(['call', 'Bash', '{"command":"ls"}', '--project', dir])).toMatchObject({ code: 4, err: '' })
  expect(await wenqu(['tools', 'new', 'count_snow', '--lang', 'sh', '--project', dir])).toMatchObject({ code: 0 })
  const own = ['call', 'count_snow', '{"folder":"manuscript"}', '--project', dir]
  expect(await wenqu(own)).toMatchObject({ code: 4, err: hint('--tool count_snow ') })
  expect(await wenqu(['human', 'trust', '--tool', 'count_snow', '--profiles', 'leader.default', '--project', dir])).toMatchObject({ code: 0 })
  expect(await wenqu(own)).toMatchObject({ code: 4, err: hint('') })
  await trust()
  const asked = await wenqu([...own, '--json'])
  const id = (JSON.parse(asked.out) as ToolResult).approval?.id
  if (id === undefined) throw new Error(asked.out)
  // Changed while it waited: the answer is refused, and says how it could run.
  appendFileSync(join(dir, '.nbook', 'tools', 'count_snow', 'run.sh'), '\n# more\n')
  expect(await wenqu(['human', 'approve', id, '--project', dir])).toMatchObject({ code: 4, out: expect.stringContaining('TOOL_NOT_APPROVED') as string, err: hint('--tool count_snow ') })
})

it('what would be gone is said in words', async () => {
  writeFileSync(join(dir, 'a.md'), '初雪\n')
  const patch = JSON.stringify({ patch: '*** Begin Patch\n*** Delete File: a.md\n*** End Patch' })
  const asked = await wenqu(['call', 'apply_patch', patch, '--project', dir, '--mode', 'discuss'])
  expect(asked).toMatchObject({ code: 3, out: expect.stringContaining('\ntrash file  a.md\n    characters: 3 → nothing\n') as string })
})

it('a whole novel in the trash is destroyed only with its exact title', async () => {
  const old = join(home, 'old-novel')
  expect(await wenqu(['project', 'new', old, '--title', '旧稿'])).toMatchObject({ code: 0 })
  const trash = createProjectTrash(home, createEnv(join(home, '.wenqu')))
  const { id } = await trash.put(old, '旧稿', 0, { actor: 'author', sessionId: null, callId: null })
  const purge = (...more: string[]) => wenqu(['human', 'purge', id, '--project', dir, ...more])
  for (const more of [[], ['--title', '旧']]) expect([more, await purge(...more)]).toMatchObject([more, { code: 1, err: '[FAIL] TITLE_MISMATCH: Type the exact title to confirm: 旧稿\n' }])
  expect(trash.has(id)).toBe(true)
  expect(await purge('--title', '旧稿')).toMatchObject({ code: 0, out: '1 destroyed.\n' })
  expect(trash.has(id)).toBe(false)
})

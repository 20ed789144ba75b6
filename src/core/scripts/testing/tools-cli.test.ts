import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cannotMount, createMounts } from '../../../../test/shell/mounts'
import type { Io } from '../../cli/io'
import { main } from '../../cli/main'
import { findIsolation } from '../../shell/namespace'

/** 08 §12 row 31 and the commands of script tools (10). */
const home = mkdtempSync(join(tmpdir(), 'wenqu-tools-cli-'))
const dir = join(home, 'demo')
const tools = join(home, '.wenqu', 'tools')
async function wenqu(argv: readonly string[], human = false) {
  const done = { code: -1, out: '', err: '' }
  const io: Io = { out: (text) => { done.out += text }, err: (text) => { done.err += text }, isTerminal: false, async *stdin() { yield '' }, env: { WENQU_HOME: join(home, '.wenqu'), ...(human ? { WENQU_HUMAN: '1' } : {}) } }
  done.code = await main(argv, io)
  return done
}
// What others have mounted in the folder for temporary files says nothing about the runs.
const mounts = createMounts()
beforeAll(async () => {
  if (cannotMount() === null) mounts.add(join(home, 'disk'))
  expect(await wenqu(['project', 'new', dir])).toMatchObject({ code: 0 })
})
afterAll(() => {
  mounts.close()
  rmSync(home, { recursive: true, force: true })
})

interface Report { green: boolean; network: string; rows: { name: string; verdict: string; why: string | null; text: string | null }[]; lint: { rule: string; level: string }[] }
const test = async (name: string): Promise<[number, Report]> => {
  const done = await wenqu(['tools', 'test', name, '--json'])
  expect(done.err).toBe('')
  return [done.code, JSON.parse(done.out) as Report]
}

describe('tools new, test, lint (row 31)', () => {
  it.each(['py', 'sh', 'js'])('a new tool in %s passes the lint and its own tests at once', async (lang) => {
    const name = `gap_${lang}`
    expect(await wenqu(['tools', 'new', name, '--lang', lang])).toMatchObject({ code: 0, err: '' })
    expect(['tool.json', 'tests/cases.json', 'CHANGES.md'].map((file) => existsSync(join(tools, name, file)))).toEqual([true, true, true])
    const [code, report] = await test(name)
    expect(report.rows.filter((row) => row.verdict === 'red')).toEqual([])
    expect(report.lint).toEqual([])
    expect([code, report.green, report.network]).toEqual([0, true, findIsolation() === null ? 'not isolated' : 'isolated'])
    for (const wanted of ['without /folder', 'an unknown key', '/folder: of the wrong type', '/folder: ../', '/folder: through a link', '200,000 bytes on stdout', 'a silent hang', 'a child that outlives its parent', 'exit 1 without a word', 'stdin unread', 'hostile texts arrive unchanged', 'a role without the grant', 'another content than the approved one']) {
      expect(report.rows.map((row) => [row.name, row.verdict])).toContainEqual([wanted, 'green'])
    }
    const lint = await wenqu(['tools', 'lint'])
    expect([lint.code, lint.out.trimEnd().split('\n').at(-1)]).toEqual([0, expect.stringMatching(/^\[OK\] 0 errors/)])
  }, 120_000)

  it('refuses what stands there already and a bad name', async () => {
    writeFileSync(join(tools, 'in_the_way'), '')
    expect(await wenqu(['tools', 'new', 'in_the_way', '--lang', 'js'])).toMatchObject({ code: 1, err: expect.stringContaining('FOLDER_EXISTS') })
    expect(await wenqu(['tools', 'new', 'Gap', '--lang', 'js'])).toMatchObject({ code: 1, err: expect.stringContaining('TOOL_NAME') })
    expect(await wenqu(['tools', 'new', 'gap', '--lang', 'perl'])).toMatchObject({ code: 2 })
  })

  it.each([
    ['a built-in tool', ['grep'], 'the built-in tool Grep'], ['one only the engine gives', ['structured_output'], 'the built-in tool structured_output'],
    ['a tool of the same layer', ['gap_js'], 'the global tool gap_js'], ['one for all novels, in a novel', ['gap_js', '--project', dir], 'the global tool gap_js'], ['an old name of another', ['gap_before', '--project', dir], 'the global tool gap_py'],
  ])('refuses the name of %s, and says what has it', async (_what, argv, owner) => {
    const file = join(tools, 'gap_py', 'tool.json')
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')) as object, aliases: ['gap_before'] }))
    expect(await wenqu(['tools', 'new', ...argv, '--lang', 'js'])).toMatchObject({ code: 1, err: expect.stringMatching(new RegExp(`TOOL_NAME_TAKEN[^]* belongs to ${owner}\\.`)) })
    expect(existsSync(join(dir, '.nbook', 'tools', argv[0] ?? ''))).toBe(false)
  })

  it('a tool for all novels may have the name of one of a novel, which then gives way', async () => {
    expect(await wenqu(['tools', 'new', 'of_both', '--lang', 'js', '--project', dir])).toMatchObject({ code: 0, err: '' })
    expect(await wenqu(['tools', 'new', 'of_both', '--lang', 'js', '--project', dir])).toMatchObject({ code: 1, err: expect.stringContaining('the project tool of_both') })
    expect(await wenqu(['tools', 'new', 'of_both', '--lang', 'js'])).toMatchObject({ code: 0, err: '' })
    expect((await wenqu(['tools', 'list', '--project', dir])).out).toMatch(/of_both[^\n]*TOOL_NAME_TAKEN|of_both[^\n]*belongs to the global tool/)
    for (const place of [tools, join(dir, '.nbook', 'tools')]) rmSync(join(place, 'of_both'), { recursive: true })
  })

  it('a red case is told, and the exit is 1', async () => {
    expect(await wenqu(['tools', 'new', 'red_one', '--lang', 'js'])).toMatchObject({ code: 0 })
    const file = join(tools, 'red_one', 'tests/cases.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('2 Markdown', '3 Markdown'))
    const [code, report] = await test('red_one')
    expect([code, report.green, report.rows.filter((row) => row.verdict === 'red').map((row) => row.why)]).toEqual([1, false, ['expected the text to contain "3 Markdown files in manuscript."']])
    rmSync(join(tools, 'red_one'), { recursive: true })
  }, 120_000)
})

describe('a tool that does not start', () => {
  it.each<[string, unknown, Record<string, unknown>, RegExp]>([
    ['its script is not there', ['python3', '{tool_dir}/gone.py'], {}, /SCRIPT_LAUNCH/],
    ['the shell finds no program', 'no-such-program-here', { shell: true }, /did not start \(exit code 127\)/],
    ['its script cannot be read by its interpreter', ['sh', '{tool_dir}/run.sh'], {}, /not succeeded once/],
  ])('no row says that its arguments arrive: %s', async (_what, command, more, why) => {
    const place = join(tools, 'idle_one')
    mkdirSync(place)
    writeFileSync(join(place, 'tool.json'), JSON.stringify({ name: 'idle_one', description: 'Does nothing. Use it in tests.', inputSchema: { type: 'object', additionalProperties: false, required: ['a'], properties: { a: { type: 'string', description: 'Any text at all.' } } }, command, effects: ['read'], ...more }))
    writeFileSync(join(place, 'run.sh'), 'if (\n')
    const [code, report] = await test('idle_one')
    rmSync(place, { recursive: true })
    const own = report.rows.filter((row) => row.name.startsWith('/a: ') && row.name !== '/a: of the wrong type')
    expect([code, own.length > 3, own.map((row) => row.verdict).filter((one) => one !== 'red')]).toEqual([1, true, []])
    for (const row of own) expect(row.why).toMatch(why)
  }, 120_000)
})

describe('the test calls of what was approved are made again (08 §9 P4-4, §10)', () => {
  const place = join(tools, 'again_js')
  const change = (file: string, from: string, to: string) => writeFileSync(join(place, file), readFileSync(join(place, file), 'utf8').replace(from, to))
  const old = join(home, 'old.json')
  const diff = async () => JSON.parse((await wenqu(['tools', 'diff', old, join(place, 'tool.json'), '--json'])).out) as { verdict: string; changes: { case: string }[] }
  it('a new key under whose default the same call answers otherwise is told, until it answers as before', async () => {
    expect(await wenqu(['tools', 'new', 'again_js', '--lang', 'js'])).toMatchObject({ code: 0 })
    expect((await test('again_js'))[0]).toBe(0)
    expect(await wenqu(['human', 'trust', '--tool', 'again_js'], true)).toMatchObject({ code: 0 })
    writeFileSync(old, readFileSync(join(place, 'tool.json')))

    change('tool.json', '"folder": {', '"deep": { "type": "boolean", "default": true, "description": "Whether folders inside count." }, "folder": {')
    change('run.mjs', '${count} Markdown files in ${folder}.', '${count} Markdown files in ${folder}, deep.')
    change('tests/cases.json', '2 Markdown files in manuscript.', '2 Markdown files in manuscript')
    expect((await diff()).changes.map((one) => one.case)).toEqual(['optional-added'])
    const [code, report] = await test('again_js')
    expect([code, report.rows.filter((row) => row.verdict === 'red'), report.lint.filter((one) => one.level === 'error').map((one) => one.rule)]).toEqual([1, [], ['P4-4', 'P4-1']])
    expect(await diff()).toMatchObject({ verdict: 'breaking', changes: [{ case: 'optional-added-behaviour' }] })
    expect((await wenqu(['tools', 'lint'])).out).toMatch(/^\[FAIL\] P4-4 error again_js#\/inputSchema\/properties\/deep: actual the same call answers "2 Markdown files in manuscript, deep\."/m)

    change('run.mjs', ', deep.', '.')
    expect((await test('again_js'))[0]).toBe(0)
    expect(await diff()).toMatchObject({ verdict: 'compatible', changes: [{ case: 'optional-added' }] })
    rmSync(place, { recursive: true })
  }, 180_000)
})

describe('approval by the command line (10)', () => {
  const call = (...more: string[]) => wenqu(['call', 'gap_js', '{"folder":"manuscript"}', '--project', dir, '--approve', 'yes', ...more])
  it('only by the author, for this content, until it changes', async () => {
    expect(await call()).toMatchObject({ code: 4, out: expect.stringContaining('TOOL_NOT_APPROVED') })
    expect(await wenqu(['human', 'trust', '--tool', 'gap_js'])).toMatchObject({ code: 4, err: expect.stringContaining('HUMAN_ONLY') })
    const first = await wenqu(['human', 'trust', '--tool', 'gap_js'], true)
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining('leader.default, main') })
    expect(first.out).not.toContain('Changed since')
    expect(JSON.parse((await wenqu(['tools', 'show', 'gap_js', '--json'])).out)).toMatchObject({ name: 'gap_js', state: 'approved', inputSchema: { required: ['folder'] }, tokens: expect.any(Number) })
    expect(await wenqu(['tools', 'show', 'gap_js', '--profile', 'writer'])).toMatchObject({ code: 1, err: expect.stringContaining('not_declared') })
    expect(await call()).toMatchObject({ code: 0, out: '0 Markdown files in manuscript.\n' })
    expect((await wenqu(['tools', 'list', '--profile', 'leader.default'])).out).toMatch(/gap_js +ext {2}medium {2}reads {2}in {2}ext {2}approved/)
    appendFileSync(join(tools, 'gap_js', 'run.mjs'), '\n')
    expect(await call()).toMatchObject({ code: 4, out: expect.stringContaining('run.mjs changed') })
    expect((await wenqu(['tools', 'list'])).out).toMatch(/gap_js +ext {2}medium {2}reads {2}needs_approval {2}it changed/)
  })

  it('an approval anew shows what changed since, line by line', async () => {
    appendFileSync(join(tools, 'gap_js', 'run.mjs'), '// counts twice\n')
    const anew = await wenqu(['human', 'trust', '--tool', 'gap_js'], true)
    expect(anew).toMatchObject({ code: 0, out: expect.stringMatching(/^Changed since you approved it:[\s\S]*run\.mjs[\s\S]*^\+\/\/ counts twice$[\s\S]*gap_js is approved as it is now/m) })
    expect(anew.out).not.toContain('tool.json')
    expect((await wenqu(['human', 'trust', '--tool', 'gap_js'], true)).out).not.toContain('Changed since')
    appendFileSync(join(tools, 'gap_js', 'run.mjs'), '// again\n')
    appendFileSync(join(tools, 'gap_js', 'CHANGES.md'), 'again\n')
    const two = (await wenqu(['human', 'trust', '--tool', 'gap_js'], true)).out
    expect(two.split('\n').filter((line) => line.includes('--- a/')).sort()).toEqual(['--- a/CHANGES.md', '--- a/run.mjs'])
    appendFileSync(join(tools, 'gap_js', 'run.mjs'), '// again\n')
    expect(JSON.parse((await wenqu(['human', 'trust', '--tool', 'gap_js', '--json'], true)).out)).toMatchObject({ state: 'approved', changes: [{ path: 'run.mjs', kind: 'changed', diff: expect.stringContaining('+// again') }] })
  })

  it('what is approved is shown: command, effects, files, and what its tests say; nothing of it acts on the terminal', async () => {
    expect(await wenqu(['tools', 'new', 'shown_sh', '--lang', 'sh'])).toMatchObject({ code: 0 })
    const place = join(tools, 'shown_sh')
    const trust = async (...more: string[]) => (await wenqu(['human', 'trust', '--tool', 'shown_sh', ...more], true)).out
    const first = (await trust('--do-not-ask')).split('\n')
    expect(first.slice(0, 3)).toEqual(['Command: ["sh","{tool_dir}/run.sh"]', 'Declared effects: read', 'Files:'])
    expect(first).toContain(`  run.sh  ${readFileSync(join(place, 'run.sh')).length} bytes`)
    expect(first.slice(-3, -1)).toEqual(['Its test cases were not run as it is now: wenqu tools test shown_sh', expect.stringMatching(/^shown_sh is approved .*main\. Its runs are not asked about while it stays as it is\.$/)])
    appendFileSync(join(place, 'run.sh'), '# \u001B[2J\u202E\n')
    const cases = join(place, 'tests/cases.json')
    writeFileSync(cases, readFileSync(cases, 'utf8').replace('2 Markdown', '3 Markdown'))
    expect((await test('shown_sh'))[0]).toBe(1)
    const anew = await trust()
    expect(anew).toMatch(/^\+# ⟨U\+001B⟩\[2J⟨U\+202E⟩$[\s\S]*^At its last test 1 of \d+ cases were red: wenqu tools test shown_sh\nshown_sh is approved as it is now \(\w+\) for leader\.default, main\.$/m)
    for (const hidden of ['\u001B', '\u202E', 'Files:']) expect(anew).not.toContain(hidden)
    const json = join(place, 'tool.json')
    writeFileSync(json, JSON.stringify({ ...(JSON.parse(readFileSync(json, 'utf8')) as object), command: 'cat\n\u001Bwc', shell: true, effects: ['write'] }))
    expect(await trust('--shell', '--do-not-ask')).toMatch(/^Read by a shell:\n {2}cat\n {2}⟨U\+001B⟩wc\nDeclared effects: write\n[\s\S]*It writes or uses the network, so that its runs are asked about all the same\.$/m)
    expect(JSON.parse(await trust('--shell', '--json'))).toMatchObject({ command: 'cat\n\u001Bwc', effects: ['write'], doNotAsk: false, files: expect.arrayContaining([{ path: 'run.sh', bytes: expect.any(Number) as number }]) as unknown })
    rmSync(place, { recursive: true })
  }, 120_000)

  it('a breaking change against the approved definition is a lint error', async () => {
    const file = join(tools, 'gap_js', 'tool.json')
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"folder"', '"place"'))
    const lint = await wenqu(['tools', 'lint'])
    expect([lint.code, lint.out]).toEqual([1, expect.stringMatching(/\[FAIL\] P4-1 error gap_js/)])
    expect(lint.out).toMatch(/^\[FAIL\] P4-2 error gap_js#\/folder: actual used in gap_js\/tests\/cases\.json:\d+; expected only keys of the schema; fix: change the call there$/m)
  })

  it('so is a skill or a workflow that still shows the removed parameter', async () => {
    const text = (name: string) => `---\nname: ${name}\ndescription: How gaps are found.\n---\n\nCall \`gap_js\` with its \`folder\`.\n`
    const put = (folder: string, file: string, content: string) => { mkdirSync(folder, { recursive: true }); writeFileSync(join(folder, file), content) }
    put(join(home, '.wenqu', 'skills', 'gaps'), 'SKILL.md', text('gaps'))
    put(join(dir, '.nbook', 'skills', 'own-gaps'), 'SKILL.md', text('own-gaps'))
    put(join(home, '.wenqu', 'workflows', 'gaps'), 'workflow.ts', "// Tell it:\nconst how = 'gap_js {\"folder\": \"manuscript\"}'\n")
    const places = async (...more: string[]) => [...(await wenqu(['tools', 'lint', ...more])).out.matchAll(/^\[FAIL\] P4-2 error gap_js#\/folder: actual used in (\S+\.(?:md|ts):\d+);/gm)].map((match) => match[1])
    expect(await places()).toEqual(['~/.wenqu/skills/gaps/SKILL.md:6', '~/.wenqu/workflows/gaps/workflow.ts:2'])
    expect(await places('--project', dir)).toEqual(['~/.wenqu/skills/gaps/SKILL.md:6', '.nbook/skills/own-gaps/SKILL.md:6', '~/.wenqu/workflows/gaps/workflow.ts:2'])
  })

  it('a profile that names a tool whose folder is gone is told (P4-3)', async () => {
    expect(await wenqu(['tools', 'new', 'gone_js', '--lang', 'js'])).toMatchObject({ code: 0 })
    expect(await wenqu(['human', 'trust', '--tool', 'gone_js'], true)).toMatchObject({ code: 0 })
    const profiles = join(home, '.wenqu', 'profiles')
    mkdirSync(profiles, { recursive: true })
    writeFileSync(join(profiles, 'gapper.md'), '---\nkey: gapper\nname: {zh: 查, en: Gapper}\ndescription: {zh: 查, en: Looks for gaps}\npack: nbook\ncreationMode: public\ntools: [read, ext:gone_js]\n---\nLook for gaps.\n')
    const told = async () => (await wenqu(['tools', 'lint'])).out.split('\n').filter((line) => line.includes('P4-3'))
    expect(await told()).toEqual([])
    rmSync(join(tools, 'gone_js'), { recursive: true })
    expect(await told()).toEqual(['[FAIL] P4-3 error gone_js#: actual profile gapper names it, and it is gone; expected a tool that is there; fix: take it out of the profile'])
    rmSync(profiles, { recursive: true })
  })

  it('--trust takes the project and its tools as they are', async () => {
    expect(await wenqu(['tools', 'new', 'own_one', '--lang', 'js', '--project', dir])).toMatchObject({ code: 0 })
    const own = (...more: string[]) => wenqu(['call', 'own_one', '{"folder":"manuscript"}', '--project', dir, '--approve', 'yes', ...more])
    expect(await own()).toMatchObject({ code: 4, out: expect.stringContaining('TOOL_NOT_APPROVED') })
    expect(await own('--trust')).toMatchObject({ code: 0 })
    expect(await own()).toMatchObject({ code: 4 })
    expect(await wenqu(['human', 'trust', '--tool', 'own_one', '--project', dir], true)).toMatchObject({ code: 0, out: expect.stringContaining('not trusted') })
    expect(await own()).toMatchObject({ code: 4, out: expect.stringContaining('not_mounted') })
    expect(await wenqu(['human', 'trust', '--project', dir], true)).toMatchObject({ code: 0 })
    expect(await own()).toMatchObject({ code: 0 })
  })
})

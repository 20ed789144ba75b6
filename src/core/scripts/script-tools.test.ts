import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openScriptBench, toolJson, type ScriptBench } from '../../../test/tools/script-bench'

/** 08 §12 rows 16-30 and security ST, through `invoke` with real scripts. */
let bench: ScriptBench
beforeAll(async () => {
  process.env['OPENAI_API_KEY'] = 'sk-canary-0123456789abcdef0123'
  process.env['WENQU_TEST_SHOWN'] = 'no'
  process.env['NOVEL_STYLE'] = 'plain'
  bench = await openScriptBench({ keys: { openai: 'sk-canary-0123456789abcdef0123' } })
})
afterAll(async () => {
  for (const name of ['OPENAI_API_KEY', 'WENQU_TEST_SHOWN', 'NOVEL_STYLE']) delete process.env[name]
  await bench.close()
})

const stateOf = (name: string) => bench.runtime.scripts.find(name)
const marked = (call: string): number[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`WENQU_CALL=${call}`)
  } catch {
    return false
  }
})
const text = (...keys: string[]) => ({ type: 'object', additionalProperties: false, required: keys, properties: Object.fromEntries(keys.map((key) => [key, { type: 'string', description: 'A text for the test.' }])) })
const echo = { 'run.sh': 'cat' }

describe('trust (rows 16, 17, 28)', () => {
  it('a new tool needs approval; approved, it runs; one changed byte or added file needs approval again', async () => {
    const place = bench.tool(toolJson('fresh_one'), { 'run.sh': 'echo hello' })
    expect(stateOf('fresh_one')).toMatchObject({ state: 'needs_approval', error: null })
    expect(await bench.call('fresh_one')).toMatchObject({ status: 'denied', code: 'TOOL_NOT_APPROVED' })
    await bench.approve('fresh_one')
    expect(await bench.call('fresh_one')).toMatchObject({ status: 'ok', code: null, content: 'hello', details: { exitCode: 0 } })
    expect(bench.runtime.pipeline.definitions('leader.default', 'root').map((one) => one.name)).toContain('fresh_one')
    expect(await bench.call('fresh_one', {}, { profileKey: 'writer' })).toMatchObject({ status: 'denied', code: 'TOOL_NOT_GRANTED', content: expect.stringContaining('not_declared') })

    writeFileSync(join(place, 'run.sh'), 'echo hellp')
    expect(await bench.call('fresh_one')).toMatchObject({ status: 'denied', code: 'TOOL_NOT_APPROVED', content: expect.stringContaining('run.sh changed') })
    expect(bench.runtime.pipeline.definitions('leader.default', 'root').map((one) => one.name)).not.toContain('fresh_one')
    writeFileSync(join(place, 'run.sh'), 'echo hello')
    expect(await bench.call('fresh_one')).toMatchObject({ status: 'ok' })
    writeFileSync(join(place, 'more.txt'), '')
    expect((await bench.call('fresh_one')).content).toContain('more.txt added')
  })

  it('a run ends by the definition it began with; the next call is refused', async () => {
    const place = bench.tool(toolJson('edited_one'), { 'run.sh': 'touch "$PROJECT_DIR/started"; while [ ! -e "$PROJECT_DIR/go" ]; do sleep 0.02; done; rm "$PROJECT_DIR/go" "$PROJECT_DIR/started"; echo old' })
    await bench.approve('edited_one')
    const call = bench.call('edited_one')
    await expect.poll(() => existsSync(join(bench.dir, 'started')), { timeout: 10_000 }).toBe(true)
    writeFileSync(join(place, 'tool.json'), JSON.stringify(toolJson('edited_one', { timeoutSeconds: 1, description: 'Another one. Use it in tests.' })))
    expect(await bench.call('edited_one')).toMatchObject({ code: 'TOOL_NOT_APPROVED' })
    writeFileSync(join(bench.dir, 'go'), '')
    expect(await call).toMatchObject({ status: 'ok', content: 'old' })
  })

  it('the gate: medium and high ask, bypass passes, "do not ask" passes medium; discuss mode asks only about writers', async () => {
    bench.tool(toolJson('quiet_one'), { 'run.sh': 'echo q' })
    await bench.approve('quiet_one')
    const asked = await bench.call('quiet_one', {}, { approve: 'ask' })
    expect(asked).toMatchObject({ status: 'needs_approval', code: 'RISK_MEDIUM', approval: { effects: [{ kind: 'script', target: 'quiet_one', fields: expect.arrayContaining([{ field: 'content', from: null, to: stateOf('quiet_one')?.hash }]) }] } })
    expect(await bench.call('quiet_one', {}, { approve: 'ask', overrides: { permissionMode: 'bypassPermissions' } })).toMatchObject({ status: 'ok' })
    await bench.approve('quiet_one', { doNotAsk: true })
    expect(await bench.call('quiet_one', {}, { approve: 'ask' })).toMatchObject({ status: 'ok' })
    bench.tool(toolJson('write_one', { effects: ['write'] }), { 'run.sh': 'echo x > made.txt; echo made' })
    await bench.approve('write_one', { doNotAsk: true })
    expect(await bench.call('write_one', {}, { approve: 'ask' })).toMatchObject({ status: 'needs_approval', code: 'RISK_HIGH' })
    expect(await bench.call('write_one', {}, { approve: 'ask', overrides: { workMode: 'discuss', permissionMode: 'bypassPermissions' } })).toMatchObject({ status: 'needs_approval', code: 'MODE_DISCUSS' })
    const done = await bench.call('write_one')
    expect(done).toMatchObject({ status: 'ok', changes: [{ kind: 'file', target: 'made.txt', before: null }], content: expect.stringMatching(/^\[OK\] made\n\(Changed: A made\.txt/) })
    expect(bench.runtime.project.sessionsDb.prepare("SELECT actor FROM Journal WHERE path = 'made.txt'").get()).toMatchObject({ actor: 'script' })
  })

  it('a tool that wrote without saying so needs approval again', async () => {
    bench.tool(toolJson('sly_one'), { 'run.sh': 'echo sly > sly.txt; echo done' })
    await bench.approve('sly_one')
    expect(await bench.call('sly_one')).toMatchObject({ status: 'ok', changes: [{ target: 'sly.txt' }], content: expect.stringContaining('must approve it again') })
    expect(stateOf('sly_one')).toMatchObject({ state: 'needs_approval', why: expect.stringContaining('write') })
    expect(await bench.call('sly_one')).toMatchObject({ code: 'TOOL_NOT_APPROVED' })
  })

  it('a text for a shell needs a second consent', async () => {
    bench.tool(toolJson('shell_one', { command: 'echo one | tr o 0', shell: true }))
    await expect(bench.approve('shell_one')).rejects.toMatchObject({ fault: { code: 'SHELL_CONSENT' } })
    await bench.approve('shell_one', { shell: true })
    expect(await bench.call('shell_one')).toMatchObject({ content: '0ne' })
  })
})

describe('names and loading (rows 18, 19, 29, 30; ST-07)', () => {
  it.each<[string, Record<string, unknown>, string, string | null, string?]>([
    ['Read', { name: 'Read' }, 'TOOL_NAME', '/name'],
    ['bash', {}, 'TOOL_NAME_TAKEN', '/name'],
    ['other_name', { name: 'this_name' }, 'TOOL_NAME', '/name'],
    ['mcp_tool', {}, 'TOOL_NAME', '/name'],
    ['both_schemas', { parameters: { type: 'object' } }, 'TOOL_FIELD', '/parameters'],
    ['too_long', { timeoutSeconds: 601 }, 'TOOL_FIELD', '/timeoutSeconds'],
    ['unknown_field', { colour: 'red' }, 'TOOL_FIELD', '/colour'],
    ['text_command', { command: 'ls' }, 'TOOL_FIELD', '/command'],
    ['none_and_read', { effects: ['none', 'read'] }, 'TOOL_FIELD', '/effects'],
    ['remote_ref', { inputSchema: { type: 'object', properties: { a: { $ref: 'https://example.com/x.json' } } } }, 'TOOL_FIELD', '/inputSchema'],
    ['file_ref', { inputSchema: { type: 'object', properties: { a: { $ref: 'file:///etc/passwd' } } } }, 'TOOL_FIELD', '/inputSchema'],
    ['self_ref', { inputSchema: { type: 'object', properties: { a: { $ref: '#' } } } }, 'TOOL_FIELD', '/inputSchema'],
    ['root_union', { inputSchema: { type: 'object', oneOf: [] } }, 'TOOL_FIELD', '/inputSchema'],
    ['bad_pattern', { inputSchema: { type: 'object', properties: { a: { type: 'string', pattern: '^(?=a)(a+)+$' } } } }, 'TOOL_FIELD', '/inputSchema/properties/a/pattern'],
    ['read', {}, 'TOOL_NAME_TAKEN', '/name'],
    ['alias_taken', { aliases: ['bash'] }, 'TOOL_NAME_TAKEN', '/aliases/0'],
  ])('%s → %s', async (folder, more, code, pointer) => {
    bench.tool(toolJson(folder, more), echo, 'project', folder)
    expect(bench.runtime.scripts.states().find((one) => one.name === folder)).toMatchObject({ state: 'error', error: { code, pointer } })
  })

  it('a broken tool.json beside good ones is shown, and they work', async () => {
    const place = bench.tool(toolJson('broken_one'))
    writeFileSync(join(place, 'tool.json'), '{"name": "broken_one",}')
    bench.tool(toolJson('good_one'), { 'run.sh': 'echo good' })
    await bench.approve('good_one')
    expect(stateOf('broken_one')).toMatchObject({ state: 'error', error: { code: 'TOOL_JSON' } })
    expect(await bench.call('good_one')).toMatchObject({ content: 'good' })
    expect(await bench.call('broken_one')).toMatchObject({ status: 'fail', code: 'TOOL_JSON' })
  })

  it('a link, too many files and a huge tool.json are refused', () => {
    const linked = bench.tool(toolJson('linked_one'))
    symlinkSync('/etc/hosts', join(linked, 'hosts'))
    const many = bench.tool(toolJson('many_one'))
    for (let n = 0; n < 201; n++) writeFileSync(join(many, `f${n}`), '')
    const huge = bench.tool(toolJson('huge_one'))
    writeFileSync(join(huge, 'tool.json'), ' '.repeat(10_000_000))
    symlinkSync(huge, join(bench.home, 'tools', 'linked_folder'))
    expect(['linked_one', 'many_one', 'huge_one', 'linked_folder'].map((name) => stateOf(name)?.error?.code)).toEqual(['TOOL_LINK', 'TOOL_TOO_BIG', 'TOOL_TOO_BIG', 'TOOL_LINK'])
  })

  it('the same name in both layers: the global one works', async () => {
    bench.tool(toolJson('twice_one'), { 'run.sh': 'echo global' })
    bench.tool(toolJson('twice_one'), { 'run.sh': 'echo project' }, 'project')
    await bench.approve('twice_one')
    expect(bench.runtime.scripts.states().filter((one) => one.name === 'twice_one').map((one) => [one.layer, one.error?.code ?? one.state])).toEqual([['global', 'approved'], ['project', 'TOOL_NAME_TAKEN']])
    expect(await bench.call('twice_one')).toMatchObject({ content: 'global' })
  })

  it('an old name still resolves', async () => {
    bench.tool(toolJson('new_name', { aliases: ['old_name'] }), { 'run.sh': 'echo aliased' })
    await bench.approve('new_name')
    expect(await bench.call('old_name')).toMatchObject({ status: 'ok', content: 'aliased' })
  })

  it('a hostile pattern cannot hold core up', async () => {
    bench.tool(toolJson('pattern_one', { inputSchema: { type: 'object', additionalProperties: false, required: ['a'], properties: { a: { type: 'string', pattern: '(a+)+$', description: 'A text for the test.' } } } }), echo)
    await bench.approve('pattern_one')
    const spec = stateOf('pattern_one')?.spec
    const from = performance.now()
    expect(spec?.input.check({ a: `${'a'.repeat(50_000)}!` })).toMatchObject({ problems: [{ pointer: '/a' }] })
    expect(performance.now() - from).toBeLessThan(1_000)
  })
})

describe('arguments (rows 20, 21; ST-01)', () => {
  it('reach the script byte for byte, as one line of JSON', async () => {
    bench.tool(toolJson('echo_one', { inputSchema: text('a') }), { 'run.sh': 'cat > "$TMPDIR/in"; tail -c 1 "$TMPDIR/in" | od -An -c; wc -l < "$TMPDIR/in"; cat "$TMPDIR/in"' })
    await bench.approve('echo_one')
    for (const value of ['"; rm -rf ~ #', '--output=/w/x', '$(touch X)`touch X`', 'a\nb\r\t', '雪\u{1F600}', `nul\0here`, 'x'.repeat(20_000)]) {
      const { content, status } = await bench.call('echo_one', { a: value })
      const line = content.split('\n').slice(2).join('\n')
      expect([status, content.split('\n')[0]?.trim(), content.split('\n')[1]?.trim(), JSON.parse(line)]).toEqual(['ok', String.raw`\n`, '1', { a: value }])
    }
    expect(existsSync(join(bench.dir, 'X'))).toBe(false)
  })

  it('are checked by the schema, all problems at once, defaults filled in', async () => {
    bench.tool(toolJson('checked_one', { inputSchema: { type: 'object', additionalProperties: false, required: ['mode', 'n'], properties: {
      mode: { type: 'string', enum: ['draft', 'final'], description: 'Which text it takes.' }, n: { type: 'integer', minimum: 1, maximum: 9, description: 'How many it takes.' }, more: { type: 'boolean', default: true, description: 'Whether it takes more.' } } } }), echo)
    await bench.approve('checked_one')
    const wrong = await bench.call('checked_one', { mode: 'old', n: 10, extra: 1 })
    expect(wrong).toMatchObject({ status: 'fail', code: 'ARGS_INVALID' })
    expect(wrong.content.split('\n').slice(1, -1).sort()).toEqual(['/extra: unknown; legal keys: mode, n, more.', '/mode: actual "old"; expected one of draft, final.', '/n: actual 10; expected integer from 1 to 9.'])
    expect((await bench.call('checked_one', {})).content).toContain('/n: missing; expected integer from 1 to 9.')
    expect(JSON.parse((await bench.call('checked_one', { mode: 'final', n: 9 })).content)).toEqual({ mode: 'final', n: 9, more: true })
  })

  it('of format project-path stay in the project', async () => {
    const schema = { type: 'object', additionalProperties: false, required: ['folder'], properties: { folder: { type: 'string', format: 'project-path', description: 'Folder with the chapters.' } } }
    bench.tool(toolJson('path_one', { inputSchema: schema }), echo)
    await bench.approve('path_one')
    symlinkSync('/etc', join(bench.dir, 'out'))
    mkdirSync(join(bench.dir, 'workspace/a'), { recursive: true })
    for (const folder of ['../x', '/etc', 'a\\b', 'C:/x', '~/x', 'a/../../x', '.git/config', 'a/.NBOOK', 'con', 'a\0b', '', 'x'.repeat(1_025)]) expect([folder, (await bench.call('path_one', { folder })).code]).toEqual([folder, 'ARGS_INVALID'])
    expect(await bench.call('path_one', { folder: 'out/passwd' })).toMatchObject({ status: 'fail', code: 'PATH_LINK_ESCAPE' })
    for (const folder of ['manuscript', './manuscript/', 'not/there', 'workspace/a']) expect(JSON.parse((await bench.call('path_one', { folder })).content)).toEqual({ folder })
  })
})

describe('a run (rows 22-27; ST-02, ST-03, ST-05)', () => {
  const run = async (name: string, script: string, more: Record<string, unknown> = {}, how: Parameters<ScriptBench['call']>[2] = {}) => {
    bench.tool(toolJson(name, more), { 'run.sh': script })
    await bench.approve(name)
    return bench.call(name, {}, how)
  }

  it('10 MB on both pipes: no hang, capped, the rest counted', async () => {
    const done = await run('flood_one', 'exec 3>&1; (head -c 10485760 /dev/zero | tr "\\0" e >&2) & head -c 10485760 /dev/zero | tr "\\0" o; wait')
    expect(done).toMatchObject({ status: 'ok', truncated: { ref: expect.stringContaining('result://') } })
    expect(done.content.length).toBeLessThan(31_000)
    expect(done.content).toContain(`The last ${10_485_760 - 8 * 1_048_576} bytes were dropped.`)
  })

  it('a hang ends at its time with everything it started', async () => {
    const callId = `hang-${process.pid}-${Date.now()}`
    const from = performance.now()
    const done = await run('hang_one', 'echo so far; sleep 999 & sleep 999', { timeoutSeconds: 1 }, { callId })
    expect(performance.now() - from).toBeLessThan(4_000 + 4_000)
    expect(done).toMatchObject({ status: 'fail', code: 'TIMEOUT', content: expect.stringMatching(/^\[FAIL\] TIMEOUT: hang_one was stopped after 1 s\.[\s\S]*so far/) })
    await expect.poll(() => marked(callId), { timeout: 5_000 }).toEqual([])
  })

  it('a stop ends it, and a child that outlives its parent ends with it', async () => {
    const stop = new AbortController()
    const callId = `stop-${process.pid}-${Date.now()}`
    const call = run('stop_one', 'trap "" TERM; touch "$PROJECT_DIR/running"; sleep 999', {}, { callId, signal: stop.signal, approve: 'ask', overrides: { permissionMode: 'bypassPermissions' } })
    await expect.poll(() => existsSync(join(bench.dir, 'running')), { timeout: 10_000 }).toBe(true)
    stop.abort()
    expect(await call).toMatchObject({ status: 'fail', code: 'CANCELLED' })
    await expect.poll(() => marked(callId), { timeout: 8_000 }).toEqual([])
    const orphan = `orphan-${process.pid}-${Date.now()}`
    expect(await run('orphan_one', '(setsid sleep 999 &) ; echo gone', {}, { callId: orphan })).toMatchObject({ status: 'ok', content: 'gone' })
    await expect.poll(() => marked(orphan), { timeout: 5_000 }).toEqual([])
  })

  it.each([
    [2, 'SCRIPT_ARGS'], [3, 'SCRIPT_PRECONDITION'], [75, 'SCRIPT_RETRY'], [9, 'SCRIPT_FAILED'],
  ])('exit %i → %s with the last lines of stderr', async (exit, code) => {
    const done = await run(`exit_${exit}_x`, `echo out; echo '---' >&2; echo 'no such chapter' >&2; exit ${exit}`)
    expect(done).toMatchObject({ status: 'fail', code, details: { exitCode: exit } })
    expect(done.content).toMatch(new RegExp(`^\\[FAIL\\] ${code}: .*exit code ${exit}[\\s\\S]*no such chapter\\nstdout:\\nout`))
    expect(done.content).not.toContain('---')
  })

  it('a signal, a missing program, a bad first line, a file that may not run', async () => {
    expect(await run('kill_one', 'kill -KILL $$')).toMatchObject({ status: 'fail', code: 'SCRIPT_KILLED', content: expect.stringContaining('SIGKILL') })
    expect(await run('gone_one', '', { command: ['no-such-program-here'] })).toMatchObject({ code: 'SCRIPT_LAUNCH', content: expect.stringContaining('no-such-program-here') })
    expect(await run('lost_one', '', { command: ['python3', '-u', '{tool_dir}/gone.py'] })).toMatchObject({ code: 'SCRIPT_LAUNCH', content: expect.stringMatching(/there is no file ".*\/gone\.py"[\s\S]*must be repaired/) })
    expect(await run('lost_two', '', { command: ['env', 'sh', '-e', '{tool_dir}/gone.sh'] })).toMatchObject({ code: 'SCRIPT_LAUNCH' })
    expect(await run('crlf_one', '#!/bin/sh\r\necho x\r\n', { command: ['{tool_dir}/run.sh'] })).toMatchObject({ code: 'SCRIPT_LAUNCH', content: expect.stringContaining('carriage return') })
    bench.tool(toolJson('plain_one', { command: ['{tool_dir}/run.txt'] }), { 'run.txt': '#!/bin/sh\necho x\n' })
    await bench.approve('plain_one')
    expect(await bench.call('plain_one')).toMatchObject({ code: 'SCRIPT_LAUNCH', content: expect.stringContaining('executable') })
    expect(await run('exec_one', '#!/bin/sh\necho ran\n', { command: ['{tool_dir}/run.sh'] })).toMatchObject({ content: 'ran' })
  })

  it('the envelope', async () => {
    expect(await run('lie_one', `echo text; echo '{"status":"fail"}'`)).toMatchObject({ status: 'fail', code: 'SCRIPT_PROTOCOL', content: expect.stringMatching(/exit code 0.*fail/) })
    expect(await run('lie_two', `echo '{"status":"ok"}'; exit 4`)).toMatchObject({ code: 'SCRIPT_PROTOCOL' })
    expect(await run('lie_three', `echo '[OK] fine'; exit 4`)).toMatchObject({ code: 'SCRIPT_PROTOCOL' })
    const data = await run('data_one', `echo text; echo '{"status":"ok","data":{"n":3}}'; echo`)
    expect([data.status, data.content, data.details]).toEqual(['ok', 'text', { n: 3 }])
    expect(await run('code_one', `echo '{"status":"fail","code":"NO_CHAPTER","message":"There is no chapter 9."}'; exit 1`)).toMatchObject({ code: 'NO_CHAPTER', content: expect.stringContaining('There is no chapter 9.') })
    expect(await run('text_one', `echo '{"status":"ok","colour":"red"}'`)).toMatchObject({ status: 'ok', content: '{"status":"ok","colour":"red"}' })
    expect(await run('empty_one', 'true')).toMatchObject({ content: '[OK] empty_one finished without output' })
  })

  it('the environment holds what is listed and what was asked for, no key', async () => {
    const done = await run('env_one', 'env; pwd; cat', { env: ['NOVEL_STYLE', 'OPENAI_API_KEY', 'NODE_OPTIONS', 'WENQU_TEST_SHOWN'] })
    const lines = done.content.split('\n')
    const names = lines.filter((line) => /^[A-Za-z_]\w*=/.test(line)).map((line) => line.split('=', 1)[0])
    expect(names.filter((name) => !['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'PYTHONDONTWRITEBYTECODE', 'TOOL_DIR', 'PROJECT_DIR', 'CALL_ID', 'WENQU_CALL', 'NOVEL_STYLE', 'PWD', 'SHLVL', '_', 'OLDPWD'].includes(name ?? ''))).toEqual([])
    expect(done.content).toContain('NOVEL_STYLE=plain')
    expect(JSON.stringify(done)).not.toContain('canary')
    expect(lines).toContain(bench.dir)
  })

  it('escapes go, bad UTF-8 is shown and said', async () => {
    expect((await run('ansi_one', String.raw`printf '\033[31mred\033[0m\033]52;c;eA==\007 \377x\n'`)).content).toBe('red \uFFFDx\n(Bytes that are no UTF-8 are shown as U+FFFD.)')
  })

  it('a script in our Node', async () => {
    bench.tool(toolJson('node_one', { command: ['{node}', '{tool_dir}/run.mjs'], inputSchema: text('a') }), { 'run.mjs': 'process.stdin.setEncoding("utf8");let t="";for await(const c of process.stdin)t+=c;console.log(JSON.parse(t).a.length, process.versions.node.split(".")[0])' })
    await bench.approve('node_one')
    expect((await bench.call('node_one', { a: '雪'.repeat(70_000) })).content).toBe(`70000 ${process.versions.node.split('.')[0]}`)
  })

  it('its own folder and the app’s cannot be written where the system allows it', async () => {
    appendFileSync(join(bench.dir, 'AGENTS.md'), '')
    const done = await run('guard_one', 'echo x 2>/dev/null > "$TOOL_DIR/x" && echo wrote || echo refused')
    expect(['refused', 'wrote']).toContain(done.content)
  })
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openScriptBench, toolJson, type ScriptBench } from '../../../test/tools/script-bench'
import { strayWord } from './command-words'

/** 08 §7 Trust: what the author approves is what runs; a relative word names a file of the novel's folder, which an agent may write. */
const files = ['tool.json', 'run.py', 'run.sh', 'sub/run.py', 'lib/run.awk']
const at = (command: readonly string[] | string): number | null => strayWord(command, files)?.at ?? null

describe('words that name a file of the tool without its folder', () => {
  it.each<[string[], number]>([
    [['python3', 'run.py'], 1], [['wc', 'run.py'], 1], [['wc', './run.py'], 1], [['wc', 'sub/../run.py'], 1], [['wc', 'sub/run.py'], 1], [['wc', '-l', '--file=run.py'], 2], [['wc', '--file=./sub/run.py'], 1],
    [['jq', '-frun.py'], 1], [['curl', '@run.py'], 1], [['run.sh'], 0], [['wc', 'sub\\run.py'], 1], [['python3', '{tool_dir}/run.py', 'run.py'], 2], [['wc', '{tool_dir}/../other/x.txt'], 1], [['wc', '{tool_dir}/sub/../../x'], 1],
  ])('%j', (command, expected) => { expect(at(command)).toBe(expected) })

  it.each<[string[] | string]>([
    [['python3', '{tool_dir}/run.py']], [['wc', '--file={tool_dir}/run.py']], [['wc', '-l', 'notes.md']], [['wc', 'other/run.py']], [['wc', '/usr/share/run.py']], [['{tool_dir}/run.sh']], [['wc', '{tool_dir}/sub/../run.py']], [['echo', '3']],
  ])('%j is none', (command) => { expect(at(command)).toBeNull() })

  it('the fix is said', () => {
    expect(strayWord(['python3', './run.py'], files)?.why).toBe('"./run.py" would be looked for in the novel\'s folder, not in the tool\'s; write {tool_dir}/run.py.')
    expect(strayWord(['python3', '-u', 'gone.py'], files)?.why).toBe('the script "gone.py" would be looked for in the novel\'s folder, where others may write it; write {tool_dir}/gone.py and put it into the tool\'s folder.')
  })
})

describe('code that an interpreter would take from the novel’s folder, whether or not the tool has such a file', () => {
  it.each<[string[], number]>([
    [['python3', 'x.py'], 1], [['python3', '-u', '-W', 'ignore', '-Xdev', './x.py'], 5], [['/usr/bin/python3.12', 'x.py'], 1], [['python', '-m', 'tool'], 1], [['python3', '-Bm', 'tool'], 1], [['python3', '-c', 'import json'], 1], [['PYTHON3.EXE', 'x.py'], 1], [['python3', '~/x.py'], 1], [['python3', '$TOOL_DIR/x.py'], 1], [['python3', '--', 'x.py'], 2],
    [['node', 'x.js'], 1], [['{node}', 'x.js'], 1], [['node', '-r', './x', '{tool_dir}/a.js'], 2], [['node', '--require=x', '{tool_dir}/a.js'], 1], [['node', '--import', './x.mjs', '{tool_dir}/a.js'], 2], [['node', '--env-file=.env', '{tool_dir}/a.js'], 1], [['node', '-e', '1', '--import', './x.mjs'], 4], [['node', '--test'], 1], [['node', '--run', 'build'], 1],
    [['sh', 'x.sh'], 1], [['bash', '-eu', '-o', 'pipefail', 'x.sh'], 4], [['bash', '--rcfile', 'rc', '-i'], 2], [['sh', '-c', './x.sh'], 2], [['sh', '-ec', 'cat | python3 x.py'], 2], [['sh', '-c', '. ./lib.sh'], 2], [['sh', '-c', 'A=1 node x.js'], 2],
    [['ruby', '-I', 'lib', '{tool_dir}/a.rb'], 2], [['ruby', 'x.rb'], 1], [['perl', '-Ilib', '{tool_dir}/a.pl'], 1], [['perl', '-MText::Wrap', 'x.pl'], 2], [['perl', '-w', 'x.pl'], 2], [['php', '-f', 'x.php'], 2], [['lua', 'x.lua'], 1], [['awk', '-f', 'x.awk'], 2],
    [['deno', 'run', '-A', 'x.ts'], 3], [['deno', 'task', 'build'], 1], [['bun', 'x.ts'], 1], [['bun', 'run', 'build'], 2], [['bun', '--preload', './x.ts', '{tool_dir}/a.ts'], 2],
    [['env', 'python3', 'x.py'], 2], [['env', '-i', 'A=1', 'nice', '-n', '5', 'node', 'x.js'], 7], [['env', '-S', 'python3 x.py'], 1], [['timeout', '5', './x'], 2], [['busybox', 'sh', 'x.sh'], 2],
  ])('%j', (command, expected) => { expect(at(command)).toBe(expected) })

  it.each<[string[] | string]>([
    [['python3', '-I', '-c', 'print(1)']], [['python3', '-Im', 'json.tool']], [['python3', '-P', '-m', 'json.tool', 'notes.json']], [['python3', '-u', '{tool_dir}/a.py', 'notes.md', '-m', 'x']], [['python3', '/opt/tool/a.py']],
    [['node', '-e', 'console.log(1)']], [['node', '--import', '{tool_dir}/x.mjs', '{tool_dir}/a.mjs', 'notes.md']], [['{node}', '--no-warnings', '{tool_dir}/a.mjs']], [['node', '--import', 'data:text/javascript,1', '{tool_dir}/a.mjs']],
    [['sh', '-c', 'cat notes.md | wc -c']], [['sh', '-c', 'sh "$TOOL_DIR"/x.sh']], [['bash', '-o', 'pipefail', '{tool_dir}/run.sh', 'notes.md']], [['sh']],
    [['perl', '-ne', 'print', 'notes.md']], [['perl', '-MText::Wrap', '-e', 'print 1', 'notes.md']], [['awk', '{print $1}', 'notes.md']], [['awk', '-f', '{tool_dir}/lib/run.awk', 'notes.md']], [['deno', 'run', '-A', '{tool_dir}/a.ts']], [['deno', 'run', 'https://example.org/a.ts']],
    [['env', 'A=1', 'python3', '{tool_dir}/run.py']], [['timeout', '5', 'wc', '-l', 'notes.md']], [['grep', '-r', 'python3', 'manuscript']],
  ])('%j is none', (command) => { expect(at(command)).toBeNull() })
})

describe('a text for a shell', () => {
  it.each(['python3 run.py', 'cat | python3 x.py', 'cat; ./x.sh', 'x=1 sub/x', 'source lib.sh', 'if true; then sh x.sh; fi', 'wc -l run.py', 'cd manuscript && sh run.sh', 'cat "run.py"', '(sh x.sh)', 'echo $(python3 x.py)', 'sh "$PROJECT_DIR/x.sh"', '${PWD}/x', 'cd "$TOOL_DIR/../.." && sh x.sh'])('%s', (text) => { expect(at(text)).toBe(0) })
  it('the fix names no folder of the novel', () => { expect(strayWord('sh $PROJECT_DIR/x.sh', files)?.why).toContain('write {tool_dir}/x.sh and') })
  it.each(['cat "$PROJECT_DIR/notes.md"', 'python3 {tool_dir}/run.py | sort', 'sh "$TOOL_DIR/run.sh"', 'cd "$TOOL_DIR" && python3 run.py', 'cd {tool_dir}; ./run.sh', 'wc -l < notes.md', 'cat | tr a-z A-Z', 'python3 $HOME/x.py', 'LANG=C ls *.md'])('%s is none', (text) => { expect(at(text)).toBeNull() })
})

describe('a tool whose command has such a word', () => {
  let bench: ScriptBench
  beforeAll(async () => { bench = await openScriptBench() })
  afterAll(() => bench.close())

  it('cannot be loaded, approved or called; what lies in the novel’s folder does not run', async () => {
    writeFileSync(join(bench.dir, 'run.sh'), 'echo EVIL\n')
    bench.tool(toolJson('stray_one', { command: ['sh', 'run.sh'] }), { 'run.sh': 'echo good\n' })
    expect(bench.runtime.scripts.find('stray_one')).toMatchObject({ state: 'error', error: { code: 'TOOL_FIELD', pointer: '/command/1', message: expect.stringContaining('write {tool_dir}/run.sh') as string } })
    await expect(bench.approve('stray_one')).rejects.toThrow(/TOOL_FIELD/)
    expect(await bench.call('stray_one')).toMatchObject({ code: 'TOOL_FIELD', content: expect.not.stringContaining('EVIL') as string })
    bench.tool(toolJson('stray_one'))
    await bench.approve('stray_one')
    expect(await bench.call('stray_one')).toMatchObject({ content: 'good' })
  })

  it('nor is a script below the novel’s folder run that the command names as a whole path', async () => {
    mkdirSync(join(bench.dir, 'manuscript'), { recursive: true })
    const place = join(bench.dir, 'manuscript', 'x.sh')
    writeFileSync(place, 'echo EVIL\n')
    bench.tool(toolJson('whole_one', { command: ['sh', place] }))
    await bench.approve('whole_one')
    expect(await bench.call('whole_one')).toMatchObject({ code: 'SCRIPT_LAUNCH', content: expect.stringContaining('lies in a project') as string })
  })
})

import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseToolJson } from '../tool-json'
import { lookAtForeign, takeForeign } from './foreign-folder'
import { convertForeign } from './foreign-tool'

const root = mkdtempSync(join(tmpdir(), 'wenqu-foreign-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const dir = join(root, '.nebflow', 'tools')
const schema = { type: 'object', properties: { file: { type: 'string', description: 'The file to look at.' } } }
const foreign = (name: string, more: Record<string, unknown> = {}) => ({ name, description: 'Looks at a file. Use it in tests.', command: 'python3 $TOOL_DIR/run.py --quick', inputSchema: schema, ...more })

function folder(name: string, json: unknown, files: Record<string, string> = { 'run.py': 'print(1)\n' }): void {
  for (const [path, text] of Object.entries({ 'tool.json': typeof json === 'string' ? json : JSON.stringify(json), ...files })) {
    mkdirSync(join(dir, name, path, '..'), { recursive: true })
    writeFileSync(join(dir, name, path), text)
  }
}

describe('one definition', () => {
  const converted = (more: Record<string, unknown>) => convertForeign(JSON.parse(JSON.stringify(foreign('look_at', more))), ['run.py', 'sub/a.sh', 'tool.json'])
  it.each([
    ['python3 $TOOL_DIR/run.py --quick', ['python3', '{tool_dir}/run.py', '--quick'], undefined],
    ['node "${TOOL_DIR}/a b.cjs"', ['node', '{tool_dir}/a b.cjs'], undefined],
    ['cat | python3 $TOOL_DIR/run.py', 'cat | python3 $TOOL_DIR/run.py', true],
    ['python3 $HOME/x.py', 'python3 $HOME/x.py', true],
    ['LANG=C ls', 'LANG=C ls', true],
    ['ls *.md', 'ls *.md', true],
    ['python3 run.py --quick', ['python3', '{tool_dir}/run.py', '--quick'], undefined],
    ['cat | python3 ./run.py > x.txt; sh "sub/a.sh"', 'cat | python3 {tool_dir}/run.py > x.txt; sh "{tool_dir}/sub/a.sh"', true],
    [['python3', 'run.py', '--file=./sub/a.sh', 'notes.md'], ['python3', '{tool_dir}/run.py', '--file={tool_dir}/sub/a.sh', 'notes.md'], undefined],
    [['sh', '${TOOL_DIR}/sub/a.sh', 'a b; c'], ['sh', '{tool_dir}/sub/a.sh', 'a b; c'], undefined],
    [['python3', '{tool_dir}/run.py'], ['python3', '{tool_dir}/run.py'], undefined],
  ])('%j', (command, expected, shell) => {
    const done = converted({ command })
    expect('definition' in done && [done.definition['command'], done.definition['shell']]).toEqual([expected, shell])
  })
  it('names, limits and schemas take our form, and what changed is said', () => {
    const done = convertForeign(foreign('WordCount', { timeoutSeconds: 4_000, colour: 1, command: 'python3 run.py' }), ['run.py'])
    expect(done).toMatchObject({ name: 'word_count', definition: { timeoutSeconds: 600, effects: ['write'], inputSchema: { additionalProperties: false, required: [] } } })
    expect('notes' in done && done.notes.join('; ')).toMatch(/renamed from WordCount; its schema was closed.*; its command named run\.py, .* now it names \{tool_dir\}\/run\.py; its time limit is now 600 s; .*counts as writing.*; the field colour was left out/)
  })
  it.each([[null, 'no JSON object'], [{ ...foreign('a_b_c'), description: '' }, 'no description'], [{ ...foreign('a_b_c'), command: 3 }, 'its command is neither a text nor a list of words'], [{ ...foreign('a_b_c'), command: ['sh', 1] }, 'neither a text nor'], [{ ...foreign('a_b_c'), command: undefined }, 'it has no command'], [{ ...foreign('a_b_c'), command: [] }, 'it has no command'], [foreign('mcp_x'), 'cannot become'], [foreign('字数'), 'cannot become'], [{ ...foreign('a_b_c'), inputSchema: 1 }, 'its inputSchema is no JSON object'], [{ ...foreign('a_b_c'), inputSchema: undefined }, 'it has no inputSchema'], [{ ...foreign('a_b_c'), inputSchema: undefined, parameters: [] }, 'its parameters is no JSON object']])('%j is refused', (value, why) => {
    expect(convertForeign(value, [])).toMatchObject({ why: expect.stringContaining(why) })
  })
  it('`parameters` are its inputSchema; beside one they are left out, and that is said', () => {
    const notes = (more: Record<string, unknown>): string => { const done = converted(more); return 'notes' in done ? `${JSON.stringify(done.definition['inputSchema']).includes('The file')} ${done.notes.join('; ')}` : done.why }
    expect(notes({ inputSchema: undefined, parameters: schema })).toMatch(/^true its parameters are called inputSchema now; .*"effects"$/)
    expect(notes({ parameters: { type: 'object' } })).toMatch(/^true .*the field parameters was left out$/)
  })
})

describe('a folder', () => {
  it('is looked at without a write, and taken over whole or not at all', async () => {
    folder('look_at', foreign('look_at'))
    folder('taken_one', foreign('taken_one'))
    folder('broken', '{')
    folder('empty', foreign('empty_one'))
    rmSync(join(dir, 'empty', 'tool.json'))
    folder('linked', foreign('linked_one'))
    symlinkSync('/etc/hosts', join(dir, 'linked', 'hosts'))
    writeFileSync(join(dir, 'flat.json'), JSON.stringify(foreign('flat_one', { command: 'sh $TOOL_DIR/flat.sh' })))
    writeFileSync(join(dir, 'flat.sh'), 'echo flat\n')
    chmodSync(join(dir, 'flat.sh'), 0o755)
    writeFileSync(join(dir, 'gone.json'), JSON.stringify(foreign('gone_one', { command: 'sh $TOOL_DIR/../x.sh' })))
    const found = lookAtForeign(dir, new Set(['read', 'taken_one']))
    expect(found.map((one) => [one.from, one.name, one.why])).toEqual([
      ['broken', null, expect.stringContaining('TOOL_JSON')], ['empty', null, 'it has no tool.json'], ['flat.json', 'flat_one', null], ['gone.json', null, expect.stringContaining('no file in the folder')],
      ['linked', null, expect.stringContaining('TOOL_LINK')], ['look_at', 'look_at', null], ['taken_one', null, 'there is a tool named taken_one already'],
    ])
    const tools = join(root, '.wenqu', 'tools')
    expect(existsSync(tools)).toBe(false)
    const done = await takeForeign(dir, ['look_at', 'flat.json', 'linked', 'nothing'], tools, new Set())
    expect(done.taken).toEqual([{ from: 'look_at', name: 'look_at' }, { from: 'flat.json', name: 'flat_one' }])
    expect(done.refused.map((one) => [one.from, one.why])).toEqual([['linked', expect.stringContaining('TOOL_LINK')], ['nothing', `there is no nothing in ${dir}`]])
    for (const { name } of done.taken) expect(parseToolJson(readFileSync(join(tools, name, 'tool.json'), 'utf8'), name, []).name).toBe(name)
    expect([readFileSync(join(tools, 'look_at', 'run.py'), 'utf8'), statSync(join(tools, 'flat_one', 'flat.sh')).mode & 0o111]).toEqual(['print(1)\n', 0o111])
    expect((await takeForeign(dir, ['look_at'], tools, new Set())).refused).toMatchObject([{ why: 'the folder look_at exists already' }])
    folder('words', foreign('words_one', { command: ['python3', 'run.py'] }))
    folder('else', foreign('else_one', { command: 'python3 other.py' }))
    writeFileSync(join(dir, 'level.json'), JSON.stringify(foreign('level_one', { command: 'sh flat.sh' })))
    expect(lookAtForeign(dir, new Set()).filter((one) => ['words', 'else', 'level.json'].includes(one.from)).map((one) => [one.name, one.why, one.files])).toEqual([
      [null, expect.stringMatching(/other\.py.*write \{tool_dir\}\/other\.py and put it into the tool's folder/), []], ['level_one', null, ['flat.sh']], ['words_one', null, ['run.py']],
    ])
    expect(() => lookAtForeign(join(root, 'nowhere'), new Set())).toThrow('FOLDER_NOT_FOUND')
  })
})

import { describe, expect, it } from 'vitest'
import { nameClashes, toolNames } from './names'

const full = (alias: string, ...raws: unknown[]): string[] => toolNames(alias, raws).map((name) => name.full)
const faultOf = (work: () => unknown): { code: string; message: string } => {
  try {
    work()
  } catch (error) {
    return (error as { fault: { code: string; message: string } }).fault
  }
  throw new Error('no fault')
}

describe('names of MCP tools (07 §8.1)', () => {
  it.each([
    ['github', ['create_issue'], ['mcp__github__create_issue']],
    ['fs', ['read.file'], ['mcp__fs__read_file']],
    ['s', ['a b/c:d'], ['mcp__s__a_b_c_d']],
    ['fs', ['读取文件'], ['mcp__fs______']],
    ['fs', ['𠮷'], ['mcp__fs___']],
    ['g', ['x'.repeat(56)], [`mcp__g__${'x'.repeat(56)}`]],
    ['g', ['x'.repeat(57)], [`mcp__g__${'x'.repeat(47)}_ae14a256`]],
    ['abcdefghijklmnopqrstuvwxyz012345', ['search_documents_everywhere_now'], ['mcp__abcdefghijklmnopqrstuvwxyz012345__search_documents_c54769b0']],
    ['s', ['x.y', 'x_y'], ['mcp__s__x_y_b24ca9b7', 'mcp__s__x_y']],
    ['s', ['x_y', 'x.y'], ['mcp__s__x_y', 'mcp__s__x_y_b24ca9b7']],
    ['s', ['a', 'b', 'a'], ['mcp__s__a', 'mcp__s__b']],
    ['s', ['read', 'report_result', 'mcp__other__x'], ['mcp__s__read', 'mcp__s__report_result', 'mcp__s__mcp__other__x']],
  ])('%s: %j', (alias, raws, expected) => {
    expect(full(alias, ...raws)).toEqual(expected)
    expect(expected.every((name) => name.length <= 64)).toBe(true)
  })

  it('gives both of two changed names a hash, and names the two that cannot be told apart', () => {
    expect(full('s', 'x.y', 'x:y')).toEqual(['mcp__s__x_y_b24ca9b7', expect.stringMatching(/^mcp__s__x_y_[0-9a-f]{8}$/)])
    const fault = faultOf(() => toolNames('s', ['x.y', 'x_y', 'x_y_b24ca9b7']))
    expect(fault).toMatchObject({ code: 'MCP_CONFIG', message: expect.stringContaining('"x.y" and "x_y_b24ca9b7"') })
  })

  it.each([['Bad Alias', ['x']], ['', ['x']], ['a'.repeat(33), ['x']], ['s', ['']], ['s', [5]], ['s', [null]]])('%j %j is MCP_CONFIG', (alias, raws) => {
    expect(faultOf(() => toolNames(alias, raws)).code).toBe('MCP_CONFIG')
  })

  it('names both servers that would have the same tool or alias', () => {
    const servers = [{ alias: 'a', names: toolNames('a', ['b__t']) }, { alias: 'a__b', names: toolNames('a__b', ['t']) }, { alias: 'ok', names: toolNames('ok', ['t']) }]
    const wrong = nameClashes(servers)
    expect([...wrong.keys()].sort()).toEqual(['a', 'a__b'])
    expect(wrong.get('a')).toContain('mcp__a__b__t')
    expect(nameClashes([{ alias: 'x', names: [] }, { alias: 'x', names: [] }]).get('x')).toContain('2 servers')
  })
})

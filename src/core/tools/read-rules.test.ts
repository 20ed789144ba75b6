import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../test/tools/bench'

/** The table of 06 §3 "Rule when changing an existing file": each row with each of the five tools. */
let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(() => bench.close())

let made = 0
/** A fresh file: each row is judged alone. */
function file(content: string): string {
  made += 1
  writeFileSync(join(bench.dir, `f${made}.md`), content)
  return `f${made}.md`
}
interface Changer { readonly tool: string; readonly reader: 'Read' | 'read'; readonly whole: boolean; args(path: string, from?: string, to?: string): object }
const changers: readonly Changer[] = [
  { tool: 'Write', reader: 'Read', whole: true, args: (file_path, _from, to = 'short') => ({ file_path, content: `${to}\n` }) },
  { tool: 'Edit', reader: 'Read', whole: false, args: (file_path, from = 'alpha', to = 'beta') => ({ file_path, old_string: from, new_string: to }) },
  { tool: 'write', reader: 'read', whole: true, args: (path, _from, to = 'short') => ({ path, content: `${to}\n` }) },
  { tool: 'edit', reader: 'read', whole: false, args: (path, from = 'alpha', to = 'beta') => ({ path, edits: [{ oldText: from, newText: to }] }) },
  { tool: 'apply_patch', reader: 'read', whole: false, args: (path, from = 'alpha', to = 'beta') => ({ patch: ['*** Begin Patch', `*** Update File: ${path}`, '@@', `-${from}`, `+${to}`, '*** End Patch'].join('\n') }) },
]
const sessionFor = ({ reader }: Changer): number => bench.session({ profileKey: reader === 'Read' ? 'main' : 'leader.default', permissionMode: 'acceptEdits', writeMode: 'apply' })
const look = (session: number, { reader }: Changer, path: string, more: object = {}) => bench.call(session, reader, { ...(reader === 'Read' ? { file_path: path } : { path }), ...more })
const codeOf = async (session: number, changer: Changer, path: string): Promise<string> => { const done = await bench.call(session, changer.tool, changer.args(path)); return done.code ?? done.status }

describe.each(changers)('06 §3: $tool', (changer) => {
  const needsRead = ['Write', 'Edit', 'write'].includes(changer.tool)

  it(`never read in this session: ${needsRead ? 'NOT_READ' : 'allowed, the old text proves knowledge'}`, async () => {
    const path = file('alpha\n')
    await look(bench.session({ profileKey: changer.reader === 'Read' ? 'main' : 'leader.default' }), changer, path)
    expect(await codeOf(sessionFor(changer), changer, path)).toBe(needsRead ? 'NOT_READ' : 'ok')
    expect(readFileSync(join(bench.dir, path), 'utf8') === 'alpha\n').toBe(needsRead)
  })

  it('the current hash is not the recorded one: STALE_READ, bytes as they were; read again it runs', async () => {
    const path = file('alpha\n')
    const session = sessionFor(changer)
    await look(session, changer, path)
    writeFileSync(join(bench.dir, path), 'alpha\nfrom outside\n')
    expect(await codeOf(session, changer, path)).toBe('STALE_READ')
    expect(readFileSync(join(bench.dir, path), 'utf8')).toBe('alpha\nfrom outside\n')
    await look(session, changer, path)
    expect(await codeOf(session, changer, path)).toBe('ok')
  })

  it('its own write is known: no new read before the next', async () => {
    const path = file('alpha\n')
    const session = sessionFor(changer)
    await look(session, changer, path)
    for (const [from, to] of [['alpha', 'beta'], ['beta', 'gamma']]) expect(await bench.call(session, changer.tool, changer.args(path, from, to))).toMatchObject({ status: 'ok' })
    expect(readFileSync(join(bench.dir, path), 'utf8')).toBe('gamma\n')
  })

  it.each([
    ['4,096 bytes, one line of it unseen', 4_096, 1, 'WOULD_LOSE_TEXT'], ['4,095 bytes, one line of it unseen', 4_095, 1, 'ok'], ['4,096 bytes, all seen in two reads', 4_096, 0, 'ok'],
  ])('%s', async (_name, bytes, unseen, code) => {
    const lines = ['alpha', ...Array.from({ length: 99 }, () => 'x'.repeat(30))]
    const text = `${lines.join('\n')}\n`
    const path = file(`${text.slice(0, -1)}${'y'.repeat(bytes - text.length)}\n`)
    const session = sessionFor(changer)
    await look(session, changer, path, { limit: 50 })
    await look(session, changer, path, { offset: 51 + unseen })
    expect(await codeOf(session, changer, path)).toBe(changer.whole ? code : 'ok')
  })
})

describe('06 §3: the registry', () => {
  it('is not shared with a child', async () => {
    const path = file('alpha\n')
    const parent = bench.session()
    await bench.call(parent, 'read', { path })
    expect(await bench.call(bench.session({ role: 'child', parentId: parent }), 'write', { path, content: 'x' })).toMatchObject({ code: 'NOT_READ' })
  })
  it('outlives the process that kept it', async () => {
    const path = file('alpha\n')
    const session = bench.session()
    await bench.call(session, 'read', { path })
    expect(await bench.again().invoke(bench.caller(session), 'write', { path, content: 'x' })).toMatchObject({ status: 'ok' })
  })
})

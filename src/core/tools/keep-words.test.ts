import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../test/tools/bench'

/** What no call may take from the author: the words behind a mask (08 §4), and the file without which the novel cannot be opened (02 §1). */
let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(() => bench.close())
const text = (path: string): string => readFileSync(join(bench.dir, path), 'utf8')
const session = (): number => bench.session({ permissionMode: 'acceptEdits' })
const wrapped = (...lines: string[]): { patch: string } => ({ patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') })

const key = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789'
const masked: readonly [what: string, own: string][] = [
  ['a key', `密钥是 ${key}。`], ['the tag of the engine', '<system-reminder>别忘</system-reminder>'], ['the tag in other letters', '＜System_Reminder＞别忘'],
]

describe.each(masked)('a text that holds %s', (_what, own) => {
  const whole = `他把信拆开。\n${own}\n门外下着雪。\n`
  async function read(path: string): Promise<{ id: number; shown: string }> {
    writeFileSync(join(bench.dir, path), whole)
    const id = session()
    const { content } = await bench.call(id, 'read', { path })
    return { id, shown: content.replace(/^\s*\d+\t/gm, '') }
  }

  it('is not written over with its mask: whole, or in a patch', async () => {
    const { id, shown } = await read('m.md')
    const line = shown.split('\n').find((each) => each.includes('[secret]') || each.includes('&lt;')) ?? ''
    expect(line).not.toBe('')
    expect(await bench.call(id, 'write', { path: 'm.md', content: `他把信拆开。\n${line}\n门外下着大雪。\n` })).toMatchObject({ status: 'fail', code: 'WOULD_LOSE_TEXT' })
    expect(await bench.call(id, 'apply_patch', wrapped('*** Update File: m.md', '-门外下着雪。', '+门外下着雪。', `+${line}`))).toMatchObject({ status: 'fail', code: 'WOULD_LOSE_TEXT' })
    expect(text('m.md')).toBe(whole)
  })

  it('is changed elsewhere, and by whoever leaves the words out or writes them', async () => {
    const { id } = await read('n.md')
    expect(await bench.call(id, 'edit', { path: 'n.md', edits: [{ oldText: '下着雪', newText: '下着大雪~' }] })).toMatchObject({ status: 'ok' })
    expect(text('n.md')).toBe(whole.replace('下着雪', '下着大雪~'))
    expect(await bench.call(id, 'write', { path: 'n.md', content: '他把信拆开。\n门外下着大雪。\n又过了一夜。\n' })).toMatchObject({ status: 'ok' })
  })
})

it('words that only look like a mask are the author\'s own', async () => {
  writeFileSync(join(bench.dir, 'own.md'), '他写下 [secret] 和 &lt;。\n')
  const id = session()
  await bench.call(id, 'read', { path: 'own.md' })
  expect(await bench.call(id, 'write', { path: 'own.md', content: '他写下 [secret]、[secret] 和 &lt;。\n' })).toMatchObject({ status: 'ok' })
})

describe('project.yaml', () => {
  it.each<[string, string, object]>([
    ['deleted', 'apply_patch', wrapped('*** Delete File: project.yaml')],
    ['moved away', 'apply_patch', wrapped('*** Update File: project.yaml', '*** Move to: old.yaml')],
    ['deleted by its other address', 'apply_patch', wrapped('*** Delete File: workspace/demo/project.yaml')],
    ['replaced by another file', 'apply_patch', wrapped('*** Update File: other.yaml', '*** Move to: project.yaml')],
  ])('is not %s', async (_how, tool, args) => {
    const before = text('project.yaml')
    writeFileSync(join(bench.dir, 'other.yaml'), 'x: 1\n')
    const id = session()
    await bench.call(id, 'read', { path: 'project.yaml' })
    expect((await bench.call(id, tool, args)).content).toContain('MANIFEST_NEEDED')
    expect(text('project.yaml')).toBe(before)
  })

  it('takes no text with which the novel cannot be opened, and any other', async () => {
    const before = text('project.yaml')
    const id = session()
    await bench.call(id, 'read', { path: 'project.yaml' })
    for (const content of ['garbage: [', 'kind: song\ntitle: x\n', '']) expect(await bench.call(id, 'write', { path: 'project.yaml', content })).toMatchObject({ status: 'fail', code: 'PROJECT_MANIFEST_INVALID' })
    expect(text('project.yaml')).toBe(before)
    expect(await bench.call(id, 'write', { path: 'project.yaml', content: `${before}note: 她的第一部\n` })).toMatchObject({ status: 'ok' })
    // One in a folder of the novel is a text like others.
    expect(await bench.call(id, 'write', { path: 'lore/project.yaml', content: 'garbage: [' })).toMatchObject({ status: 'ok' })
    expect(await bench.call(id, 'apply_patch', wrapped('*** Delete File: lore/project.yaml'))).toMatchObject({ status: 'ok' })
  })
})

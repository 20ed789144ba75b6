import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Approval } from '@shared/approval'
import { openBench, type Bench } from '../../../test/tools/bench'
import { createApprovalStore } from './approvals/store'

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(async () => { await bench.close() })

const store = () => createApprovalStore(bench.project)
const place = (path: string) => join(bench.dir, path)
const file = (path: string) => (existsSync(place(path)) ? readFileSync(place(path), 'utf8') : null)
const approve = (row: Approval) => bench.pipeline.answer(row.id, 'approve', row.effectsHash, 'author', null)

describe('a file that changed while its card waited (05 §9 58, 09 P3)', () => {
  it.each([
    ['write over a text it had read', 'write', '一\n', { content: '甲\n' }, '作者刚改的\n', '甲\n'],
    ['write of a new text that is there by now', 'write', null, { content: '甲\n' }, '作者刚写的\n', '甲\n'],
    ['edit of a text it had read', 'edit', '一\n二\n', { edits: [{ oldText: '二', newText: '贰' }] }, '壹\n二\n', '壹\n贰\n'],
    ['write that would drop most of a long text', 'write', `${'一行旧文字，很长很长很长。\n'.repeat(300)}`, { content: '甲\n' }, `${'作者重写的一行文字。\n'.repeat(300)}`, '甲\n'],
  ] as const)('%s: stale, the new card shows the text as it is now, and only that card runs', async (name, tool, before, args, meanwhile, after) => {
    const path = `${name.replaceAll(' ', '-')}.md`
    const session = bench.session({ workMode: 'discuss' })
    if (before !== null) {
      writeFileSync(place(path), before)
      await bench.call(session, 'read', { path })
    }
    const asked = await bench.call(session, tool, { path, ...args })
    expect(asked.status, asked.content).toBe('needs_approval')
    const row = store().get(asked.approval?.id ?? '')
    writeFileSync(place(path), meanwhile)
    const answered = await approve(row)
    expect(answered).toMatchObject({ status: 'stale', result: null })
    expect(file(path), 'nothing ran').toBe(meanwhile)
    expect(await approve(row)).toMatchObject({ code: 'APPROVAL_NOT_PENDING', fault: { message: expect.stringContaining(`${answered.newId ?? ''} took its place.`) as string } })
    const next = store().get(answered.newId ?? '')
    expect(next).toMatchObject({ status: 'pending', replaces: row.id })
    expect(next.effects[0]?.preview).toContain(meanwhile.split('\n')[0])
    expect(await approve(next)).toMatchObject({ status: 'executed' })
    expect(file(path)).toBe(after)
  })

  it('outside a card the model must have read what it overwrites', async () => {
    writeFileSync(place('unread.md'), '一\n')
    expect(await bench.call(bench.session(), 'write', { path: 'unread.md', content: '甲\n' })).toMatchObject({ status: 'fail', code: 'NOT_READ' })
  })
})

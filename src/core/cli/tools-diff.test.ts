import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Io } from './io'
import { main } from './main'

const dir = mkdtempSync(join(tmpdir(), 'wenqu-diff-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function diff(before: string, after: string, ...more: string[]) {
  const files = [before, after].map((text, index) => {
    const file = join(dir, `${index}.json`)
    writeFileSync(file, text)
    return file
  })
  const done = { code: -1, out: '', err: '' }
  const io: Io = { out: (text) => { done.out += text }, err: (text) => { done.err += text }, isTerminal: false, async *stdin() { yield '' }, env: {} }
  done.code = await main(['tools', 'diff', ...files, ...more], io)
  return done
}
const schema = (values: string[]) => JSON.stringify({ type: 'object', additionalProperties: false, required: [], properties: { mode: { enum: values } } })

describe('wenqu tools diff (10)', () => {
  it('compatible: exit 0', async () => {
    expect(await diff(schema(['a']), schema(['a', 'b']))).toMatchObject({ code: 0, out: expect.stringMatching(/^compatible\n✓ enum-added/), err: '' })
  })
  it('breaking: exit 1, the case behind each change', async () => {
    const done = await diff(schema(['a', 'b']), schema(['a']), '--json')
    expect([done.code, JSON.parse(done.out)]).toEqual([1, { verdict: 'breaking', changes: [{ pointer: '/properties/mode/enum', case: 'enum-removed', verdict: 'breaking', why: 'no longer accepted: "b"' }] }])
  })
  it.each([['not JSON', '{', '{}'], ['no schema', '[]', '{}'], ['a link that leads nowhere', '{}', '{"$ref":"#/x"}']])('unreadable (%s): exit 2, one line', async (_what, before, after) => {
    const done = await diff(before, after)
    expect([done.code, done.out, done.err.trimEnd().split('\n').length, done.err.includes('SCHEMA_UNREADABLE')]).toEqual([2, '', 1, false])
    const told = await diff(before, after, '--json')
    expect([told.code, JSON.parse(told.out), told.err]).toEqual([2, { status: 'fail', code: 'SCHEMA_UNREADABLE', content: `[FAIL] SCHEMA_UNREADABLE: ${done.err.trim()}`, details: {} }, ''])
  })
})

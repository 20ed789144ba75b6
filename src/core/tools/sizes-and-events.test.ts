import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { fail } from '@shared/fault'
import { benchProfiles, openBench, type Bench } from '../../../test/tools/bench'
import { defineTool, eraseTool } from './define-tool'

/** 08 §5 at its bounds and 08 §6, through `invoke`. */
const common = { risk: 'low', gate: 'none', result: 'content', mutates: false, needs: [] } as const
const text = z.strictObject({ head: z.string().describe('What the text begins with.'), of: z.string().describe('What it is filled with.'), times: z.int().describe('How often it is filled.') })
const said = ({ head, of, times }: z.output<typeof text>): string => head + of.repeat(times)
const long = (name: string, caps?: { modelChars: number }) => eraseTool(defineTool({
  ...common, name, operation: `test.${name}`, description: 'Gives a long text. Use in tests.', input: text, ...(caps === undefined ? {} : { caps }),
  prepare: (args) => ({ plan: said(args), effects: [] }), run: (value) => ({ value, changes: [] }), say: (value) => value,
}))
const failing = eraseTool(defineTool({ ...common, name: 'failing', operation: 'test.failing', description: 'Fails with many words. Use in tests.', input: text, prepare: (args) => fail('TOO_LONG', said(args)), run: () => ({ value: null, changes: [] }), say: () => '' }))
const busy = eraseTool(defineTool({
  ...common, name: 'busy', operation: 'test.busy', description: 'Tells how far it is. Use in tests.', input: z.strictObject({}), prepare: () => ({ plan: null, effects: [] }),
  run: (_plan, _services, { progress, output }) => { for (let n = 0; n < 1_000; n += 1) progress('counting', { done: n, total: 1_000, note: `第${n}章` }); output?.('雪'.repeat(5_000)); return { value: null, changes: [] } }, say: () => 'done',
}))

const steps = eraseTool(defineTool({
  ...common, name: 'steps', operation: 'test.steps', description: 'Does two things, the second at length. Use in tests.', input: z.strictObject({}), prepare: () => ({ plan: null, effects: [] }),
  async run(_plan, _services, { progress, caller }) {
    progress('first')
    progress('second', { note: 'a' })
    progress('second', { note: 'b' })
    await vi.waitFor(() => expect(of('call.progress', caller.callId).length).toBe(2))
    progress('third')
    return { value: null, changes: [] }
  },
  say: () => 'done',
}))

const profiles = benchProfiles()
const writer = profiles.get('writer')
if (writer !== undefined) {
  const tools = ['long', 'wide', 'failing', 'busy', 'steps']
  profiles.set('reader', { ...writer, key: 'reader', tools: [...tools, 'read'] })
  profiles.set('blind', { ...writer, key: 'blind', tools })
}
let bench: Bench
beforeAll(async () => { bench = await openBench([{ name: 'neb', tools: [long('long'), long('wide', { modelChars: 50_000 }), failing, busy, steps] }], profiles) })
afterAll(() => bench.close())
const call = (tool: string, args: object, profileKey = 'reader', callId = bench.project.env.id('call')) => bench.call(bench.session({ profileKey }), tool, args, { callId })

describe('08 §5', () => {
  it.each([['long', 30_000], ['wide', 50_000]])('%s: %i characters are shown whole, one more is cut and counted', async (tool, most) => {
    expect(await call(tool, { head: '', of: '雪', times: most })).toMatchObject({ content: '雪'.repeat(most), truncated: null })
    const cut = await call(tool, { head: '', of: '雪', times: most + 1 }, 'reader', `cut_${tool}`)
    expect(cut.truncated).toEqual({ shown: most, total: most + 1, ref: `result://cut_${tool}` })
    expect(cut.content.slice(most)).toBe(`\n… 1 more line (1 characters). Full text: result://cut_${tool}, offset 1.`)
  })

  it('a character of two units counts once and is never halved', async () => {
    const cut = await call('long', { head: '', of: '𠮷', times: 30_001 })
    expect([cut.truncated?.shown, cut.content.isWellFormed()]).toEqual([30_000, true])
    expect((await call('long', { head: '', of: '𠮷', times: 30_000 })).truncated).toBeNull()
  })

  it('a failure has 8,000', async () => {
    const room = 8_000 - '[FAIL] TOO_LONG: '.length
    expect(await call('failing', { head: '', of: 'x', times: room })).toMatchObject({ status: 'fail', code: 'TOO_LONG', truncated: null })
    expect(await call('failing', { head: '', of: 'x', times: room + 1 })).toMatchObject({ code: 'TOO_LONG', truncated: { shown: 8_000, total: 8_001 } })
  })

  it('8 MiB are kept; what is beyond is said, and no character is halved', async () => {
    const session = bench.session({ profileKey: 'reader' })
    const times = Math.ceil((8 * 1_048_576) / 3)
    const kept = await bench.call(session, 'long', { head: '', of: '雪\n', times: Math.floor((8 * 1_048_576) / 4) }, { callId: 'fits' })
    expect(kept.content).not.toContain('dropped')
    const over = await bench.call(session, 'long', { head: 'x\n', of: '雪', times }, { callId: 'over' })
    const bytes = 2 + times * 3 - 8 * 1_048_576
    expect(over.content).toMatch(new RegExp(` Full text: result://over, offset 2\\. The last ${bytes} bytes were dropped\\.$`))
    const stored = await bench.project.blobs.get(String(bench.project.sessionsDb.prepare("SELECT json_extract(stages, '$.full') FROM Call WHERE callId = 'over'").pluck().get()))
    expect([stored === null, Buffer.from(stored ?? []).toString('utf8').includes('\uFFFD'), (stored?.length ?? 0) <= 8 * 1_048_576]).toEqual([false, false, true])
  })

  it('a session that can open no address is told to narrow the call', async () => {
    expect((await call('long', { head: '', of: 'x', times: 30_001 }, 'blind')).content).toMatch(/\(1 characters\)\. Narrow the call to see the rest\.$/)
  })
})

const of = (type: string, callId: string) => bench.events.filter((event) => event.type === type && 'callId' in event && event.callId === callId)

describe('08 §6', () => {
  it('progress reaches the window at most 4 times a second; output by its last 4,000 characters; one end', async () => {
    const began = performance.now()
    await call('busy', {}, 'reader', 'busy')
    const seen = of('call.progress', 'busy')
    expect(seen[0]).toMatchObject({ stage: 'counting', done: 0, total: 1_000, note: '第0章' })
    expect(seen.length).toBeLessThanOrEqual(1 + (performance.now() - began) / 250)
    expect(of('call.output', 'busy')).toMatchObject([{ tail: '雪'.repeat(4_000) }])
    expect(of('call.end', 'busy')).toMatchObject([{ status: 'ok', code: null, ms: expect.any(Number) }])
  })

  it('of what came too soon the last is told a little later, and nothing after the end', async () => {
    const session = bench.session({ profileKey: 'reader' })
    const running = bench.call(session, 'steps', {}, { callId: 'steps' })
    // For a window that comes in between: what was said last, also what is told only a little later.
    await vi.waitFor(() => expect(bench.pipeline.stage(session, 'steps')).toEqual({ name: 'second', done: null, total: null, note: 'b' }))
    await running
    expect(bench.pipeline.stage(session, 'steps')).toBeNull()
    expect(of('call.progress', 'steps')).toMatchObject([{ stage: 'first', done: null, total: null, note: null }, { stage: 'second', note: 'b' }])
    const kinds = bench.events.flatMap((event) => ('callId' in event && event.callId === 'steps' ? [event.type] : []))
    expect(kinds.at(-1)).toBe('call.end')
  })

  it('a call that waits for the author tells so, with no end and no heartbeat, until it is answered', async () => {
    const session = bench.session({ workMode: 'discuss' })
    const { approval, details } = await bench.call(session, 'write', { path: 'w.md', content: 'x' }, { callId: 'waits' })
    const starts = bench.events.filter((event) => event.type === 'call.start' && event.call.callId === 'waits')
    expect([starts.length, of('call.waiting', 'waits'), of('call.heartbeat', 'waits'), of('call.end', 'waits')]).toEqual([1, [expect.objectContaining({ approvalId: approval?.id })], [], []])
    await bench.pipeline.answer(approval?.id ?? '', 'approve', String(details['effectsHash']), 'author', null)
    expect(of('call.end', 'waits')).toMatchObject([{ status: 'ok' }])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../../../test/tools/bench'

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(async () => { await bench.close() })

/** Messages as the store holds them, each after the one before. */
function fill(session: number, payloads: object[], type = 'message'): void {
  const db = bench.project.sessionsDb
  for (const payload of payloads) {
    const seq = (db.prepare<[number], { n: number | null }>('SELECT max(seq) AS n FROM Entry WHERE sessionId = ?').get(session)?.n ?? 0) + 1
    const id = `en_${session}_${seq}`
    db.prepare("INSERT INTO Entry (id, sessionId, parentId, seq, type, at, origin, payload) VALUES (?, ?, (SELECT activeLeafId FROM Session WHERE id = ?), ?, ?, '', 'user', ?)").run(id, session, session, seq, type, JSON.stringify(payload))
    db.prepare('UPDATE Session SET activeLeafId = ? WHERE id = ?').run(id, session)
  }
}
const user = (text: string) => ({ role: 'user', text, intent: 'normal' })
const ask = (session: number, args: object) => bench.call(session, 'RecallHistory', args)

describe('RecallHistory (04 §5)', () => {
  it('shows a range with its header, roles, calls and the next offset', async () => {
    const session = bench.session({ profileKey: 'main' })
    fill(session, [user('写雪夜'), { role: 'assistant', text: '先读', calls: [{ id: 'c', tool: 'Read', args: { file_path: 'a.md' } }] }, { role: 'toolResult', callId: 'c', tool: 'Read', result: { content: '1\t雪' } }, user('好')])
    expect((await ask(session, { offset: 0, limit: 3 })).content).toBe('Messages 0-2 of 4.\n\n[0] user:\n写雪夜\n\n[1] assistant:\n先读\n(called Read {"file_path":"a.md"})\n\n[2] tool: Read\n1\t雪\n\nNext offset: 3.')
    expect((await ask(session, { offset: 3 })).content).toBe('Messages 3-3 of 4.\n\n[3] user:\n好\n\nThis is the end.')
  })
  it('out of range succeeds', async () => {
    const session = bench.session({ profileKey: 'main' })
    fill(session, [user('一')])
    expect(await ask(session, { offset: 9 })).toMatchObject({ status: 'ok', content: 'No messages from 9 on; there are 1.\n\nThis is the end.', details: { shown: 0, total: 1, next: null } })
  })
  it('20 when nothing is said, 50 at most, blocks of 2,000 and 24,000 in all', async () => {
    const session = bench.session({ profileKey: 'main' })
    fill(session, Array.from({ length: 60 }, (_, n) => user(`${n}`)))
    expect((await ask(session, { offset: 0 })).details).toMatchObject({ shown: 20, next: 20 })
    expect((await ask(session, { offset: 0, limit: 500 })).details).toMatchObject({ shown: 50, next: 50 })
    const long = bench.session({ profileKey: 'main' })
    fill(long, Array.from({ length: 20 }, () => user('雪'.repeat(3_000))))
    const page = await ask(long, { offset: 0 })
    expect(page.content).toContain('… (1000 more characters)')
    expect(page.content.length).toBeLessThanOrEqual(24_200)
    expect(page.details).toMatchObject({ shown: 11, next: 11 })
  })
  it('noeta always has it; nbook once something was summarised or cleared', async () => {
    const names = (profileKey: string, session?: number) => bench.pipeline.definitions(profileKey, 'root', session).map((one) => one.name)
    expect([names('main').includes('RecallHistory'), names('leader.default').includes('RecallHistory')]).toEqual([true, false])
    const session = bench.session()
    fill(session, [user('一')])
    expect(await ask(session, { offset: 0 })).toMatchObject({ status: 'denied', code: 'TOOL_NOT_GRANTED' })
    fill(session, [{ callIds: [] }], 'clearing')
    expect(names('leader.default', session)).toContain('RecallHistory')
    expect(await ask(session, { offset: 0 })).toMatchObject({ status: 'ok' })
  })
})

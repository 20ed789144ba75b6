import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../../../test/tools/bench'
import { fireDue } from '../../../schedule/fire-schedules'
import { createScheduleStore, nextAfter } from '../../../schedule/schedule-store'

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(() => bench.close())

describe('Pop (08 §3)', () => {
  it('shows texts, pictures and entities, and says why an item cannot be shown', async () => {
    writeFileSync(join(bench.dir, 'note.md'), 'x\n')
    writeFileSync(join(bench.dir, 'map.PNG'), 'x')
    const session = bench.session()
    await bench.call(session, 'save_story_chapter', { action: 'create', name: 'one', title: '第一夜' })
    bench.world.createSubject({ id: 'hero', type: 'character', name: '阿英' }, 1n, {}, 'x')
    const done = await bench.call(session, 'Pop', { items: [{ path: 'note.md' }, { path: 'map.PNG', title: '地图' }, { ref: 'chapter://1' }, { ref: 'subject://hero' }, { path: '../out.md' }, { ref: 'scene://99' }, { ref: 'what' }] })
    expect(done.status).toBe('ok')
    expect(done.content.split('\n')).toEqual(['[OK] shown 4 of 7', expect.stringMatching(/^\.\.\/out\.md: PATH_OUTSIDE/), expect.stringMatching(/^scene:\/\/99: ENTITY_NOT_FOUND/), expect.stringMatching(/^what: REF_INVALID/)])
    expect(done.details['cards']).toEqual([
      { kind: 'text', title: 'note.md', path: 'note.md', ref: null }, { kind: 'picture', title: '地图', path: 'map.PNG', ref: null }, { kind: 'chapter', title: '第一夜', path: null, ref: 'chapter://1' }, { kind: 'subject', title: '阿英', path: null, ref: 'subject://hero' },
    ])
    expect(await bench.call(session, 'Pop', { items: [{ path: 'no.md' }] })).toMatchObject({ status: 'fail', code: 'NOTHING_SHOWN' })
    expect(await bench.call(session, 'Pop', { items: [{ path: 'a.md', ref: 'scene://1' }, {}] })).toMatchObject({ code: 'ARGS_INVALID' })
  })

  it('only the session the author talks to, and only by name', async () => {
    expect(await bench.call(bench.session({ role: 'child' }), 'Pop', { items: [{ path: 'note.md' }] })).toMatchObject({ code: 'TOOL_NOT_GRANTED' })
    expect(await bench.call(bench.session({ profileKey: 'asker' }), 'Schedule', { action: 'list' })).toMatchObject({ code: 'TOOL_NOT_GRANTED' })
  })
})

describe('Schedule (08 §3)', () => {
  const yes = { approve: 'yes' as const }
  const later = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

  it('asks, keeps one of a name, lists and cancels', async () => {
    const session = bench.session()
    const at = later(5)
    expect(await bench.call(session, 'Schedule', { action: 'create', name: 'words', at, message: 'Count the words.' })).toMatchObject({ status: 'needs_approval', code: 'RISK_MEDIUM', approval: { effects: [{ kind: 'schedule', target: 'words', preview: `after: ${at}, once\nCount the words.` }] } })
    for (const message of ['a', 'b']) expect(await bench.call(session, 'Schedule', { action: 'create', name: 'daily', every: 'daily', message }, yes)).toMatchObject({ status: 'ok', content: expect.stringMatching(/^\[OK\] Planned "daily"\. daily: \d{4}-.*, daily$/) })
    expect((await bench.call(session, 'Schedule', { action: 'list' }, yes)).details['schedules']).toMatchObject([{ name: 'daily', message: 'b', every: 'daily' }])
    expect(await bench.call(bench.session(), 'Schedule', { action: 'list' }, yes)).toMatchObject({ content: '[OK] Nothing is planned.' })
    expect(await bench.call(session, 'Schedule', { action: 'cancel', name: 'daily' }, yes)).toMatchObject({ content: '[OK] Cancelled "daily". Nothing is planned.' })
    expect(await bench.call(session, 'Schedule', { action: 'cancel', name: 'daily' }, yes)).toMatchObject({ code: 'SCHEDULE_UNKNOWN' })
    expect(await bench.call(session, 'Schedule', { action: 'create', name: 'x', at: '2001-01-01T00:00:00Z', message: 'x' }, yes)).toMatchObject({ code: 'SCHEDULE_PAST' })
    expect((await bench.call(session, 'Schedule', { action: 'create' }, yes)).content).toMatch(/\/name: missing[\s\S]*\/message: missing[\s\S]*\/at: missing/)
  })

  it('fires once each, the next time counted from the planned one; what was missed comes once, marked late', () => {
    const store = createScheduleStore(bench.project)
    const [session, busy, gone] = [bench.session(), bench.session(), bench.session()]
    const past = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
    const [justNow, missed] = [past(0.1), past(150)]
    store.put(session, { name: 'once', message: 'Now.', every: null, nextAt: justNow })
    store.put(session, { name: 'hourly', message: 'Again.', every: 'hourly', nextAt: missed })
    store.put(busy, { name: 'wait', message: 'Wait.', every: null, nextAt: justNow })
    store.put(gone, { name: 'never', message: 'Never.', every: null, nextAt: justNow })
    store.put(session, { name: 'later', message: 'Later.', every: null, nextAt: later(1) })
    const told: string[] = []
    const deliver = (id: number, text: string) => { if (id === busy) return 'later' as const; if (id === gone) return 'refused' as const; told.push(text); return 'accepted' as const }
    expect(fireDue({ project: bench.project, deliver })).toBe(3)
    expect(told).toEqual([expect.stringMatching(new RegExp(`^\\[Schedule "hourly", planned for ${missed}, late: it is .*\\]\nAgain\\.$`)), `[Schedule "once", planned for ${justNow}]\nNow.`])
    expect(store.list(session).map((one) => [one.name, one.nextAt])).toEqual([['hourly', new Date(Date.parse(missed) + 3 * 3_600_000).toISOString()], ['later', expect.any(String)]])
    expect([store.list(busy).map((one) => one.nextAt), store.list(gone)]).toEqual([[justNow], []])
    expect(fireDue({ project: bench.project, deliver })).toBe(0)
    expect(told).toHaveLength(2)
  })

  it.each([['2026-01-01T00:00:00.000Z', 'daily', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'], ['2026-01-01T00:00:00.000Z', 'hourly', '2026-01-01T05:30:00.000Z', '2026-01-01T06:00:00.000Z'], ['2026-01-01T00:00:00.000Z', 'weekly', '2026-01-20T00:00:00.000Z', '2026-01-22T00:00:00.000Z']] as const)('%s %s at %s → %s', (planned, every, now, next) => {
    expect(nextAfter(planned, every, new Date(now))).toBe(next)
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isFault } from '@shared/fault'
import { endsOfKills } from '../../../test/world/killed-writer'
import { WorldMoved } from './types'
import { codeOf, emptyWorld, hp, labels, specSchema, specWorld, writeOf, type WorldFixture } from './world-fixture'

const agent = { actor: 'agent', sessionId: 1 } as const
const folder = mkdtempSync(join(tmpdir(), 'wenqu-world-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const hero = (path: string, value: number, op: 'replace' | 'increment' = 'replace') => ({ subjectId: 'hero', path, op, value })
const moved = (run: () => unknown): boolean => {
  try {
    run()
    return false
  } catch (error) {
    if (!(error instanceof WorldMoved)) throw error
    return true
  }
}

describe('runs', () => {
  it('see the committed world and their own writes, and nothing of them is there before the commit', () => {
    const f = specWorld()
    const before = f.dump()
    const run = f.world.begin()
    const { sliceId } = run.write(writeOf(150, [hero('/hp', 50)]))
    expect([run.attrs('hero')?.['hp'], run.attrs('hero', { at: 149n })?.['hp'], run.slice(sliceId).title, run.slices({ order: 'desc' }).items.map((s) => s.id), run.slices({ limit: 1, offset: 1 }), run.now()]).toMatchObject(
      [20, 100, 'x', ['3', '2', '4', '1'], { items: [{ id: '4' }], total: 4 }, 300n])
    run.write({ do: 'hide', sliceId: '3' })
    expect([run.now(), run.findRefs('inn'), codeOf(() => run.slice('3')), run.slices({ subjectIds: ['hero', 'inn'], subjectMode: 'all' }).items.map((s) => s.id)]).toEqual([200n, [], 'SLICE_UNKNOWN', ['1']])
    expect(f.dump()).toBe(before)
    expect(f.events).toEqual([])
    const saved = f.world.commit(run, { by: agent })
    expect(saved).toMatchObject({ slices: ['4', '3'], patches: 1 })
    expect(f.world.slice(sliceId).patches).toMatchObject([{ path: '/hp', value: 50 }])
    expect(f.events).toEqual([{ type: 'world.changed', slices: ['4', '3'], subjects: ['hero'], by: 'agent' }, { type: 'trash.changed' }])
  })

  it('a write that fails leaves the run as it was', () => {
    const f = specWorld()
    const run = f.world.begin()
    run.write(writeOf(400, [hero('/hp', 1)]))
    expect(codeOf(() => run.write(writeOf(500, [hero('/hp', 2), { ...hero('/hp', 0), value: 'x' }])))).toBe('VALUE_INVALID')
    expect(codeOf(() => run.write({ do: 'edit', sliceId: '2', edits: [{ add: { subjectId: 'hero', path: '/location/x', op: 'replace', value: 1 } }] }))).toBe('CROSS_REF')
    expect(run.effects().slices.map((s) => [s.id, s.done])).toEqual([['4', 'created']])
  })

  it('end when the committed world is another, and commit nothing', () => {
    const f = specWorld()
    const run = f.world.begin()
    run.write(writeOf(400, [hero('/hp', 1)]))
    f.w(500, { path: '/hp', op: 'replace', value: 2 })
    const before = f.dump()
    expect([() => run.attrs('hero'), () => run.write(writeOf(600, [hero('/hp', 1)])), () => run.effects(), () => f.world.commit(run, { by: agent })].map(moved)).toEqual([true, true, true, true])
    expect(f.dump()).toBe(before)
  })

  it('a schema that changes under a run ends it too', () => {
    const f = specWorld()
    const run = f.world.begin()
    run.write(writeOf(400, [hero('/hp', 1)]))
    f.files.schema = { ...specSchema(), hash: 'another' }
    expect(moved(() => f.world.commit(run, { by: agent }))).toBe(true)
  })

  it('are committed once however often the call comes', () => {
    const f = specWorld()
    const how = { by: agent, exactlyOnce: { sessionId: 1, callId: 'c1' } }
    const commit = () => { const run = f.world.begin(); run.write(writeOf(400, [hero('/hp', 1)])); return f.world.commit(run, how) }
    const first = commit()
    expect([f.world.appliedCall(1, 'c1'), f.world.appliedCall(1, 'c2')]).toEqual([first, null])
    const again = f.world.begin()
    expect([f.world.commit(again, how), f.world.slices().total]).toEqual([first, 4])
  })

  it('effects bind instants, fields and patches, never ids; a dry run says what would be', () => {
    const effects = (title: string, before?: (f: WorldFixture) => void) => {
      const f = specWorld()
      before?.(f)
      const run = f.world.begin()
      run.write(writeOf(150, [hero('/hp', 50)], title))
      return run.effects()
    }
    const one = effects('x')
    expect(one).toMatchObject({
      slices: [{ id: '4', done: 'created', title: 'x', instant: 150n, time: 'T150', patches: 1 }],
      changes: [{ subject: { id: 'hero' }, at: 150n, before: { hp: 100 }, after: { hp: 50 } }], issues: [{ label: 'A1', sliceId: '2' }],
    })
    expect(effects('x', (f) => { f.w(900, { path: '/mood', op: 'replace', value: 'x' }) }).hash).toBe(one.hash)
    expect(effects('y').hash).not.toBe(one.hash)
  })

  it('issues that a later write of the run mends are not among those of the commit', () => {
    const f = specWorld()
    const run = f.world.begin()
    expect(labels(run.write(writeOf(400, [hero('/gold', 5, 'increment')])).issues)).toBe('E1 4 /gold')
    run.write(writeOf(350, [hero('/gold', 1)]))
    expect(labels(f.world.commit(run, { by: agent }).issues)).toBe('A1 4 /gold')
    expect(f.world.issues()).toEqual([])
  })

  it('slices may change places in one run', () => {
    const f = specWorld()
    f.save({ do: 'edit', sliceId: '3', edits: [], meta: { time: '1000' } }, { do: 'edit', sliceId: '2', edits: [], meta: { time: '300' } }, { do: 'edit', sliceId: '3', edits: [], meta: { time: '200' } })
    expect(f.world.slices().items.map((s) => [s.id, s.instant])).toEqual([['1', '100'], ['3', '200'], ['2', '300']])
  })
})

describe('many writers (03 §7)', () => {
  it('a hundred at one instant: one slice, and every other is told which', () => {
    const path = join(folder, 'hundred.sqlite')
    const worlds = Array.from({ length: 100 }, () => emptyWorld(specSchema(), path))
    const first = worlds[0]
    first?.save(writeOf(0, [{ subjectId: 'hero', path: '/mood', op: 'replace', value: 'x', type: 'character' }]))
    // All of them begin before any commits; who finds the world moved starts again, as a script does.
    const runs = worlds.map((f) => { const run = f.world.begin(); run.write(writeOf(50, [hero('/hp', 1)], 'mine')); return { f, run } })
    const ends = runs.map(({ f, run }) => {
      if (!moved(() => f.world.commit(run, { by: agent }))) return 'saved'
      try {
        f.world.begin().write(writeOf(50, [hero('/hp', 1)], 'mine'))
        return 'written twice'
      } catch (error) {
        return isFault(error) ? `${error.fault.code} ${String(error.fault.data?.['sliceId'])} ${String(error.fault.data?.['title'])}` : 'defect'
      }
    })
    expect(ends.filter((end) => end === 'saved')).toHaveLength(1)
    expect(ends.filter((end) => end === 'SLICE_EXISTS 2 mine')).toHaveLength(99)
    expect(first?.world.slices().total).toBe(2)
    for (const f of worlds) f.db.close()
  }, 120_000)

  it('a process killed in a commit leaves all or nothing', async () => {
    // Before the first row, between rows, at the commit itself, never: every step is tried in the long tests.
    expect(await endsOfKills(folder, [1, 6, 12, 99])).toEqual(['nothing', 'nothing', 'nothing', 'all'])
  }, 120_000)
})

describe('other processes', () => {
  it('what another connection commits is seen: states, issues, findRefs', () => {
    const path = join(folder, 'two.sqlite')
    const [one, two] = [emptyWorld(specSchema(), path), emptyWorld(specSchema(), path)]
    one.save(writeOf(0, [{ subjectId: 'hero', path: '/hp', op: 'replace', value: 5, type: 'character' }, { subjectId: 'inn', path: '/danger', op: 'replace', value: 0, type: 'location' }]))
    expect([hp(two), two.world.issues(), two.world.findRefs('inn')]).toEqual([5, [], []])
    one.w(10, { path: '/location', op: 'replace', value: 'subject://inn' }, { path: '/gold', op: 'increment', value: 1 })
    expect([labels(two.world.issues()), two.world.findRefs('inn')]).toEqual(['E1 2 /gold', [{ subjectId: 'hero', attr: '/location' }]])
    one.db.close()
    two.db.close()
  })
})

import Database from 'better-sqlite3'
import { ulid } from 'ulid'
import { fail } from '@shared/fault'
import type { CoreEvent } from '@shared/events'
import type { Json, PatchInput, WorldIssue, WorldWrite } from '@shared/world'
import { project001 } from '../project/migrations/project-001'
import { project002 } from '../project/migrations/project-002'
import { project003 } from '../project/migrations/project-003'
import type { Attr, Calendar, ScalarAttr, WorldFiles, WorldSaved, WorldSchema, WorldService } from './types'
import { createWorldService } from './world-service'

const scalar = (type: ScalarAttr['type'], more: Partial<ScalarAttr> = {}): ScalarAttr => ({ kind: 'scalar', type, ...more })
const ref = (target: string): ScalarAttr => scalar('ref', { target })
export const schemaOf = (types: Record<string, Record<string, Attr>>, hash: string): WorldSchema =>
  ({ types: Object.fromEntries(Object.entries(types).map(([name, attrs]) => [name, { attrs }])), hash, empty: Object.keys(types).length === 0 })

/** The schema of 03 §2. */
export const specTypes: Record<string, Record<string, Attr>> = {
  character: {
    hp: scalar('int', { default: 100 }), rank: scalar('enum', { values: ['外门', '内门'] }), mood: scalar('string'), location: ref('location'),
    skills: { kind: 'collection', item: scalar('string') }, log: { kind: 'list', item: scalar('string') }, equipment: { kind: 'object', fields: { weapon: ref('item') } },
    bonds: { kind: 'object', item: scalar('int') }, events: { kind: 'embedding', form: 'array' }, memory: { kind: 'embedding', form: 'record' },
  },
  location: { owner: ref('character'), danger: scalar('float', { default: 0 }) },
  item: { durability: scalar('int', { default: 100 }) },
}
export const specSchema = (): WorldSchema => schemaOf(specTypes, 'spec')
export const emptySchema = (): WorldSchema => schemaOf({}, 'empty')

/** A calendar that writes instants as days and seconds: any will do where the calendar itself is not the subject. */
export const plainCalendar: Calendar = {
  kind: 'simple', hash: 'plain', sample: { format: 'T{n}', examples: ['T0', 'T-5'] },
  parse: (text) => (/^T-?\d+$/u.test(text) ? BigInt(text.slice(1)) : fail('TIME_INVALID', `"${text}" is no time.`)),
  format: (instant) => `T${instant}`,
}

export interface WorldFixture {
  db: Database.Database; world: WorldService; events: CoreEvent[]; files: { schema: WorldSchema; calendar: Calendar | null }
  /** One write in a run of its own, committed as an agent. */
  save(...writes: WorldWrite[]): WorldSaved
  /** slice.write with one patch or several for `hero`, at an instant. */
  w(time: number | bigint, ...patches: (Partial<PatchInput> & Pick<PatchInput, 'path' | 'op'>)[]): WorldSaved
  dump(): string
}

const agent = { actor: 'agent', sessionId: 1 } as const
export const writeOf = (time: number | bigint, patches: PatchInput[], title = 'x'): WorldWrite => ({ do: 'write', slice: { time: String(time), title, patches } })

export function dumpOf(db: Database.Database): string {
  return JSON.stringify(['WorldSubject', 'WorldSlice', 'WorldPatch', 'WorldHidden', 'WorldRevision'].map((table) => [table, db.prepare(`SELECT * FROM ${table}`).safeIntegers(true).all()]), (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

/** An empty world on real SQLite. */
export function emptyWorld(schema = emptySchema(), path = ':memory:', locale: 'zh-CN' | 'en' = 'en'): WorldFixture {
  const db = new Database(path, { timeout: 20_000 })
  db.transaction(() => {
    if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'WorldRevision'").get() === undefined) for (const step of [project001, project002, project003]) db.exec(step.sql)
  }).immediate()
  const events: CoreEvent[] = []
  const files: WorldFixture['files'] = { schema, calendar: plainCalendar }
  const worldFiles: WorldFiles = { schema: () => files.schema, calendar: () => files.calendar ?? fail('CALENDAR_MISSING', 'No calendar.') }
  let at = Date.UTC(2026, 0, 1)
  const env = { now: () => new Date((at += 1_000)), id: (prefix: string) => `${prefix}_${ulid()}`, random: () => 0.5, home: '/nowhere' }
  const world = createWorldService({ db, env, emit: (event) => events.push(event), files: worldFiles, locale: () => locale })
  const save = (...writes: WorldWrite[]): WorldSaved => {
    const run = world.begin()
    for (const write of writes) run.write(write)
    return world.commit(run, { by: agent })
  }
  return { db, world, events, files, save, dump: () => dumpOf(db), w: (time, ...patches) => save(writeOf(time, patches.map((patch) => ({ subjectId: 'hero', ...patch })))) }
}

/** The start of 03 §12: three slices at 100, 200 and 300. */
export function specWorld(locale: 'zh-CN' | 'en' = 'en'): WorldFixture {
  const f = emptyWorld(specSchema(), ':memory:', locale)
  f.save(writeOf(100, [
    { subjectId: 'hero', path: '/skills', op: 'append', value: '剑', type: 'character' }, { subjectId: 'sword', path: '/durability', op: 'replace', value: 100, type: 'item' },
    { subjectId: 'inn', path: '/danger', op: 'replace', value: 0, type: 'location' },
  ], 'one'))
  f.save(writeOf(200, [{ subjectId: 'hero', path: '/hp', op: 'increment', value: -30 }], 'two'))
  f.save(writeOf(300, [{ subjectId: 'hero', path: '/location', op: 'replace', value: 'subject://inn' }], 'three'))
  f.events.length = 0
  return f
}

/** The code of what is thrown, with its pointer. */
export function codeOf(run: () => unknown): string {
  try {
    run()
    return 'ok'
  } catch (error) {
    const { fault } = error as { fault?: { code: string; pointer?: string } }
    if (!fault) throw error
    return fault.code
  }
}

export const labels = (issues: readonly WorldIssue[]): string => issues.map(({ label, sliceId, path }) => `${label} ${sliceId ?? '-'} ${path ?? ''}`).join('; ')
export const hp = (f: WorldFixture): Json | undefined => f.world.attrs('hero')?.['hp']

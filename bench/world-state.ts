import Database from 'better-sqlite3'
import jsonPatch from 'fast-json-patch'
import { createEnv } from '../src/core/project/env'
import { project001 } from '../src/core/project/migrations/project-001'
import { project002 } from '../src/core/project/migrations/project-002'
import { project003 } from '../src/core/project/migrations/project-003'
import type { WorldSchema, WorldService } from '../src/core/world/types'
import { createWorldService } from '../src/core/world/world-service'
import { compare, type BenchRow } from './measure'

const scalar = (type: 'int' | 'string') => ({ kind: 'scalar', type }) as const
const schema: WorldSchema = {
  hash: 'bench', empty: false,
  types: { character: { attrs: { hp: scalar('int'), mood: scalar('string'), skills: { kind: 'collection', item: scalar('string') }, bonds: { kind: 'object', item: scalar('int') } } } },
}
const moods = ['喜', '怒', '哀', '惧']

/** The n-th change of the hero: numbers, words, a growing and shrinking collection, open keys. */
function change(n: number): { path: string; op: string; value: unknown } {
  switch (n % 4) {
    case 0: return { path: '/hp', op: n === 0 ? 'replace' : 'increment', value: n === 0 ? 1_000 : (n % 7) - 3 }
    case 1: return { path: '/mood', op: 'replace', value: moods[n % moods.length] }
    case 2: return { path: '/skills', op: n % 8 === 2 ? 'append' : 'remove', value: `s${n % 40}` }
    default: return { path: `/bonds/p${n % 50}`, op: 'replace', value: n }
  }
}

function fill(db: Database.Database, patches: number): WorldService {
  db.exec(project001.sql + project002.sql + project003.sql)
  const slice = db.prepare('INSERT INTO WorldSlice (instant, title, createdAt) VALUES (?, ?, ?)')
  const patch = db.prepare('INSERT INTO WorldPatch (sliceId, subjectId, instant, seq, path, op, value) VALUES (?, ?, ?, ?, ?, ?, ?)')
  db.transaction(() => {
    db.prepare("INSERT INTO WorldSubject VALUES ('hero', 'character', '林', 'x')").run()
    for (let n = 0; n < patches; n += 1) {
      if (n % 10 === 0) slice.run(n, `第${n}刻`, 'x')
      const { path, op, value } = change(n)
      patch.run(n / 10 + 1 | 0, 'hero', n - (n % 10), n % 10, path, op, JSON.stringify(value))
    }
  })()
  const world = createWorldService({ db, env: createEnv('/nowhere'), emit: () => undefined, files: { schema: () => schema, calendar: () => { throw new Error('none') } } })
  while (world.rebuildSome()) { /* states are kept before anything is measured */ }
  return world
}

type Operation = Parameters<typeof jsonPatch.applyOperation>[1]

/** The same changes as plain JSON Patch on a whole state: what it cannot say is said as its outcome. */
function asJsonPatch(patches: number): Operation[] {
  let hp = 0
  const skills: string[] = []
  return Array.from({ length: patches }, (_, n): Operation => {
    const { path, op, value } = change(n)
    if (path === '/hp') return { op: 'add', path, value: (hp = op === 'replace' ? Number(value) : hp + Number(value)) }
    if (path !== '/skills') return { op: 'add', path, value }
    const at = skills.indexOf(String(value))
    if (op === 'append' && at < 0) return { op: 'add', path: `/skills/${skills.push(String(value)) - 1}`, value }
    if (op === 'remove' && at >= 0) { skills.splice(at, 1); return { op: 'remove', path: `/skills/${at}` } }
    return { op: 'add', path: '/mood', value: moods[0] }
  })
}

async function measure(patches: number): Promise<BenchRow> {
  const db = new Database(':memory:')
  const world = fill(db, patches)
  const operations = asJsonPatch(patches)
  let turn = 0
  const ours = () => world.attrs('hero', { at: BigInt((turn = (turn + 7_919) % patches)) })
  const theirs = () => {
    let state = { hp: 0, skills: [], bonds: {} }
    for (const operation of operations) state = jsonPatch.applyOperation(state, operation, false, true).newDocument
    return state
  }
  const row = await compare({ row: 9, what: 'world state of one subject at any instant', size: `${patches} patches of it`, peer: 'fast-json-patch over all of them', must: 0.05 }, ours, theirs)
  db.close()
  return row
}

/** Row 9 of 13, at its 100,000 patches; the growth is ours at ten times the history over ours. */
export async function worldState(): Promise<BenchRow[]> {
  const [small, large] = [await measure(10_000), await measure(100_000)]
  process.stdout.write(`row 9 growth of ours, ten times the history: ${(large.ours.median / small.ours.median).toFixed(2)} (must be ≤ 1.3)\n`)
  return [large]
}

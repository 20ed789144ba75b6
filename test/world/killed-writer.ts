import { join } from 'node:path'
import Database from 'better-sqlite3'
import { exited, startChild } from '../project/child'
import { dumpOf, emptyWorld, specSchema } from '../../src/core/world/world-fixture'

/** For each step a fresh world and a writer that is killed at that statement: whether all or nothing of its commit is there afterwards; anything between throws. */
export async function endsOfKills(folder: string, steps: readonly number[]): Promise<string[]> {
  const ends: string[] = []
  for (const step of steps) {
    const path = join(folder, `killed-${step}.sqlite`)
    const made = emptyWorld(specSchema(), path)
    const had = dumpOf(made.db)
    made.db.close()
    await exited(startChild('../world/writer-child.ts', [path, '10', String(step)], () => undefined))
    const db = new Database(path)
    const patches = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM WorldPatch').get()?.n
    const revision = db.prepare<[], { n: number }>('SELECT revision AS n FROM WorldRevision').get()?.n
    const whole = db.pragma('integrity_check', { simple: true }) === 'ok'
    ends.push(whole && dumpOf(db) === had ? 'nothing' : whole && patches === 3 && revision === 1 ? 'all' : `half: ${patches} patches`)
    db.close()
  }
  return ends
}

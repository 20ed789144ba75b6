import type Database from 'better-sqlite3'

const at = '2026-01-01T00:00:00.000Z'
const types = ['character', 'character', 'character', 'location', 'faction', 'item'] as const
const hour = 3_600

export interface WorldSize { slices: number; subjects: number }

/** A whole world in an empty project database, always alike: a slice every ten hours, three changes each, spread over all subjects. */
export function fillWorld(db: Database.Database, { slices, subjects }: WorldSize): void {
  const add = {
    subject: db.prepare('INSERT INTO WorldSubject (id, type, name, createdAt) VALUES (?, ?, ?, ?)'),
    slice: db.prepare('INSERT INTO WorldSlice (instant, title, summary, kind, createdAt) VALUES (?, ?, ?, ?, ?)'),
    patch: db.prepare('INSERT INTO WorldPatch (sliceId, subjectId, instant, seq, path, op, value) VALUES (?, ?, ?, ?, ?, ?, ?)'),
  }
  db.transaction(() => {
    for (let i = 0; i < subjects; i += 1) add.subject.run(`s${i}`, types[i % types.length], `人物${i}`, at)
    for (let i = 0; i < slices; i += 1) {
      const instant = i * 10 * hour
      add.slice.run(instant, `第${i + 1}回`, i % 5 === 0 ? '几句话说清来龙去脉。' : '', i === 0 ? 'init' : 'event', at)
      for (let k = 0; k < 3; k += 1) {
        const value = k === 0 ? { path: '/mood', op: 'replace', value: `心绪${i % 7}` } : k === 1 ? { path: '/gold', op: i < subjects ? 'replace' : 'increment', value: 10 } : { path: `/bonds/s${(i * 3) % subjects}`, op: 'replace', value: i % 11 }
        add.patch.run(i + 1, `s${(i + k * 17) % subjects}`, instant, k, value.path, value.op, JSON.stringify(value.value))
      }
    }
    db.prepare('UPDATE WorldRevision SET revision = revision + 1').run()
  })()
}

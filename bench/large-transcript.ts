import { join } from 'node:path'
import Database from 'better-sqlite3'
import { rowText } from './row-text'

/** So many entries follow the last summary: no model takes a conversation of this length whole. */
const SINCE = 20
const summary = (firstKeptEntryId: string, entries: number): object => ({ summary: '雪夜。', text: '雪夜。', firstKeptEntryId, mechanical: false, forced: false, rules: [], denials: [], inARow: 0, counts: { entries, kept: 2, tokensBefore: 100_000, tokensAfter: 100 } })

/** Session 1 with so many entries, and a short session 2 to leave it for. */
export function fillTranscript(nbook: string, entries: number): void {
  const db = new Database(join(nbook, 'sessions.sqlite'))
  const at = '2026-01-01T00:00:00.000Z'
  const session = db.prepare(`INSERT INTO Session (id, profileKey, profileHash, rootId, depth, kind, role, title, titleSource, workMode, permissionMode, writeMode, initial, createdAt, updatedAt)
    VALUES (?, 'leader.default', 'h', ?, 0, 'chat', 'root', ?, 'user', 'normal', 'default', 'dry_run', '{}', ?, ?)`)
  const insert = db.prepare('INSERT INTO Entry (id, sessionId, parentId, seq, type, at, runId, origin, payload) VALUES (?, ?, ?, ?, ?, ?, NULL, ?, ?)')
  db.transaction(() => {
    for (const [id, count] of [[1, entries], [2, 2]] as const) {
      session.run(id, id, `会话 ${id}`, at, at)
      for (let n = 1; n <= count; n += 1) {
        const before = n === 1 ? null : `en_${id}_${n - 1}`
        if (n === entries - SINCE) {
          insert.run(`en_${id}_${n}`, id, before, n, 'compaction', at, 'engine', JSON.stringify(summary(`en_${id}_${n - 2}`, n)))
          continue
        }
        const author = n % 2 === 1
        const payload = author ? { role: 'user', text: rowText(n), intent: 'normal' } : { role: 'assistant', text: rowText(n), calls: [], model: 'demo/author', usage: null, status: 'complete' }
        insert.run(`en_${id}_${n}`, id, before, n, 'message', at, author ? 'user' : 'model', JSON.stringify(payload))
      }
      db.prepare('UPDATE Session SET activeLeafId = ? WHERE id = ?').run(`en_${id}_${count}`, id)
    }
  })()
  db.close()
}

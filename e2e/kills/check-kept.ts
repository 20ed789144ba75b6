import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect } from 'vitest'
import type { Sent } from './kill-run'

const integrity = (file: string): unknown => {
  const db = new Database(file)
  const answer = db.pragma('integrity_check', { simple: true })
  db.close()
  return answer
}

/** Every acknowledged write is there, whole; an unacknowledged one is whole or absent; both databases are sound. */
export function checkKept(project: string, sent: readonly Sent[]): void {
  const nbook = join(project, '.nbook')
  expect(integrity(join(nbook, 'project.sqlite'))).toBe('ok')
  expect(integrity(join(nbook, 'sessions.sqlite'))).toBe('ok')
  const db = new Database(join(nbook, 'project.sqlite'), { readonly: true })
  const titles = new Map(db.prepare<[], { name: string; title: string }>('SELECT name, title FROM StoryChapter').all().map((row) => [row.name, row.title]))
  const orders = db.prepare<[], { sortOrder: number }>('SELECT sortOrder FROM StoryChapter ORDER BY sortOrder').all().map((row) => row.sortOrder)
  db.close()
  expect(orders).toEqual(orders.map((_, i) => i))
  const folders = new Set(readdirSync(join(project, 'lorebook/note')))
  for (const one of sent) {
    if (one.tool === 'save_story_chapter') {
      if (one.acknowledged || titles.has(one.key)) expect(titles.get(one.key)).toBe(one.content)
      continue
    }
    const file = join(project, 'lorebook/note', one.key, 'index.md')
    if (one.acknowledged) expect(readFileSync(file, 'utf8')).toBe(one.content)
    else if (folders.has(one.key) && readdirSync(join(project, 'lorebook/note', one.key)).includes('index.md')) expect(readFileSync(file, 'utf8')).toBe(one.content)
  }
}

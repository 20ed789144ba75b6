// Stops in the middle of two changes, a rewrite of a.md and a deletion of b.md, and says the item's id; it lives until it is killed.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEnv } from '../../src/core/project/env'
import { hashBytes } from '../../src/core/project/hash'
import { createJournal } from '../../src/core/project/journal'
import { openProject } from '../../src/core/project/open-project'
import { createTrashStore, newMeta } from '../../src/core/project/trash-store'
import type { By } from '../../src/core/project/types'

const [dir = '', home = ''] = process.argv.slice(2)
const by: By = { actor: 'agent', sessionId: 1, callId: 'half' }
const project = await openProject(dir, createEnv(home), { emit: () => undefined, readOnlyOk: false, watch: false })
const [old, next] = [Buffer.from('old a'), Buffer.from('new a')]
createJournal(project.sessionsDb, project.env).begin([
  { path: 'a.md', kind: 'modify', movedTo: null, before: hashBytes(old), after: hashBytes(next), sizeBefore: old.length, sizeAfter: next.length },
  { path: 'c.md', kind: 'create', movedTo: null, before: null, after: hashBytes(next), sizeBefore: null, sizeAfter: next.length },
], by)
writeFileSync(join(dir, 'a.md'), next)
const meta = newMeta(project.env, by, { kind: 'file', name: 'b.md', path: 'b.md', hash: null, words: 1, bytes: 1, state: 'moving', paths: [{ path: 'b.md', content: 'content' }] })
await createTrashStore(join(dir, '.nbook', 'trash'), project.env).create(meta)
process.stdout.write(`${meta.id}\n`)
process.stdin.resume()

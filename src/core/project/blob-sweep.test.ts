import { utimesSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stopwatch } from '../../../test/stopwatch'
import { agent, author, makeProject, put } from '../../../test/project/make-project'
import { sweepBlobs, type Sweep } from './blob-sweep'
import { hashBytes } from './hash'
import type { OpenedProject } from './types'

const day = 86_400_000
const nbookOf = (project: OpenedProject) => join(project.dir, '.nbook')
/** As if everything kept so far were old. */
function age(project: OpenedProject, now: Date): void {
  const root = join(nbookOf(project), 'blobs')
  for (const folder of readdirSync(root)) for (const name of readdirSync(join(root, folder))) utimesSync(join(root, folder, name), new Date(now.getTime() - 30 * day), new Date(now.getTime() - 30 * day))
}
const sweep = (project: OpenedProject, now: Date, present: ReadonlySet<string> = new Set()): Promise<Sweep> =>
  sweepBlobs({ nbook: nbookOf(project), databases: [project.projectDb, project.sessionsDb], present, now, budgetMs: 60_000 })
/** Three sweeps, days apart, each on blobs that look old: what is not named is gone after them. */
async function sweepAway(project: OpenedProject): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    const now = new Date(Date.now() + n * 3 * day)
    age(project, now)
    await sweep(project, now)
  }
}
const textOf = async (project: OpenedProject, hash: string | null) => (hash === null ? null : Buffer.from((await project.blobs.get(hash)) ?? []).toString())

describe('06 §7 old contents are let go only when nothing needs them', () => {
  it('what the author typed over is set aside, comes back when read, and is gone a day later', async () => {
    const { project } = await makeProject()
    for (const text of ['一\n', '二\n', '三\n']) await put(project, 'a.md', text)
    const now = new Date()
    age(project, now)
    expect(await sweep(project, now)).toMatchObject({ aside: 1, removed: 0, complete: true })
    expect(await textOf(project, hashBytes('一\n'))).toBe('一\n')
    age(project, now)
    expect(await sweep(project, now)).toMatchObject({ aside: 1, removed: 0 })
    expect(await sweep(project, new Date(now.getTime() + 2 * day))).toMatchObject({ removed: 1 })
    expect([project.blobs.has(hashBytes('一\n')), project.blobs.has(hashBytes('二\n')), project.blobs.has(hashBytes('三\n'))]).toEqual([false, true, true])
  })

  it('young ones stay, whatever names them', async () => {
    const { project } = await makeProject()
    const hash = await project.blobs.put(Buffer.from('nobody names me'))
    expect(await sweep(project, new Date())).toMatchObject({ aside: 0, removed: 0 })
    expect(project.blobs.has(hash)).toBe(true)
  })

  it('what a row, a running command or the disk names stays: a result, a picture, a version, a proposal, an approval', async () => {
    const { project } = await makeProject()
    const db = project.sessionsDb
    const kept = await Promise.all(['result', 'picture', 'proposal', 'approval', 'run'].map((text) => project.blobs.put(Buffer.from(text))))
    const [result, picture, proposal, approval] = kept
    const at = new Date().toISOString()
    db.prepare("INSERT INTO Session (profileKey, profileHash, rootId, kind, role, title, createdAt, updatedAt) VALUES ('k', 'h', 1, 'chat', 'root', 't', ?, ?)").run(at, at)
    db.prepare("INSERT INTO Call (sessionId, callId, tool, args, argsHash, state, result, stages, requestedAt) VALUES (1, 'c', 'read', '{}', 'h', 'finished', ?, ?, ?)").run(JSON.stringify({ details: { image: picture } }), JSON.stringify({ full: result }), at)
    db.prepare("INSERT INTO Proposal (id, at, sessionId, callId, tool, path, base, after, text, diff, added, removed) VALUES ('p', ?, 1, 'c', 'Write', 'x.md', NULL, 'x', ?, '', 0, 0)").run(at, proposal)
    db.prepare("INSERT INTO Approval (id, sessionId, surfaceSessionId, callId, tool, defHash, args, argsHash, reasons, effects, effectsHash, status, at, askedBy, caller) VALUES ('a', 1, 1, 'c', 'edit', 'd', '{}', 'h', '[]', ?, 'e', 'pending', '{}', '{}', '{}')").run(JSON.stringify([{ before: approval }]))
    const version = await project.history.keep('a.md', '一个版本。\n', 'named', 'author', '初稿')
    await put(project, 'running.md', 'before the run\n')
    const run = await project.runs.begin({ actor: 'shell', sessionId: 1, callId: 'c2' }, { nbookSafe: true })
    await sweepAway(project)
    expect(kept.slice(0, 4).map((hash) => project.blobs.has(hash))).toEqual([true, true, true, true])
    expect([await textOf(project, version.hash), project.blobs.has(hashBytes('before the run\n')), project.blobs.has(kept[4] ?? '')]).toEqual(['一个版本。\n', true, false])
    await run.end()
  })

  it('a long journal is looked through once: ten times the rows take about ten times as long', async () => {
    const { project } = await makeProject()
    const insert = project.sessionsDb.prepare("INSERT INTO Journal (at, actor, path, kind, before, after, state, groupId, inbox) VALUES ('', 'author', ?, 'modify', ?, ?, 'done', 'g', 'kept')")
    const grow = project.sessionsDb.transaction((to: number) => { for (let n = 0; n < to; n += 1) insert.run(`${n}.md`, hashBytes(`${n}`), hashBytes(`${n + 1}`)) })
    const took = async (): Promise<number> => {
      const timed = stopwatch()
      await sweep(project, new Date())
      return timed()
    }
    grow(5_000)
    await took()
    const few = await took()
    grow(45_000)
    expect((await took()) / few).toBeLessThan(40)
  })

  it('any history of writes: after sweeping, every change of others can be put back, every version and trash item read', async () => {
    const step = fc.record({ who: fc.constantFrom(author, agent), path: fc.constantFrom('a.md', 'b.md'), text: fc.constantFrom(null, 'x\n', 'y\n', 'z\n', '长一点的一段。\n'), named: fc.boolean() })
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const { project } = await makeProject()
      for (const { who, path, text, named } of steps) {
        const place = await project.files.authorize(path, { use: 'create' })
        const base = place.exists ? await project.files.hash(place) : null
        if (text !== null) await project.files.apply([{ path: place, text, base }], who)
        else if (base !== null) await project.files.apply([{ path: place, text: null, base }], who)
        if (named && text !== null) await project.history.keep(path, text, 'named', 'author', 'n')
      }
      await sweepAway(project)
      const rows = project.sessionsDb.prepare("SELECT before, after FROM Journal WHERE actor <> 'author'").all() as { before: string | null; after: string | null }[]
      for (const hash of rows.flatMap(({ before, after }) => [before, after])) if (hash !== null) expect(hashBytes((await project.blobs.get(hash)) ?? Buffer.alloc(0))).toBe(hash)
      for (const path of ['a.md', 'b.md']) for (const { id } of project.history.list(path)) expect((await project.history.text(id)).text).not.toBe('')
      for (const { id } of project.trash.list()) await project.trash.restore(id)
      await project.close()
    }), { numRuns: 8, seed: 7 })
  }, 120_000)
})

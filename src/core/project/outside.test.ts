import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { agent, makeProject, put } from '../../../test/project/make-project'
import { hashBytes } from './hash'
import { openProject } from './open-project'
import type { OpenedProject } from './types'

interface Row { path: string; kind: string; before: string | null; after: string | null; inbox: string }
const rows = (project: OpenedProject): Row[] => project.sessionsDb.prepare<[], Row>("SELECT path, kind, before, after, inbox FROM Journal WHERE actor = 'outside' ORDER BY seq").all()
/** Until changes are noticed: watching starts a while after opening, and looks 80 ms after the last write. */
async function noticing(project: OpenedProject): Promise<void> {
  let n = 0
  await vi.waitFor(() => {
    writeFileSync(join(project.dir, 'probe.md'), String(n++))
    expect(rows(project).length).toBeGreaterThan(0)
  }, { timeout: 30_000, interval: 400 })
}
const noted = (project: OpenedProject) => rows(project).filter((row) => row.path !== 'probe.md')
const patience = { timeout: 20_000, interval: 20 }

it('what others change while a novel is open has a before and an after; what another process of ours does has its own row', { timeout: 60_000 }, async () => {
  const made = await makeProject()
  const folder = join(made.project.dir, 'notes')
  mkdirSync(folder, { recursive: true })
  const file = (name: string) => join(folder, name)
  writeFileSync(file('never-opened.md'), '旧。\n')
  writeFileSync(file('gone.md'), '会没的。\n')
  const outside: string[] = []
  const watched = await openProject(made.project.dir, made.env, { emit: (event) => { if (event.type === 'file.changed' && event.by === 'outside') outside.push(event.path) }, readOnlyOk: false })
  onTestFinished(() => watched.close())
  await noticing(watched)

  writeFileSync(file('never-opened.md'), '新。\n')
  await vi.waitFor(() => expect(noted(watched)).toEqual([{ path: 'notes/never-opened.md', kind: 'modify', before: hashBytes('旧。\n'), after: hashBytes('新。\n'), inbox: 'new' }]), patience)
  expect(Buffer.from((await watched.blobs.get(hashBytes('新。\n'))) ?? []).toString()).toBe('新。\n')

  // An agent in another process of this installation: its row is there before the file is.
  await put(made.project, 'notes/by-agent.md', '写的。\n', agent)
  await vi.waitFor(() => expect(outside).toContain('notes/by-agent.md'), patience)
  rmSync(file('gone.md'))
  writeFileSync(file('fresh.md'), '多的。\n')
  await vi.waitFor(() => expect(noted(watched).map(({ path, kind }) => `${kind} ${path}`).toSorted()).toEqual(['create notes/fresh.md', 'delete notes/gone.md', 'modify notes/never-opened.md']), patience)
})

it('while a command runs, what changes is the command’s', { timeout: 60_000 }, async () => {
  const made = await makeProject()
  const changed: string[] = []
  const watched = await openProject(made.project.dir, made.env, { emit: (event) => { if (event.type === 'file.changed') changed.push(event.path) }, readOnlyOk: false })
  onTestFinished(() => watched.close())
  await put(watched, 'a.md', 'x\n')
  await noticing(watched)
  const run = await watched.runs.begin({ actor: 'shell', sessionId: 1, callId: 'call_1' }, { nbookSafe: true })
  writeFileSync(join(watched.dir, 'a.md'), 'y\n')
  const done = await run.end()
  expect(done.changes.map((change) => change.target)).toEqual(['a.md'])
  writeFileSync(join(watched.dir, 'b.md'), 'z\n')
  await vi.waitFor(() => expect(noted(watched).map((row) => row.path)).toEqual(['b.md']), patience)
  expect(watched.sessionsDb.prepare("SELECT actor FROM Journal WHERE path = 'a.md' ORDER BY seq DESC LIMIT 1").pluck().get()).toBe('shell')
})

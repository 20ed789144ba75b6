import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { exited, startChild } from '../../../test/project/child'
import { agent, makeProject, put } from '../../../test/project/make-project'

/** A second process has noted the same change of a.md and b.md and a file of its own; this one is done first. */
async function overtaken(act: 'goes on' | 'is killed', own: 'other text' | 'same text') {
  const { project, env, reopen } = await makeProject()
  await put(project, 'a.md', 'v0')
  await put(project, 'b.md', 'b')
  const lines: string[] = []
  const child = startChild('waiting-child.ts', [project.dir, env.home], (line) => lines.push(line))
  await vi.waitFor(() => expect(lines).toEqual(['held']), { timeout: 30_000, interval: 5 })
  const place = (path: string) => project.files.authorize(path, { use: 'create' })
  const [a, b, mine] = [await place('a.md'), await place('b.md'), await place('mine.md')]
  await project.files.apply([
    { path: a, text: own === 'same text' ? 'v1' : 'v2', base: await project.files.hash(a) }, { path: b, text: null, base: await project.files.hash(b) }, { path: mine, text: 'mine', base: null },
  ], agent)
  if (act === 'is killed') child.kill('SIGKILL')
  else child.stdin?.write('go\n')
  await exited(child)
  await project.close()
  return { after: await reopen(), said: lines.at(-1) }
}

describe.skipIf(process.platform !== 'linux')('two processes that change the same texts at once (06 §6)', () => {
  it.each([['goes on', 'same text', 'v1'], ['goes on', 'other text', 'v2'], ['is killed', 'same text', 'v1'], ['is killed', 'other text', 'v2']] as const)('the one that was overtaken %s: what the other did, the %s, stands whole, and nothing of its own', { timeout: 60_000 }, async (act, own, text) => {
    const { after, said } = await overtaken(act, own)
    expect(said).toBe(act === 'goes on' ? 'STALE_READ' : 'held')
    const read = (path: string) => (existsSync(join(after.dir, path)) ? readFileSync(join(after.dir, path), 'utf8') : null)
    expect(['a.md', 'b.md', 'mine.md', 'child.md'].map(read)).toEqual([text, null, 'mine', null])
    // One deletion, one item; the copy of the refused one is gone.
    expect(after.trash.list().map((item) => item.from)).toEqual(['b.md'])
    expect(after.sessionsDb.prepare("SELECT state, count(*) AS n FROM Journal WHERE callId = 'call_child' GROUP BY state").all()).toEqual([{ state: 'undone', n: 3 }])
  })
})

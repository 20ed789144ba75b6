import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exited, startChild } from '../../../test/project/child'
import { makeProject, put } from '../../../test/project/make-project'

describe('opening a project that another process works on (06 §6)', () => {
  it('leaves its unfinished group and deletion alone while it lives, and ends them when it is gone', { timeout: 60_000 }, async () => {
    const { project, env, reopen } = await makeProject()
    const { dir } = project
    await put(project, 'a.md', 'old a')
    await put(project, 'b.md', 'b')
    await project.close()
    let item = ''
    const child = startChild('half-child.ts', [dir, env.home], (line) => { item = line })
    while (item === '' && child.exitCode === null) await new Promise((done) => setTimeout(done, 5))
    const state = () => [readFileSync(join(dir, 'a.md'), 'utf8'), existsSync(join(dir, 'b.md')), existsSync(join(dir, '.nbook', 'trash', item))]
    const intents = (opened: Awaited<ReturnType<typeof reopen>>) => opened.sessionsDb.prepare<[], { n: number }>("SELECT count(*) AS n FROM Journal WHERE state = 'intent'").get()?.n

    const beside = await reopen()
    expect([...state(), intents(beside)]).toEqual(['new a', true, true, 2])
    await beside.close()
    child.kill('SIGKILL')
    await exited(child)
    const after = await reopen()
    expect([...state(), intents(after)]).toEqual(['old a', true, false, 0])
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { end, say } from '../../../test/model-server/agent-bench'
import { byProfile } from '../../../test/model-server/reply-by-session'
import { openBench, type Bench } from '../../../test/tools/bench'
import { loadProfiles } from './profiles'

const open: Bench[] = []
afterEach(async () => { for (const bench of open.splice(0)) await bench.close() })

describe('linked sessions that are gone (04 §2, 09 A8)', () => {
  it('they are named with their parent and are in nobody\'s way: the owner is read, answers, and links anew', async () => {
    const profiles = loadProfiles({ resourcesDir: join(process.cwd(), 'resources'), home: '/nonexistent', projectDir: '/nonexistent', trusted: false, enabledHashes: [] })
    const bench = await openBench([], profiles, byProfile({ writer: [[say('写好了'), end()]], 'leader.default': [[say('好'), end()]] }))
    open.push(bench)
    const { agents, project } = bench
    const root = agents.create({ profileKey: 'leader.default' }).id
    const made = async (title: string) => Number((await bench.call(root, 'create_agent', { profileKey: 'writer', title })).details['sessionId'])
    const [asked, idle, kept] = [await made('第一位'), await made('第二位'), await made('第三位')]
    await bench.call(root, 'invoke_agent', { sessionId: asked, message: '写', input: { path: 'manuscript/a.md' } })
    expect(agents.missing()).toEqual([])

    project.sessionsDb.pragma('foreign_keys = OFF')
    for (const id of [asked, idle]) project.sessionsDb.prepare('DELETE FROM Session WHERE id = ?').run(id)
    project.sessionsDb.pragma('foreign_keys = ON')

    expect(agents.missing()).toEqual([{ id: asked, parentId: root, title: '第一位' }, { id: idle, parentId: root, title: '第二位' }])
    await agents.recover()
    expect(agents.snapshot(root).session.id).toBe(root)
    expect((await bench.call(root, 'get_agent', {})).content).toContain(String(kept))
    expect((await bench.call(root, 'get_session', {})).status).toBe('ok')
    expect((await bench.call(root, 'invoke_agent', { sessionId: asked, message: '再写' })).code).toBe('AGENT_NOT_LINKED')
    await agents.send(root, '还在吗', 'prompt')
    expect((await agents.whenQuiet(root)).status).toBe('idle')
    expect(await made('第四位')).toBeGreaterThan(kept)
  })
})

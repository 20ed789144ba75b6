import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { launchApp, type Launched } from './helpers/launch'
import { makeProject } from './helpers/make-project'
import { freshFolder } from './helpers/paths'
import { corePid, kill9 } from './helpers/processes'
import { part } from './helpers/window'
import { approvalOf, approve, askToWrite, deny, shownId } from './support/approvals'
import { entriesOf, inState } from './support/assistant'

const home = freshFolder()
const exists = (path: string) => readFile(path).then(() => true, () => false)

async function written(app: Launched, project: string, sessionId: number): Promise<unknown[]> {
  return (await entriesOf(app.page, project, sessionId)).filter((entry) => entry.payload['role'] === 'toolResult' && entry.payload['tool'] === 'write')
}

describe('05 §6, 09 §7: approvals outlive everything', () => {
  test('P5 restart with one pending: still there, approving runs it once', async () => {
    const { dir, project } = await makeProject(home, { title: '甲' })
    const first = await launchApp({ home, project: dir })
    const { sessionId, approval } = await askToWrite(first.page, project, 'manuscript/p5.md')
    await first.kill9All()
    expect(await exists(join(dir, 'manuscript/p5.md'))).toBe(false)
    const again = await launchApp({ home, project: dir })
    await part(again.page, 'approvals-panel').waitFor()
    await expect.poll(() => shownId(again.page)).toBe(approval.id)
    expect((await approvalOf(again.page, project, approval.id)).effectsHash).toBe(approval.effectsHash)
    await approve(again.page)
    await inState(again.page, project, sessionId, 'idle')
    expect(await readFile(join(dir, 'manuscript/p5.md'), 'utf8')).toContain('一封没有寄出的信')
    expect(await written(again, project, sessionId), 'one result').toHaveLength(1)
    expect((await approvalOf(again.page, project, approval.id)).status).toBe('executed')
    await again.close()
  })

  test('A3 denied after a restart: the model knows the reason, nothing is written', async () => {
    const { dir, project } = await makeProject(home, { title: '乙' })
    const first = await launchApp({ home, project: dir })
    const { sessionId } = await askToWrite(first.page, project, 'manuscript/no.md')
    await first.close()
    const again = await launchApp({ home, project: dir })
    await part(again.page, 'approvals-panel').waitFor()
    await deny(again.page, '这封信太长了')
    await inState(again.page, project, sessionId, 'idle')
    const last = (await entriesOf(again.page, project, sessionId)).findLast((entry) => entry.payload['role'] === 'assistant')
    expect(String(last?.payload['text'])).toContain('这封信太长了')
    expect(await exists(join(dir, 'manuscript/no.md'))).toBe(false)
    await again.close()
  })

  test('P5 core alone killed while one is pending: still there in the same window, approving runs it once', async () => {
    const { dir, project } = await makeProject(home, { title: '丙' })
    const app = await launchApp({ home, project: dir })
    const { sessionId, approval } = await askToWrite(app.page, project, 'manuscript/core.md')
    const main = app.app.process().pid ?? 0
    const core = corePid(main)
    expect(core).not.toBeNull()
    kill9([core ?? 0])
    await expect.poll(() => { const now = corePid(main); return now !== null && now !== core }).toBe(true)
    await part(app.page, 'core-banner').waitFor({ state: 'detached' })
    await expect.poll(() => shownId(app.page)).toBe(approval.id)
    await approve(app.page)
    await inState(app.page, project, sessionId, 'idle')
    expect(await exists(join(dir, 'manuscript/core.md'))).toBe(true)
    expect(await written(app, project, sessionId)).toHaveLength(1)
    await app.close()
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createCore } from '../app/create-core'
import type { RequestContext } from '../app/types'
import { createProject } from '../project/create-project'
import { createEnv } from '../project/env'
import { trashHandlers } from './trash-handlers'

const folder = mkdtempSync(join(tmpdir(), 'wenqu-slices-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('hidden slices lie in the trash: shown, restored, refused while their time is taken, purged for ever', async () => {
  const env = createEnv(join(folder, 'home'))
  const dir = join(folder, 'novel')
  await createProject(dir, { title: 'Novel', locale: 'en' }, env)
  const core = await createCore({ home: join(folder, 'home'), watch: false })
  const { world, project } = await core.open(dir)
  const context: RequestContext = { core, principal: 'human' }
  const inProject = { project: project.slug }
  const save = (time: string, value: string) => {
    const run = world.begin()
    run.write({ do: 'write', slice: { time, title: `at ${time}`, summary: 'Snow.', patches: [{ subjectId: 'hero', path: '/mood', op: 'replace', value, type: 'character' }] } })
    return world.commit(run, { by: { actor: 'agent', sessionId: null } }).slices[0] ?? ''
  }
  const hide = (sliceId: string) => { const run = world.begin(); run.write({ do: 'hide', sliceId }); world.commit(run, { by: { actor: 'author', sessionId: null } }) }
  const id = save('3600', 'low')
  hide(id)
  const { items } = await trashHandlers['trash.list'](inProject, context)
  expect(items).toMatchObject([{ id: `slice-${id}`, kind: 'slice', name: 'at 3600', from: 'CE 1-1-1 01:00', by: 'author' }])
  expect(await trashHandlers['trash.preview']({ ...inProject, id: `slice-${id}` }, context)).toMatchObject({ text: 'Snow.', holds: [], patches: [{ subjectId: 'hero', path: '/mood', op: 'replace', value: 'low' }] })
  expect(await trashHandlers['trash.restore']({ ...inProject, id: `slice-${id}` }, context)).toEqual({ restoredTo: 'CE 1-1-1 01:00', renamed: false, story: null })
  hide(id)
  const taken = save('3600', 'high')
  await expect(async () => trashHandlers['trash.restore']({ ...inProject, id: `slice-${id}` }, context)).rejects.toMatchObject({ fault: { code: 'SLICE_EXISTS', data: { sliceId: taken } } })
  expect(await trashHandlers['trash.purge']({ ...inProject, ids: [`slice-${id}`, 'slice-99'] }, context)).toEqual({ purged: 1 })
  expect([(await trashHandlers['trash.list'](inProject, context)).items, world.attrs('hero')]).toEqual([[], { mood: 'high' }])
  await core.close()
})

import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject } from '../project/create-project'
import { createEnv } from '../project/env'
import { openProject } from '../project/open-project'
import type { OpenedProject } from '../project/types'
import { createStoryService } from '../story/story-service'
import type { WorldService } from '../world/types'
import { loadProjectPlan } from './load-project-plan'
import { storyWorldOf, worldOf } from './world-of'

describe.each([
  ['changan-snow', 'zh-CN', 41, '景宁十九年腊月初三 亥时', 'wen-zhu', []],
  // She goes from the lamp room into the wall, which Hester sees from the gallery; Davy signals from the tower.
  ['harbour-lights', 'en', 39, 'CE 1952-11-3 08:40', 'hester-vane', ['Rear light true: constance-orde', 'The wall: hester-vane', 'The rest of the word: davy-rook']],
] as const)('the world of the sample %s', (sample, locale, slices, time, hero, away) => {
  let folder: string
  let project: OpenedProject
  let world: WorldService
  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'wenqu-')))
    const env = createEnv(join(folder, 'home'))
    const { dir } = await createProject(join(folder, 'novel'), { title: '', locale, sample, loadPlan: loadProjectPlan }, env)
    project = await openProject(dir, env, { emit: () => undefined, readOnlyOk: false, watch: false })
    world = worldOf(project)
  })
  afterAll(async () => {
    await project.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const story = () => createStoryService({ db: project.projectDb, env: project.env, emit: () => undefined, manifestTitle: () => '', prose: () => Promise.resolve([]), proseSync: () => [], focus: { get: () => ({}), set: () => undefined }, world: storyWorldOf(world) })
  const scenes = (): string[] => project.projectDb.prepare<[], { id: number }>('SELECT id FROM StoryScene WHERE chapterId IS NOT NULL').all().map(({ id }) => String(id))

  it('has subjects of four types, slices and no issue', () => {
    expect(world.subjects().length).toBeGreaterThanOrEqual(8)
    expect(new Set(world.subjects().map((subject) => subject.type)).size).toBeGreaterThanOrEqual(4)
    expect(world.slices({ limit: 200 }).total).toBe(slices)
    expect(world.issues()).toEqual([])
    expect(world.verify()).toEqual([])
  })

  it('tells its times by its own calendar', () => {
    const instant = world.files.calendar().parse(time)
    expect(world.slices({ from: instant, to: instant }).items).toMatchObject([{ time }])
    expect(world.attrs(hero, { at: instant })?.['location']).toMatch(/^subject:\/\//)
  })

  it('uses most of what its schema declares', () => {
    const declared = Object.entries(world.files.schema().types)
    const unused = declared.flatMap(([type, { attrs }]) => Object.keys(attrs).filter((attr) => !world.subjects(type).some(({ id }) => world.attrs(id)?.[attr] !== undefined)).map((attr) => `${type}.${attr}`))
    expect(unused).toEqual([])
  })

  it('every scene stands at an instant, among subjects that exist', () => {
    const service = story()
    for (const id of scenes()) {
      const { worldAnchor } = service.get('scene', id) as { worldAnchor: { startInstant: string | null; endInstant: string | null; startTime: string | null; subjectIds: string[]; locationSubjectId: string | null } }
      expect([id, worldAnchor.startInstant, worldAnchor.endInstant]).not.toContain(null)
      expect(world.files.calendar().format(BigInt(worldAnchor.startInstant ?? ''))).toBe(worldAnchor.startTime)
      const context = service.worldContext(id)
      expect([id, context.unresolvedSubjectIds]).toEqual([id, []])
      expect(context.subjectStates.length).toBeGreaterThan(0)
      for (const state of context.subjectStates) expect([id, state.subjectId, Object.keys(state.attrs).length > 0]).toEqual([id, state.subjectId, true])
    }
  })

  it('whoever a scene shows is where the scene is', () => {
    const service = story()
    const astray = scenes().flatMap((id) => {
      const { worldAnchor, title } = service.get('scene', id) as { title: string; worldAnchor: { endInstant: string; subjectIds: string[]; locationSubjectId: string } }
      const end = BigInt(worldAnchor.endInstant)
      return worldAnchor.subjectIds.filter((subject) => {
        const state = world.attrs(subject, { at: end })
        const place = state?.['location'] ?? state?.['place']
        return place !== undefined && place !== `subject://${worldAnchor.locationSubjectId}`
      }).map((subject) => `${title}: ${subject}`)
    })
    expect(astray).toEqual(away)
  })

  it('most scenes have a change of the world in them', () => {
    const service = story()
    const filled = scenes().filter((id) => service.worldContext(id).slices.length > 0)
    expect(filled.length / scenes().length).toBeGreaterThan(0.6)
  })
})

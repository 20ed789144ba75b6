import { fail } from '@shared/fault'
import type { OpenedProject } from '../project/types'
import { loadPlan } from '../story/load-plan'
import type { PlanSlice, PlanSubject } from '../story/plan-schema'
import type { PlanWorld } from '../story/plan-world'
import type { PatchInput, WorldService } from '../world/types'
import { storyTimesOf, worldOf } from './world-of'

/** Fills a new project's story and world from a sample's `plan.yaml`, all or nothing. PLAN_INVALID. */
export function loadProjectPlan(project: OpenedProject, planYaml: string): void {
  loadPlan({ db: project.projectDb, env: project.env, world: planWorldOf(worldOf(project)) }, planYaml)
}

/** The world a plan is loaded into: one run, committed once. */
export const planWorldOf = (world: WorldService): PlanWorld => ({
  times: storyTimesOf(world),
  history: (subjects) => {
    const run = world.begin()
    const patches = patchMaker(subjects)
    return {
      write: ({ title, summary, kind, patches: changes }, instant) => {
        const slice = { time: String(instant), title, ...(summary === undefined ? {} : { summary }), ...(kind === undefined ? {} : { kind }), patches: changes.map(patches) }
        const error = run.write({ do: 'write', slice }).issues.find((issue) => issue.severity === 'error')
        if (error) fail('WORLD_ISSUES', `${error.subjectId} ${error.path ?? ''}: ${error.message}`)
      },
      save: () => void world.commit(run, { by: { actor: 'author', sessionId: null } }),
    }
  },
})

/** Gives the first patch of each subject its type and name, which registers it (03 §7). */
function patchMaker(subjects: readonly PlanSubject[]): (patch: PlanSlice['patches'][number]) => PatchInput {
  const waiting = new Map(subjects.map((subject) => [subject.id, subject]))
  return ({ subject: subjectId, path, op, value, summary }) => {
    const first = waiting.get(subjectId)
    waiting.delete(subjectId)
    return {
      subjectId, path, op, ...(value === undefined ? {} : { value }), ...(summary === undefined ? {} : { summary }),
      ...(first === undefined ? {} : { type: first.type, name: first.name }),
    }
  }
}

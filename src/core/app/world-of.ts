import { isFault } from '@shared/fault'
import type { OpenedProject } from '../project/types'
import type { StoryTimes, StoryWorld } from '../story/story-world'
import type { WorldService } from '../world/types'
import { openWorldFiles } from '../world/world-files'
import { createWorldService } from '../world/world-service'

/** The world of an opened project, in the project's language. */
export const worldOf = (project: OpenedProject): WorldService =>
  createWorldService({ db: project.projectDb, env: project.env, emit: project.emit, files: openWorldFiles(project.dir), locale: () => project.manifest().locale })

/** The project's calendar, as scenes read and write their times. */
export const storyTimesOf = (world: WorldService): StoryTimes => ({
  parse: (text) => world.files.calendar().parse(text),
  format: (instant) => {
    try {
      return world.files.calendar().format(instant)
    } catch (error) {
      // Without a calendar times are instants only (02 §5); a broken one is told.
      if (isFault(error) && (error.fault.code === 'CALENDAR_MISSING' || error.fault.code === 'INSTANT_RANGE')) return null
      throw error
    }
  },
})

/** What the story asks of the world: the calendar and states. */
export const storyWorldOf = (world: WorldService): StoryWorld => ({ times: storyTimesOf(world), attrs: (subjectId, at) => world.attrs(subjectId, { at }) ?? {} })

const everyMs = 2_000

/** Keeps lost states again while nothing else is to do, one subject at a time. Returns the way to stop. */
export function tendWorld(project: OpenedProject, world: WorldService): () => void {
  if (project.readOnly) return () => undefined
  const timer = setInterval(() => {
    try {
      world.rebuildSome()
    } catch {
      // A broken schema, or a database that is busy or closing: the next round looks again.
    }
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

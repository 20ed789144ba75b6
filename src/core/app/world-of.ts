import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '@shared/fault'
import type { OpenedProject } from '../project/types'
import { parseSchema } from '../world/schema/parse-schema'
import type { WorldFiles, WorldService } from '../world/types'
import { createWorldService } from '../world/world-service'

/** The schema as it is now; instants stand for themselves until the calendar is read. */
function filesOf(dir: string): WorldFiles {
  const path = join(dir, 'world', 'schema.yaml')
  return {
    schema: () => parseSchema(existsSync(path) ? readFileSync(path, 'utf8') : ''),
    calendar: () => fail('CALENDAR_MISSING', 'There is no calendar.'),
  }
}

/** The world of an opened project, in the project's language. */
export const worldOf = (project: OpenedProject): WorldService =>
  createWorldService({ db: project.projectDb, env: project.env, emit: project.emit, files: filesOf(project.dir), locale: () => project.manifest().locale })

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

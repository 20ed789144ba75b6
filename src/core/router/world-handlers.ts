import { fail, isFault } from '@shared/fault'
import type { Handlers } from '@shared/procedures'
import type { ChapterInstant, SubjectState, WorldPreview, worldProcedures } from '@shared/procedures/world'
import type { WorldWrite } from '@shared/world'
import type { ProjectRuntime, RequestContext } from '../app/types'
import { worldTemplates } from '../world/templates'
import { WorldMoved, type WorldBy, type WorldEffects, type WorldService, type WriteDone } from '../world/types'
import { checkWorldText, saveWorldText, worldFiles } from './world-texts'

const by: WorldBy = { actor: 'author', sessionId: null }
const runtimeOf = ({ core }: RequestContext, project: string): ProjectRuntime => core.get(project)

function writable(context: RequestContext, project: string): WorldService {
  const runtime = runtimeOf(context, project)
  runtime.project.assertWritable()
  return runtime.world
}

/** Instant as calendar text; the instant itself where the calendar cannot say it. */
function timeOf(world: WorldService, instant: bigint): string {
  try {
    return world.files.calendar().format(instant)
  } catch (error) {
    if (isFault(error)) return String(instant)
    throw error
  }
}

const calendarless = new Set(['CALENDAR_MISSING', 'CALENDAR_INVALID'])

/** Text as the calendar reads it. Where there is none an instant is written as it is. */
function parsed(world: WorldService, text: string): { instant: string; time: string } {
  try {
    const instant = world.files.calendar().parse(text)
    return { instant: String(instant), time: timeOf(world, instant) }
  } catch (error) {
    if (isFault(error) && calendarless.has(error.fault.code) && /^-?\d{1,19}$/.test(text)) return { instant: String(BigInt(text)), time: text }
    throw error
  }
}

function stateOf(world: WorldService, id: string, at: bigint): SubjectState {
  const view = world.view(id, at) ?? fail('ENTITY_NOT_FOUND', `There is no subject ${id}.`, { pointer: '/id', actual: id })
  const { attrs, setBy, ...subject } = view
  return { subject, at: String(at), time: timeOf(world, at), attrs, setBy: setBy.map((one) => ({ ...one, instant: String(one.instant) })) }
}

const previewOf = ({ slices, changes, issues }: WorldEffects): WorldPreview => ({
  slices: slices.map((slice) => ({ ...slice, instant: String(slice.instant) })), changes: changes.map((change) => ({ ...change, at: String(change.at) })), issues,
})

function preview(world: WorldService, write: WorldWrite): WorldPreview {
  const run = world.begin()
  run.write(write)
  return previewOf(run.effects())
}

/** Commits one write; the world may change once under it. */
function save(world: WorldService, write: WorldWrite): WriteDone {
  for (let turn = 0; turn < 2; turn += 1) {
    try {
      const run = world.begin()
      const done = run.write(write)
      const saved = world.commit(run, { by })
      return { sliceId: write.do === 'write' ? (saved.slices[0] ?? done.sliceId) : write.sliceId, issues: saved.issues }
    } catch (error) {
      if (!(error instanceof WorldMoved)) throw error
    }
  }
  return fail('WORLD_CONFLICT', 'The world changed twice meanwhile; nothing was saved.')
}

/** Where the last scene of each chapter ends; its instant, or its text as the calendar reads it. */
async function chapterInstants({ story, world }: ProjectRuntime): Promise<ChapterInstant[]> {
  const { acts, ungrouped } = await story.outline()
  const chapters = [...acts.flatMap((act) => act.chapters), ...ungrouped].toSorted((a, b) => a.number - b.number)
  return chapters.map(({ id, number, title, scenes }) => {
    const last = scenes.findLast((scene) => scene.status !== 'archived')
    const { endInstant = null, endTime = null } = last?.hasTime ? story.get('scene', last.id).worldAnchor : {}
    const instant = endInstant ?? (endTime === null ? null : readTime(world, endTime))
    return { chapterId: id, number, title, instant, time: instant === null ? null : timeOf(world, BigInt(instant)) }
  })
}

function readTime(world: WorldService, text: string): string | null {
  try {
    return parsed(world, text).instant
  } catch (error) {
    if (isFault(error)) return null
    throw error
  }
}

/** The window's world panel (09 §4). Reads are open; every write is the author's own. */
export const worldHandlers: Handlers<keyof typeof worldProcedures, RequestContext> = {
  'world.timeline': ({ project }, context) => {
    const seq = context.core.hub.seq()
    const { world } = runtimeOf(context, project)
    return { slices: world.timeline(), now: String(world.now()), seq }
  },
  'world.slice': ({ project, id }, context) => runtimeOf(context, project).world.slice(id),
  'world.subjects': ({ project }, context) => ({ subjects: runtimeOf(context, project).world.subjects() }),
  'world.subject': ({ project, id, at }, context) => {
    const { world } = runtimeOf(context, project)
    return stateOf(world, id, at === undefined ? world.now() : BigInt(at))
  },
  'world.issues': ({ project }, context) => ({ issues: runtimeOf(context, project).world.issues() }),
  'world.preview': ({ project, write }, context) => preview(runtimeOf(context, project).world, write),
  'world.save': ({ project, write }, context) => save(writable(context, project), write),
  'world.createSubject': ({ project, subject, at, values, title }, context) => writable(context, project).createSubject(subject, BigInt(at), values, title),
  'world.hidden': ({ project }, context) => ({ slices: runtimeOf(context, project).world.hidden() }),
  'world.restore': ({ project, sliceId, at }, context) => writable(context, project).restore(sliceId, at === undefined ? undefined : BigInt(at)),
  'world.purge': ({ project, sliceIds }, context) => {
    const world = writable(context, project)
    for (const id of sliceIds) world.purge(id)
    return { purged: sliceIds.length }
  },
  'world.parseTime': ({ project, text }, context) => parsed(runtimeOf(context, project).world, text),
  'world.formatTimes': ({ project, instants }, context) => {
    const { world } = runtimeOf(context, project)
    return { times: instants.map((instant) => timeOf(world, BigInt(instant))) }
  },
  'world.chapterInstants': async ({ project }, context) => ({ chapters: await chapterInstants(runtimeOf(context, project)) }),
  'world.files': ({ project }, context) => worldFiles(runtimeOf(context, project)),
  'world.checkFile': ({ project, file, text, locale }, context) => checkWorldText(runtimeOf(context, project), file, text, locale),
  'world.saveFile': ({ project, file, text, baseHash }, context) => {
    writable(context, project)
    return saveWorldText(runtimeOf(context, project), file, text, baseHash)
  },
  'world.templates': () => ({ templates: worldTemplates() }),
}

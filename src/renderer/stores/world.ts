import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import type { Output } from '@shared/procedures'
import type { ChapterInstant, HiddenSlice } from '@shared/procedures/world'
import type { Slice, Subject, WorldIssue } from '@shared/world'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { isShown, onOtherNovel, shownNovel, useApp } from './app'
import { coalesced } from './coalesced'
import { useLayout } from './layout'

export type WorldFiles = Output<'world.files'>
interface World {
  /** Null until read. */ slices: readonly Slice[] | null; subjects: readonly Subject[] | null; issues: readonly WorldIssue[] | null; hidden: readonly HiddenSlice[]; chapters: readonly ChapterInstant[]; files: WorldFiles | null
  now: string; fault: Fault | null; /** Why states and issues cannot be told, e.g. a broken schema. */ stateFault: Fault | null; /** Counts changes of the world: what hangs on it is read again. */ turn: number
  load(): Promise<void>
  /** What the panel opens with: read unless it stands as it was read. */ ensure(): Promise<void>
  loadSubjects(): Promise<void>
}

const nothing = { slices: null, subjects: null, issues: null, hidden: [], chapters: [], files: null, now: '0', fault: null, stateFault: null }

/** Subjects and what the two files mean: enough to know whether there is a world, and for the story's forms. */
async function readSubjects(): Promise<void> {
  const project = shownNovel()
  if (project === undefined) return
  const [subjects, files] = await Promise.all([call('world.subjects', { project }).then((answer) => answer.subjects, () => null), call('world.files', { project }).catch(() => null)])
  if (isShown(project)) useWorld.setState({ ...(subjects ? { subjects } : {}), ...(files ? { files } : {}) })
}

async function readIssues(project: string): Promise<void> {
  try {
    const { issues } = await call('world.issues', { project })
    if (isShown(project)) useWorld.setState({ issues, stateFault: null })
  } catch (error) {
    if (isShown(project)) useWorld.setState({ stateFault: errorFault(error) })
  }
}

/** Something happened that was not read in full. */
let behind = true

async function readAll(): Promise<void> {
  const project = shownNovel()
  if (project === undefined) return
  behind = false
  try {
    const [{ slices, now }, { subjects }, { slices: hidden }, files] = await Promise.all([call('world.timeline', { project }), call('world.subjects', { project }), call('world.hidden', { project }), call('world.files', { project })])
    if (!isShown(project)) return
    useWorld.setState(({ turn }) => ({ slices, now, subjects, hidden, files, fault: null, turn: turn + 1 }))
    const [{ chapters }] = await Promise.all([call('world.chapterInstants', { project }), readIssues(project)])
    if (isShown(project)) useWorld.setState({ chapters })
  } catch (error) {
    behind = true
    if (isShown(project)) useWorld.setState({ fault: errorFault(error) })
  }
}

/** The read model of the world's panel; drafts live in their own stores and are never touched by a read. */
export const useWorld = create<World>((_set, get) => ({ ...nothing, turn: 0, load: coalesced(readAll), ensure: () => (behind ? get().load() : Promise.resolve()), loadSubjects: coalesced(readSubjects) }))

/** In sight all of it is read again; else what other forms use, and the rest when the panel opens. */
const inSight = () => { const { centre, activity, side } = useLayout.getState(); return centre === 'world' || (activity === 'world' && side) }
/** Own changes whose event is awaited, each with what to do once the world is read after it. */
const waiting = new Set<() => void>()
const reload = (): Promise<void> => { const { load, loadSubjects } = useWorld.getState(); behind = true; return inSight() || waiting.size > 0 ? load() : loadSubjects() }
/** Reads the world again, for those who wait for it too. */
function readAfter(): void {
  const read = reload()
  const told = [...waiting]
  waiting.clear()
  if (told.length > 0) void read.then(() => { for (const tell of told) tell() })
}
const reloadChapters = () => {
  const project = shownNovel()
  if (!inSight()) behind = true
  else if (project !== undefined && useWorld.getState().slices) void call('world.chapterInstants', { project }).then(({ chapters }) => { if (isShown(project)) useWorld.setState({ chapters }) }, () => undefined)
}
onEvent('world.changed', ({ by }) => { if (by === 'author') readAfter(); else void reload() })
onEvent('file.changed', ({ path }) => { if (path.startsWith('world/')) readAfter() })
onEvent('story.changed', reloadChapters)
onResync(() => void reload())

const longestWaitMs = 500

/** A change made here; resolves when what is in sight is the world after it. Core's own event has it read, once; without one it is read anyway. */
export async function ownChange<T>(work: () => Promise<T>): Promise<T> {
  let done: () => void = () => undefined
  const read = new Promise<void>((resolve) => { done = resolve })
  waiting.add(done)
  try {
    const answer = await work()
    // Once its event has come the read is on its way, however long it takes.
    const late = setTimeout(() => { if (waiting.has(done)) readAfter() }, longestWaitMs)
    await read
    clearTimeout(late)
    return answer
  } finally {
    waiting.delete(done)
  }
}

/** Another project, another world. */
onOtherNovel(() => {
  behind = true
  useWorld.setState(({ turn }) => ({ ...nothing, turn: turn + 1 }))
  if (useApp.getState().project) void useWorld.getState().loadSubjects()
})

/** Whether the author has begun a world: then its icon shows by itself. */
export const useHasWorld = (): boolean => useWorld(({ subjects, slices }) => (subjects?.length ?? 0) > 0 || (slices?.length ?? 0) > 0)

const noSlices: readonly Slice[] = []
/** The slices by instant; none while they are not read. */
export const useSlices = (): readonly Slice[] => useWorld((s) => s.slices) ?? noSlices

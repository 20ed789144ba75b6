import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import { isOver, type Job } from '@shared/job'
import type { Usage } from '@shared/session'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { isShown, onOtherNovel, useApp } from './app'
import { coalesced } from './coalesced'

/** In place of a job's id: what can be started. */
export const startView = 'start'

interface Jobs {
  /** Waiting first, then running, then what is over; newest first in each. */ jobs: Job[] | null
  usage: Readonly<Record<string, Usage>>; fault: Fault | null
  /** The one looked at in the centre. */ shown: string | null
  /** The row that asks whether to stop or drop its job; `all` for every finished one. */ asking: string | null
  load(): Promise<void>
  show(id: string): void
  ask(id: string | null): void
}

const rank = ({ status }: Job): number => (status === 'waiting' ? 0 : status === 'running' ? 1 : 2)
/** Core gives them newest first; a stable sort keeps that within each group. */
export const inOrder = (jobs: readonly Job[]): Job[] => jobs.toSorted((a, b) => rank(a) - rank(b) || b.startedAt.localeCompare(a.startedAt))

const nothing = { jobs: null, usage: {}, fault: null, shown: null, asking: null }

/** Background jobs of every conversation; kept live by events. */
export const useJobs = create<Jobs>((set, get) => ({
  ...nothing,
  load: coalesced(async () => {
    const project = useApp.getState().project
    if (!project) return
    try {
      const { jobs, usage } = await call('jobs.list', { project: project.project })
      if (!isShown(project.project)) return
      const known = (id: string | null) => (jobs.some((job) => job.id === id) ? id : null)
      const { asking } = get()
      // What is looked at stays: a list read before a job was started does not know it yet.
      set({ jobs: inOrder(jobs), usage, fault: null, asking: asking === 'all' ? asking : known(asking) })
    } catch (error) {
      if (isShown(project.project)) set({ fault: errorFault(error) })
    }
  }),
  show: (shown) => set({ shown }),
  ask: (asking) => set({ asking }),
}))

onOtherNovel(() => useJobs.setState(nothing))

const take = (job: Job): void => {
  const { jobs, asking } = useJobs.getState()
  const others = (jobs ?? []).filter((one) => one.id !== job.id)
  // A question whether to stop what has just ended answers itself.
  useJobs.setState({ jobs: inOrder([job, ...others]), ...(asking === job.id && isOver(job.status) ? { asking: null } : {}) })
}

/** A job's change is in the list at once; what the models used is read after it (09 §1 Live). */
export function startJobStore(): void {
  const load = () => void useJobs.getState().load()
  const ofProject = (project: string | null) => project === null || project === useApp.getState().project?.project
  const whileAnyRuns = () => { if (useJobs.getState().jobs?.some((job) => !isOver(job.status))) load() }
  onEvent('job.changed', ({ job }, project) => { if (ofProject(project)) { take(job); load() } })
  onEvent('job.removed', load)
  onEvent('run.ended', whileAnyRuns)
  onEvent('call.start', whileAnyRuns)
  onResync(load)
}

import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import type { WorkflowInfo, WorkflowState } from '@shared/workflow'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { currentLocale } from '../i18n/text'
import { onOtherNovel, shownNovel } from './app'
import { coalesced } from './coalesced'

interface Workflows {
  /** The run in front, as its journal tells it. */ state: WorkflowState | null; jobId: string | null; fault: Fault | null
  /** What can be started; null: not read yet. */ list: WorkflowInfo[] | null; listFault: Fault | null
  /** Chart or list. */ view: 'chart' | 'list'
  /** What was filled in to start one, by its key; outlives a look elsewhere. */ args: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  open(jobId: string): void
  load(): Promise<void>
  loadList(): Promise<void>
  setView(view: 'chart' | 'list'): void
  setArg(key: string, name: string, value: unknown): void
}

async function readState(): Promise<void> {
  const project = shownNovel()
  const { jobId } = useWorkflows.getState()
  if (project === undefined || jobId === null) return
  const still = (): boolean => shownNovel() === project && useWorkflows.getState().jobId === jobId
  try {
    const state = await call('workflows.state', { project, jobId })
    if (still()) useWorkflows.setState({ state, fault: null })
  } catch (error) {
    if (still()) useWorkflows.setState({ fault: errorFault(error) })
  }
}

async function readList(): Promise<void> {
  const project = shownNovel()
  if (project === undefined) return
  try {
    const { workflows } = await call('workflows.list', { project, lang: currentLocale() })
    if (shownNovel() === project) useWorkflows.setState({ list: workflows, listFault: null })
  } catch (error) {
    if (shownNovel() === project) useWorkflows.setState({ listFault: errorFault(error) })
  }
}

/** The run of a workflow in front, and what can be started (09 §9). */
export const useWorkflows = create<Workflows>((set, get) => ({
  state: null, jobId: null, fault: null, list: null, listFault: null, view: 'chart', args: {},
  open(jobId) {
    if (get().jobId !== jobId) set({ jobId, state: null, fault: null })
    void get().load()
  },
  load: coalesced(readState),
  loadList: coalesced(readList),
  setView: (view) => set({ view }),
  setArg: (key, name, value) => set({ args: { ...get().args, [key]: { ...get().args[key], [name]: value } } }),
}))

const reload = () => void useWorkflows.getState().load()
onEvent('workflow.changed', ({ jobId }) => { if (jobId === useWorkflows.getState().jobId) reload() })
onEvent('job.changed', ({ job }) => { if (job.id === useWorkflows.getState().jobId) reload() })
onResync(reload)
// The window may speak another language now.
onEvent('settings.changed', () => { if (useWorkflows.getState().list !== null) void useWorkflows.getState().loadList() })
onOtherNovel(() => useWorkflows.setState({ state: null, jobId: null, fault: null, list: null, listFault: null, args: {} }))

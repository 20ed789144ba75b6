import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import type { Output } from '@shared/procedures'
import type { ExportChoice } from '@shared/procedures/export'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { text } from '../i18n/text'
import { isShown, onOtherNovel, projectId, useApp } from './app'
import { coalesced } from './coalesced'
import { useLayout } from './layout'
import { attempt, inform, useNotices } from './notices'

export type ExportReport = Output<'export.report'>
export interface ExportProgress { stage: string; done: number; total: number }
/** What stands already where the export should go. */
export interface Existing { file: string; /** In bytes. */ size: number | null; modified: string | null }

interface Export {
  /** What there is to export; null until it was read. */
  choices: Output<'export.choices'> | null; fault: Fault | null
  /** The last that was shown stays until the next is there. */
  preview: Output<'export.preview'> | null; previewFault: Fault | null
  /** From the click on until it has ended. */ busy: boolean
  running: string | null; progress: ExportProgress | null; existing: Existing | null; report: ExportReport | null; runFault: Fault | null
  /** What the last export was asked for, as `choiceKey` writes it; null: another page of this window began it. */ ranWith: string | null; /** A text or the story changed since it ended. */ changedSince: boolean
  load(): Promise<void>
  look(choice: ExportChoice): Promise<void>
  /** Asks how the running export stands; one that has ended is shown. */
  settle(): Promise<void>
}

const nothing = { choices: null, fault: null, preview: null, previewFault: null, busy: false, running: null, progress: null, existing: null, report: null, runFault: null, ranWith: null, changedSince: false } as const
let asked = 0

/** The author is elsewhere in the window: a notice says how it ended. */
function tellAway({ state, path, code, message }: ExportReport): void {
  if (state === 'failed') return useNotices.getState().add({ kind: 'error', text: null, fault: { code: code ?? 'INTERNAL', message: message ?? '' }, action: null })
  if (state === 'done') inform(text('export.doneAway', { name: path.split(/[\\/]/).at(-1) ?? path }), { label: text('export.show'), run: () => void attempt(() => call('app.showItem', { path })) })
}

/** One export at a time: what there is, how it will look, how it goes. The choices themselves are kept with the layout. */
export const useExport = create<Export>((set, get) => ({
  ...nothing,
  load: coalesced(async () => {
    const project = useApp.getState().project
    if (!project) return
    try {
      const choices = await call('export.choices', { project: project.project })
      if (!isShown(project.project)) return
      set({ choices, fault: null })
      // One that another page of this window began goes on here.
      if (choices.running === null || get().busy) return
      set({ running: choices.running, busy: true })
      await get().settle()
    } catch (error) { if (isShown(project.project)) set({ fault: errorFault(error) }) }
  }),
  async look(choice) {
    const mine = ++asked
    const newest = (change: Partial<Export>) => { if (mine === asked) set(change) }
    try { newest({ preview: await call('export.preview', { project: projectId(), choice }), previewFault: null }) } catch (error) { newest({ previewFault: errorFault(error) }) }
  },
  async settle() {
    const { running } = get()
    if (running === null) return
    const over = (change: Partial<Export>) => { if (get().running === running) set({ running: null, progress: null, busy: false, ...change }) }
    try {
      const report = await call('export.report', { project: projectId(), exportId: running })
      if (report.state === 'running' || get().running !== running) return
      over({ report, changedSince: false })
      if (useLayout.getState().centre !== 'export') tellAway(report)
    } catch (error) { over({ runFault: errorFault(error) }) }
  },
}))

onOtherNovel(() => {
  asked += 1
  useExport.setState(nothing)
})

onEvent('export.progress', ({ exportId, stage, done, total, state }) => {
  const { running, settle } = useExport.getState()
  if (running !== exportId) return
  if (state === 'running') useExport.setState({ progress: { stage, done, total } })
  else void settle()
})
onResync(() => void useExport.getState().settle())

/** What was exported is no longer what stands here. */
const changed = () => { if (useExport.getState().report !== null) useExport.setState({ changedSince: true }) }
onEvent('file.changed', ({ path }) => { if (path.startsWith('manuscript/')) changed() })
onEvent('story.changed', changed)
onEvent('trash.changed', changed)

import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import type { CallInput } from '@shared/procedures'
import type { ImportView } from '@shared/procedures/import'
import type { z } from 'zod'
import { call } from '../bridge/call'
import { onEvent } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { projectId } from './app'
import { useLayout } from './layout'

type View = z.infer<typeof ImportView>
export interface Progress { stage: string; done: number; total: number; state: 'running' | 'done' | 'stopped' | 'failed'; message: string | null }
interface Import {
  file: string | null; view: View | null; progress: Progress | null; fault: Fault | null; busy: boolean
  start(file: string, choice?: { encoding?: string; rule?: string }): Promise<void>
  edit(edit: CallInput<'import.edit'>['edit']): Promise<void>
  run(again: 'skip' | 'replace' | 'both'): Promise<void>
  stop(): Promise<void>
  reset(): void
}

/** One import at a time: its preview, its edits, its progress. Nothing is written before Import. */
export const useImport = create<Import>((set, get) => {
  const guarded = async (act: () => Promise<void>) => {
    set({ busy: true, fault: null })
    try { await act() } catch (error) { set({ fault: errorFault(error) }) } finally { set({ busy: false }) }
  }
  const importId = () => get().view?.importId ?? ''
  return {
    file: null, view: null, progress: null, fault: null, busy: false,
    reset: () => set({ file: null, view: null, progress: null, fault: null }),
    async start(file, choice = {}) {
      useLayout.getState().set({ centre: 'import' })
      set({ file, progress: null })
      await guarded(async () => set({ view: await call('import.preview', { project: projectId(), file, ...choice }) }))
    },
    edit: (edit) => guarded(async () => set({ view: await call('import.edit', { project: projectId(), importId: importId(), edit }) })),
    run: (again) => guarded(async () => {
      set({ progress: { stage: 'start', done: 0, total: get().view?.rows.length ?? 0, state: 'running', message: null } })
      await call('import.run', { project: projectId(), importId: importId(), again })
    }),
    stop: () => guarded(async () => { await call('import.stop', { project: projectId(), importId: importId() }) }),
  }
})

onEvent('import.progress', ({ importId, stage, done, total, state, message }) => {
  if (useImport.getState().view?.importId === importId) useImport.setState({ progress: { stage, done, total, state, message } })
})

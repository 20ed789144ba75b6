import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import type { CallInput, Output } from '@shared/procedures'
import type { ImportView } from '@shared/procedures/import'
import type { z } from 'zod'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { projectId, useApp } from './app'
import { useLayout } from './layout'

type View = z.infer<typeof ImportView>
export type Again = 'skip' | 'replace' | 'both'
export interface Progress { stage: string; done: number; /** Of those done, there already and left alone. */ skipped: number; total: number; state: 'running' | 'done' | 'stopped' | 'failed'; message: string | null }
/** An import that was cut off, as core still knows it. */
export interface CutOff { importId: string; file: string; made: number; total: number }
interface Import {
  file: string | null; view: View | null; /** The import that runs or ran; its preview may be gone after a restart. */ running: string | null; progress: Progress | null; fault: Fault | null; busy: boolean; cutOff: CutOff | null
  start(file: string, choice?: { encoding?: string; rule?: string }): Promise<void>
  edit(edit: CallInput<'import.edit'>['edit']): Promise<void>
  run(again: Again): Promise<void>
  resume(importId: string, again?: Again): Promise<void>
  stop(): Promise<void>
  /** Asks core for an import that runs or broke off; true when there is one. */
  look(): Promise<boolean>
  /** Leaves it at what was made. */
  giveUp(): Promise<void>
  reset(): void
}

/** One import at a time: its preview, its edits, its progress. Nothing is written before Import. */
export const useImport = create<Import>((set, get) => {
  const guarded = async (act: () => Promise<void>) => {
    set({ busy: true, fault: null })
    try { await act() } catch (error) { set({ fault: errorFault(error) }) } finally { set({ busy: false }) }
  }
  const importId = () => get().view?.importId ?? ''
  const run = (id: string, again: Again, total: number, made = 0) => guarded(async () => {
    const before = get().progress
    set({ running: id, cutOff: null, progress: { stage: 'start', done: made, skipped: 0, total, state: 'running', message: null } })
    try { await call('import.run', { project: projectId(), importId: id, again }) } catch (error) { set({ progress: before }); throw error }
  })
  return {
    file: null, view: null, running: null, progress: null, fault: null, busy: false, cutOff: null,
    reset: () => set({ file: null, view: null, running: null, progress: null, fault: null }),
    async start(file, choice = {}) {
      useLayout.getState().set({ centre: 'import' })
      set({ file, progress: null, running: null, ...(file === get().view?.file ? {} : { view: null }) })
      await guarded(async () => set({ view: await call('import.preview', { project: projectId(), file, ...choice }) }))
    },
    edit: (edit) => guarded(async () => set({ view: await call('import.edit', { project: projectId(), importId: importId(), edit }) })),
    run: (again) => run(importId(), again, get().view?.rows.filter((row) => row.kind === 'chapter' && row.ticked && !row.skipped).length ?? 0),
    resume: (id, again = 'skip') => run(id, again, get().cutOff?.total ?? get().progress?.total ?? 0, get().cutOff?.made ?? get().progress?.done ?? 0),
    stop: () => guarded(async () => { await call('import.stop', { project: projectId(), importId: get().running ?? '' }) }),
    async look() {
      if (!useApp.getState().project) return false
      const told = await call('import.pending', { project: projectId() })
      const found = cutOffOf(told)
      const { running, progress } = get()
      if (told.running) {
        // This window was not there when it began.
        if (running === null) set({ running: told.importId, cutOff: null, progress: { stage: 'chapters', done: told.made, skipped: 0, total: told.total, state: 'running', message: null } })
        return true
      }
      // Core died under a running import: it says so, and the author goes on with it.
      if (running !== null && progress?.state === 'running' && found?.importId === running) set({ progress: { ...progress, state: 'failed', done: found.made, total: found.total } })
      else if (running === null || progress?.state !== 'running') set({ cutOff: found })
      return found !== null
    },
    giveUp: () => guarded(async () => {
      const { cutOff } = get()
      if (cutOff) await call('import.stop', { project: projectId(), importId: cutOff.importId })
      set({ cutOff: null })
    }),
  }
})

const cutOffOf = ({ running, importId, file, made, total }: Output<'import.pending'>): CutOff | null => (running || importId === null || file === null ? null : { importId, file, made, total })

onEvent('import.progress', ({ importId, stage, done, skipped, total, state, message }) => {
  if (useImport.getState().running === importId) useImport.setState({ progress: { stage, done, skipped, total, state, message } })
})
onResync(() => void useImport.getState().look().catch(() => undefined))

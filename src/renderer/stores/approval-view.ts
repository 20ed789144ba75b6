import { create } from 'zustand'
import type { Approval } from '@shared/approval'
import { call } from '../bridge/call'
import { text } from '../i18n/text'
import { isReadOnly, projectId } from './app'
import { useApprovals } from './approvals'
import { attempt, inform } from './notices'

/** How long an effect must have been in view before it can be approved (09 §7, P7). */
export const viewMs = 400

interface ApprovalView {
  open: boolean; shown: string | null; since: number; notes: Readonly<Record<string, string>>; /** The outdated one that the shown one replaces. */ staleOf: string | null; answering: boolean; /** "Always allow" is ticked, by approval. */ remember: Readonly<Record<string, boolean>>
  show(id: string | null, staleOf?: string | null): void
  setOpen(open: boolean): void
  step(by: 1 | -1): void
  drawn(id: string): void
  /** Out of sight: the 400 ms begin anew when it is back. */
  hidden(): void
  setNote(id: string, note: string): void
  setRemember(id: string, on: boolean): void
  answer(verdict: 'approve' | 'deny', as?: 'apply' | 'record'): Promise<void>
}

const pending = () => useApprovals.getState().pending

/** A dry run is recorded unless the author says "apply now". */
export const recordsFirst = (approval: Approval): boolean => approval.tool === 'Write' || approval.tool === 'Edit'

/** Which approval is looked at. A new one never replaces it; answered ones make way for the oldest left. */
export const useApprovalView = create<ApprovalView>((set, get) => ({
  open: true, shown: null, since: 0, notes: {}, staleOf: null, answering: false, remember: {},
  setOpen: (open) => set({ open }),
  show: (shown, staleOf = null) => set({ shown, since: 0, staleOf }),
  step(by) {
    const at = pending().findIndex((approval) => approval.id === get().shown)
    const to = pending()[at + by]
    if (to) get().show(to.id)
  },
  drawn: (id) => { if (get().shown === id) set({ since: performance.now() }) },
  hidden: () => set({ since: 0 }),
  setRemember: (id, on) => set({ remember: { ...get().remember, [id]: on } }),
  setNote: (id, note) => set({ notes: { ...get().notes, [id]: note } }),
  async answer(verdict, as) {
    const approval = pending().find((a) => a.id === get().shown)
    const early = get().since === 0 || performance.now() - get().since < viewMs
    if (!approval || get().answering || isReadOnly() || (verdict === 'approve' && early)) return
    set({ answering: true })
    const note = get().notes[approval.id]?.trim() ?? ''
    const how = verdict === 'approve' && recordsFirst(approval) ? { as: as ?? 'record' } : {}
    const done = await attempt(() => call('approvals.answer', { project: projectId(), id: approval.id, verdict, effectsHash: approval.effectsHash, note: note === '' ? null : note, remember: verdict === 'approve' && get().remember[approval.id] === true, ...how }))
    set({ answering: false })
    await useApprovals.getState().load().catch(() => undefined)
    if (done?.newId) get().show(done.newId, approval.id)
  },
}))

useApprovals.subscribe(({ pending: now }) => {
  const { shown, show, answering, setOpen } = useApprovalView.getState()
  if (now.some((approval) => approval.id === shown)) return
  const replaced = shown === null ? undefined : now.find((approval) => approval.replaces === shown)
  if (replaced) return show(replaced.id, shown)
  if (shown !== null && !answering && now.length > 0) inform(text('approvals.goneElsewhere'))
  if (shown === null) setOpen(true)
  show(now[0]?.id ?? null)
})

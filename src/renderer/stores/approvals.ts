import { create } from 'zustand'
import type { Approval } from '@shared/approval'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { isShown, onOtherNovel, useApp } from './app'

interface Approvals { pending: Approval[]; load(): Promise<void> }

/** Approvals waiting, oldest first, from every session of the project. */
export const useApprovals = create<Approvals>((set) => ({
  pending: [],
  async load() {
    const project = useApp.getState().project
    if (!project) return
    const { approvals } = await call('approvals.list', { project: project.project })
    if (isShown(project.project)) set({ pending: approvals })
  },
}))

onOtherNovel(() => useApprovals.setState({ pending: [] }))

/** Keeps the list live; what was answered elsewhere is gone (P8). */
export function startApprovalStore(): void {
  const { setState, getState } = useApprovals
  const drop = (id: string) => setState({ pending: getState().pending.filter((a) => a.id !== id) })
  const load = () => void getState().load().catch(() => undefined)
  onEvent('approval.requested', ({ approval }) => setState({ pending: [...getState().pending.filter((a) => a.id !== approval.id), approval] }))
  onEvent('approval.resolved', ({ id }) => drop(id))
  onEvent('approval.expired', ({ id }) => drop(id))
  onEvent('approval.stale', load)
  onResync(load)
}

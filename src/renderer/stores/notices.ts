import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import { errorFault } from '../i18n/fault-text'

export interface Notice { id: number; /** How often it was said in a row. */ times: number; kind: 'info' | 'error'; text: string | null; fault: Fault | null; action: { label: string; run: () => void; /** The step it would take back. */ undoId?: string | null } | null }
interface Notices { notices: Notice[]; add(notice: Omit<Notice, 'id' | 'times'>): void; dismiss(id: number): void }

let next = 1
const sameFault = (a: Fault | null, b: Fault | null): boolean => a === b || (a !== null && b !== null && a.code === b.code && a.message === b.message)
/** At most three toasts; information leaves after 6 s, errors stay until closed (09 §18). */
export const useNotices = create<Notices>((set, get) => ({
  notices: [],
  add(notice) {
    const id = next++
    // The same words again: one toast that counts. One that offers an act is about one thing and stands alone.
    const said = notice.action ? undefined : get().notices.find((one) => one.action === null && one.kind === notice.kind && one.text === notice.text && sameFault(one.fault, notice.fault))
    set({ notices: [...get().notices.filter((one) => one !== said), { ...notice, id, times: (said?.times ?? 0) + 1 }].slice(-3) })
    if (notice.kind === 'info') setTimeout(() => get().dismiss(id), 6_000)
  },
  dismiss: (id) => set({ notices: get().notices.filter((n) => n.id !== id) }),
}))

export const inform = (text: string, action: Notice['action'] = null) => useNotices.getState().add({ kind: 'info', text, fault: null, action })

/** Takes quiet notices away; errors stay until closed. */
export const dropInformation = (): void => useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.kind === 'error') }))

/** The step was taken back another way: an offer to take it back again would only fail. */
export const withdrawUndo = (undoId: string): void => useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.action?.undoId !== undoId) }))

/** Runs an act of the author; a failure shows once. Returns null when it failed. */
export async function attempt<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act()
  } catch (error) {
    const fault = errorFault(error)
    if (fault.code !== 'CANCELLED') useNotices.getState().add({ kind: 'error', text: null, fault, action: null })
    return null
  }
}

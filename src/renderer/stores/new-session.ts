import { create } from 'zustand'
import type { WorkMode } from '@shared/tool-result'

interface NewSession { workMode: WorkMode; model: string | null; set(change: Partial<Pick<NewSession, 'workMode' | 'model'>>): void }

/** What the author chose before the first message made the conversation. */
export const useNewSession = create<NewSession>((set) => ({ workMode: 'normal', model: null, set }))

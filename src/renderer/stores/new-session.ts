import { create } from 'zustand'
import type { WorkMode } from '@shared/tool-result'

/** Who answers in a conversation that the author opens without choosing. */
export const newProfile = 'leader.default'

interface NewSession { workMode: WorkMode; model: string | null; set(change: Partial<Pick<NewSession, 'workMode' | 'model'>>): void }

/** What the author chose before the first message made the conversation. */
export const useNewSession = create<NewSession>((set) => ({ workMode: 'normal', model: null, set }))

import { create } from 'zustand'

export const sections = ['look', 'writing', 'models', 'web', 'agents', 'safety', 'novel'] as const
export type Section = (typeof sections)[number]
/** Which section of the settings is in front. */
export const useSection = create<{ section: Section; show(section: Section): void }>((set) => ({ section: 'look', show: (section) => set({ section }) }))

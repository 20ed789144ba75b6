import { create } from 'zustand'

/** An older or other text beside the present one; `restore` is the version to put back, if it is one. */
export interface Comparison { title: string; before: string; restore: string | null }
interface Compare { comparison: Comparison | null; open(comparison: Comparison): void; close(): void }

/** The comparison laid over the text. */
export const useCompare = create<Compare>((set) => ({ comparison: null, open: (comparison) => set({ comparison }), close: () => set({ comparison: null }) }))

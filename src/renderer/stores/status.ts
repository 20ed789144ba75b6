import { create } from 'zustand'

export type SaveState = 'none' | 'saved' | 'saving' | 'unsaved' | 'saveFailed'
interface Status { words: { words: number; withPunctuation: number } | null; save: SaveState; set(change: Partial<Pick<Status, 'words' | 'save'>>): void }

/** What the status bar says of the text in front; the editor writes it. */
export const useStatus = create<Status>((set) => ({ words: null, save: 'none', set }))

import { create } from 'zustand'
import { useApp } from './app'

interface Undo { steps: readonly (() => Promise<unknown>)[]; push(step: () => Promise<unknown>): void; takeBack(): void }

const mostKept = 50

/** What Mod+Z in the world's panel takes back, the newest last; each step knows how. */
export const useWorldUndo = create<Undo>((set, get) => ({
  steps: [],
  push: (step) => set({ steps: [...get().steps, step].slice(-mostKept) }),
  takeBack() {
    const step = get().steps.at(-1)
    set({ steps: get().steps.slice(0, -1) })
    void step?.()
  },
}))

useApp.subscribe(({ project }, before) => { if (project?.project !== before.project?.project) useWorldUndo.setState({ steps: [] }) })

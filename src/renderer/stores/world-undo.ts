import { create } from 'zustand'
import { onOtherNovel } from './app'
import { withdrawUndo } from './notices'

interface Step { readonly id: string; readonly run: () => Promise<unknown> }
interface Undo {
  steps: readonly Step[]
  /** The id under which the step is taken back by itself. */ push(run: Step['run']): string
  /** The newest step, or the one named; one that was taken back already does nothing. */ takeBack(id?: string): void
}

const mostKept = 50
let made = 0

/** What Mod+Z in the world's panel takes back, the newest last; each step knows how. */
export const useWorldUndo = create<Undo>((set, get) => ({
  steps: [],
  push(run) {
    const id = `world-${(made += 1)}`
    set({ steps: [...get().steps, { id, run }].slice(-mostKept) })
    return id
  },
  takeBack(id) {
    const step = id === undefined ? get().steps.at(-1) : get().steps.find((one) => one.id === id)
    if (!step) return
    set({ steps: get().steps.filter((one) => one !== step) })
    withdrawUndo(step.id)
    void step.run()
  },
}))

onOtherNovel(() => useWorldUndo.setState({ steps: [] }))

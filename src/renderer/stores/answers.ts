import { create } from 'zustand'

/** Places of the choices picked, and the words beside them. */
export interface Given { picked: readonly number[]; text: string }

interface Answers {
  /** What was picked and typed so far, by whatever asks: a call, a job. It outlives a look elsewhere (09 §1 Live). */
  given: Readonly<Record<string, readonly Given[]>>
  set(id: string, given: readonly Given[] | null): void
}

/** Answers begun and not yet sent. */
export const useAnswers = create<Answers>((set, get) => ({
  given: {},
  set(id, given) {
    const others = Object.entries(get().given).filter(([one]) => one !== id)
    set({ given: Object.fromEntries(given === null ? others : [...others, [id, given]]) })
  },
}))

import { useLayout, type Given } from './layout'

export type { Given } from './layout'

/** So many questions wait at most; what was begun for one that ended unanswered goes with the oldest. */
const most = 50

/** What was picked and typed so far; kept with the layout as the composer's words are, so it outlives a look elsewhere, a closed window and a fall (09 §1, R5). */
export const useGiven = (id: string): readonly Given[] | undefined => useLayout((s) => s.answers[id])

/** Null: it was sent. */
export function setGiven(id: string, given: readonly Given[] | null): void {
  const { answers, set } = useLayout.getState()
  const others = Object.entries(answers).filter(([one]) => one !== id)
  const begun: [string, Given[]][] = given === null ? others : [...others, [id, [...given]]]
  set({ answers: Object.fromEntries(begun.slice(-most)) })
}

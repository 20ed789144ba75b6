import type { DecisionView } from '@shared/story-ledgers'

/** Open ones first, the nearest deadline first; the others as core lists them. */
export function byDeadline(decisions: readonly DecisionView[], numberOf: ReadonlyMap<string, number>): DecisionView[] {
  const place = ({ status, deadlineChapterId }: DecisionView): number => (status !== 'open' ? 0 : deadlineChapterId === null ? Number.MAX_SAFE_INTEGER : (numberOf.get(deadlineChapterId) ?? Number.MAX_SAFE_INTEGER))
  const open = decisions.filter(({ status }) => status === 'open').toSorted((a, b) => place(a) - place(b))
  return [...open, ...decisions.filter(({ status }) => status !== 'open')]
}

/** What deciding needs and is not there (02 §7 rule 1). */
export const missingOf = (values: Readonly<Record<string, string>>, needed: readonly string[]): string[] => needed.filter((field) => (values[field] ?? '').trim() === '')

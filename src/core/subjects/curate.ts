import { patchMemories } from './memory-patch'
import { memoryLines } from './subject-lines'
import type { Curation, Curator, SubjectText } from './types'

const mostAttempts = 2

export interface CurateRequest { sessionId: number; subjectPath: string; shown: string; file: SubjectText | null; facts: readonly string[]; signal: AbortSignal }

/** Has memory.curator take the facts in (07 §5): a patch that cannot be used is told once, then the author looks at it. JSONL_INVALID. */
export async function curateMemories(curator: Curator, { sessionId, subjectPath, shown, file, facts, signal }: CurateRequest): Promise<Curation> {
  const memories = memoryLines(file?.text ?? '', shown).map(({ value }) => value)
  let problem: string | null = null
  for (let attempts = 1; attempts <= mostAttempts; attempts += 1) {
    const patched = patchMemories(memories, await curator({ sessionId, subjectPath, facts, memories, problem, signal }))
    if ('memories' in patched) return same(memories, patched.memories) ? { status: 'unchanged', attempts } : { status: 'updated', attempts, memories: patched.memories }
    problem = patched.problem
  }
  return { status: 'needs_review', attempts: mostAttempts, reason: problem ?? '' }
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean => JSON.stringify(a) === JSON.stringify(b)

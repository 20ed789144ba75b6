import { fail } from '@shared/fault'
import type { OpenedProject, SafePath } from '../project/types'
import { below } from '../project/paths/contain'
import { foldName } from '../project/paths/fold'
import { subjectIdOf } from '../subjects/subject-path'
import { createSessionFacts, type SessionFact } from './session-facts'

/** A session that was created for one subject reaches no other's folder, nor do its helpers (07 §5). */
export interface BoundSubjects {
  /** SUBJECT_FORBIDDEN. */
  check(sessionId: number, path: Pick<SafePath, 'real' | 'shown'>): void
  /** Which files may be told of to a session. */
  visible(sessionId: number): (real: string) => boolean
}

export function createBoundSubjects(project: OpenedProject): BoundSubjects {
  const sessions = createSessionFacts(project.sessionsDb)
  const bounds = (sessionId: number): string[] => sessions.chain(sessionId).flatMap(boundTo)
  const subjectOf = (real: string): string | null => {
    const [first = '', second = '', id] = (below(project.dir, real) ?? []).slice(0, 3).map(foldName)
    return first === 'simulation' && second === 'subjects' ? (id ?? null) : null
  }
  const other = (id: string | null, bound: readonly string[]): boolean => id !== null && bound.some((one) => one !== id)
  return {
    check(sessionId, { real, shown }) {
      const id = subjectOf(real)
      // Most paths are no subject's, whoever asks.
      if (id === null) return
      const bound = bounds(sessionId)
      if (other(id, bound)) fail('SUBJECT_FORBIDDEN', `${shown} belongs to another subject.`, { actual: shown, expected: `simulation/subjects/${bound.join(' or ')}` })
    },
    visible(sessionId) {
      const bound = bounds(sessionId)
      return bound.length === 0 ? () => true : (real) => !other(subjectOf(real), bound)
    },
  }
}

/** The subject of `initial.subjectPath`; one that names none reaches no subject at all. */
function boundTo({ initial }: SessionFact): string[] {
  if (typeof initial !== 'string') return []
  const path = (JSON.parse(initial) as Record<string, unknown>)['subjectPath']
  return typeof path === 'string' ? [foldName(subjectIdOf(path) ?? '')] : []
}

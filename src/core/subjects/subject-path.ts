import { fail } from '@shared/fault'

/** A subject of a simulation, by the last segment of its folder (07 §5). */
export interface SubjectPlace { readonly id: string; readonly path: string }
/** What a subject went through, and what it holds to be so. */
export type SubjectSource = 'events' | 'memory'

/** The one segment of `simulation/subjects/<segment>`; null when a path is anything else. */
export function subjectIdOf(path: string): string | null {
  const id = /^simulation\/subjects\/([^/\\\p{Cc}]+)$/u.exec(path)?.[1]
  return id === undefined || id === '.' || id === '..' ? null : id
}

/** SUBJECT_PATH. */
export function subjectPlace(path: string): SubjectPlace {
  const id = subjectIdOf(path)
  if (id === null) return fail('SUBJECT_PATH', `"${path.slice(0, 200)}" is no subject.`, { pointer: '/subjectPath', actual: path.slice(0, 200), expected: 'simulation/subjects/ and one name, nothing after it' })
  return { id, path }
}

export const subjectFile = ({ path }: SubjectPlace, source: SubjectSource): string => `${path}/${source}.jsonl`

import type { IssueCode, PatchOp, WorldIssue } from '@shared/world'
import { applyAll, emptyFold, type Folded, type Skip } from './fold'
import { refsOf, refTrouble, type RefAt } from './references'
import { minInstant, type SubjectRow } from './rows'
import { forever } from './stored'
import type { WorldSchema } from './types'
import type { View } from './view'
import type { Advice } from './walk'

export type Label = WorldIssue['label']
/** An issue before it is put into words (03 §8). */
export interface Finding { label: Label; subjectId: string; path: string; op?: PatchOp; sliceId?: number; patchId?: number; /** Of an advisory: the change that causes it. */ cause?: { path: string; instant: bigint }; /** Of E2: what is there, what belongs there. */ ref?: { actual: string; expected: string } }

export const codes: Record<Label, IssueCode> = { E1: 'broken-relative', E2: 'dangling-ref', E3: 'invalid-path', E4: 'cross-ref', E5: 'embedding-whole-replace', A1: 'base-shifted', A2: 'masked' }

export const skipFinding = (subjectId: string, { patchId, sliceId, path, op, skip }: { patchId: number; sliceId: number; path: string; op: PatchOp; skip: Skip }): Finding => ({ label: skip, subjectId, path, op, sliceId, patchId })

/** A declared reference of a latest state, with the slice that set it. */
export interface KnownRef extends RefAt { sliceId: number | undefined }

export const knownRefs = (schema: WorldSchema, subject: SubjectRow, { attrs, setBy }: Folded): KnownRef[] =>
  refsOf(schema, subject.type, attrs).map((ref) => ({ ...ref, sliceId: setterOf(setBy, ref.path) }))

/** The slice that set a path: by the nearest known path at or above it. */
function setterOf(setBy: Folded['setBy'], path: string): number | undefined {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const by = setBy.get(at)
    if (by) return by.sliceId
  }
  return undefined
}

/** The references among them that lead nowhere (E2). */
export function dangling(subjectId: string, refs: readonly KnownRef[], subject: View['subject']): Finding[] {
  return refs.flatMap((ref): Finding[] => {
    const trouble = refTrouble(ref, subject)
    return trouble === null ? [] : [{ label: 'E2', subjectId, path: ref.path, ref: trouble, ...(ref.sliceId === undefined ? {} : { sliceId: ref.sliceId }) }]
  })
}

/** All errors that patches at or after an instant cause, and the references of the latest state. */
export function errorsFrom(view: View, subject: SubjectRow, from: bigint): Finding[] {
  const folded = from === minInstant ? emptyFold() : view.folded(subject, from - 1n)
  const skipped = applyAll(folded, view.history(subject.id, from, forever), subject.type, view.resolver)
  return [...skipped.map(({ patch, skip }) => skipFinding(subject.id, { patchId: patch.id, sliceId: patch.sliceId, path: patch.path, op: patch.op, skip })), ...dangling(subject.id, knownRefs(view.resolver.schema, subject, folded), view.subject)]
}

export const adviceFinding = ({ label, from, met }: Advice): Finding => ({ label, subjectId: met.subjectId, path: met.path, op: met.op, sliceId: met.sliceId, patchId: met.id, cause: { path: from.path, instant: from.instant } })

/** What an edit keeps: a patch has a new id afterwards, its trouble is the same. */
export const sameKey = ({ label, subjectId, path, op, sliceId }: Finding): string => JSON.stringify([label, subjectId, path, op ?? null, sliceId ?? null])

/** Errors of `now` that were not there `before`. */
export function freshErrors(before: readonly Finding[], now: readonly Finding[]): Finding[] {
  const left = new Map<string, number>()
  for (const finding of before) left.set(sameKey(finding), (left.get(sameKey(finding)) ?? 0) + 1)
  return now.filter((finding) => {
    const n = left.get(sameKey(finding)) ?? 0
    left.set(sameKey(finding), n - 1)
    return n <= 0
  })
}

const onceKey = ({ label, patchId, sliceId, subjectId, path }: Finding): string => JSON.stringify(patchId === undefined ? [label, sliceId ?? null, subjectId, path] : [label, patchId])

/** Equal ones once, errors first (03 §8). */
export function tidy(findings: readonly Finding[]): Finding[] {
  const once = [...new Map(findings.map((finding) => [onceKey(finding), finding])).values()]
  return [...once.filter(({ label }) => label.startsWith('E')), ...once.filter(({ label }) => label.startsWith('A'))]
}

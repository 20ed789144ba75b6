import type Database from 'better-sqlite3'
import { fail } from '@shared/fault'
import type { Scene } from '@shared/story'
import type { FieldsOf } from './fields'
import { all } from './prepared'
import type { SceneRow } from './rows'

type Given = NonNullable<FieldsOf<'scene'>['worldAnchor']>

/** The anchor's columns, replaced whole; ANCHOR_INVALID with both times when start is after end (02 §5). */
export function anchorColumns(anchor: Given): Pick<SceneRow, 'startTime' | 'endTime' | 'startInstant' | 'endInstant' | 'subjectIds' | 'locationSubjectId'> {
  const { startTime = null, endTime = null, startInstant = null, endInstant = null, subjectIds = [], locationSubjectId = null } = anchor
  if (startInstant !== null && endInstant !== null && BigInt(startInstant) > BigInt(endInstant)) {
    const start = startTime ?? startInstant
    const end = endTime ?? endInstant
    fail('ANCHOR_INVALID', `The scene would start (${start}) after it ends (${end}).`, {
      pointer: '/worldAnchor', actual: `${startInstant} > ${endInstant}`, expected: 'start not after end', fix: 'Swap or correct the two times.',
    })
  }
  const canonical = (instant: string | null): string | null => (instant === null ? null : BigInt(instant).toString())
  return { startTime, endTime, startInstant: canonical(startInstant), endInstant: canonical(endInstant), subjectIds: JSON.stringify(subjectIds), locationSubjectId }
}

export interface AnchorSubject { id: string; name: string | null; type: string | null; resolved: boolean }
export interface AnchorView { subjects: AnchorSubject[]; locationSubject: AnchorSubject | null; unresolvedSubjectIds: string[] }

/** The anchor's ids beside what the world has registered; unregistered ids are accepted and listed (02 §5). */
export function anchorView(db: Database.Database, anchor: Scene['worldAnchor']): AnchorView {
  const ids = [...anchor.subjectIds, ...(anchor.locationSubjectId === null ? [] : [anchor.locationSubjectId])]
  const known = new Map(
    all<{ id: string; name: string; type: string }>(db, 'SELECT id, name, type FROM WorldSubject WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids)).map((s) => [s.id, s]),
  )
  const view = (id: string): AnchorSubject => {
    const subject = known.get(id)
    return { id, name: subject?.name ?? null, type: subject?.type ?? null, resolved: subject !== undefined }
  }
  return {
    subjects: anchor.subjectIds.map(view), locationSubject: anchor.locationSubjectId === null ? null : view(anchor.locationSubjectId),
    unresolvedSubjectIds: [...new Set(ids.filter((id) => !known.has(id)))],
  }
}

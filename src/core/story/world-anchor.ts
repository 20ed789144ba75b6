import type Database from 'better-sqlite3'
import { fail, isFault } from '@shared/fault'
import type { Scene } from '@shared/story'
import type { FieldsOf } from './fields'
import { all } from './prepared'
import type { SceneRow } from './rows'
import type { StoryTimes } from './story-world'

type Given = NonNullable<FieldsOf<'scene'>['worldAnchor']>

type Times = Pick<SceneRow, 'startTime' | 'endTime' | 'startInstant' | 'endInstant'>
type End = 'start' | 'end'

/** A time that was written before its calendar was, and is given back as it is, stays the text it was. */
const isOldText = (text: string, instant: string | null, row: Times, end: End): boolean => instant === null && row[`${end}Instant`] === null && row[`${end}Time`] === text

/** One end of the anchor: the instant, and its calendar text; both given must agree (02 §5). */
function endColumns(given: Given, row: Times, times: StoryTimes | null, end: End): [time: string | null, instant: string | null] {
  const text = given[`${end}Time`] ?? null
  const instant = given[`${end}Instant`] ?? null
  const canonical = instant === null ? null : BigInt(instant).toString()
  if (times === null) return [text, canonical]
  if (text === null) return [canonical === null ? null : times.format(BigInt(canonical)), canonical]
  if (isOldText(text, instant, row, end)) return [text, null]
  const parsed = times.parse(text)
  if (canonical !== null && BigInt(canonical) !== parsed) {
    fail('ANCHOR_INVALID', `The ${end} "${text}" is the instant ${parsed}, not ${canonical}.`, { pointer: `/worldAnchor/${end}Instant`, actual: canonical, expected: String(parsed), fix: 'Give the text or the instant alone.' })
  }
  return [times.format(parsed), String(parsed)]
}

/** The anchor's columns, replaced whole; ANCHOR_INVALID with both times when start is after end (02 §5). Faults of the calendar. */
export function anchorColumns(anchor: Given, row: Times, times: StoryTimes | null): Times & Pick<SceneRow, 'subjectIds' | 'locationSubjectId'> {
  const [startTime, startInstant] = endColumns(anchor, row, times, 'start')
  const [endTime, endInstant] = endColumns(anchor, row, times, 'end')
  if (startInstant !== null && endInstant !== null && BigInt(startInstant) > BigInt(endInstant)) {
    fail('ANCHOR_INVALID', `The scene would start (${startTime ?? startInstant}) after it ends (${endTime ?? endInstant}).`, {
      pointer: '/worldAnchor', actual: `${startInstant} > ${endInstant}`, expected: 'start not after end', fix: 'Swap or correct the two times.',
    })
  }
  return { startTime, endTime, startInstant, endInstant, subjectIds: JSON.stringify(anchor.subjectIds ?? []), locationSubjectId: anchor.locationSubjectId ?? null }
}

/** A scene with its times as the calendar writes them now: a new calendar moves no instant, but names it anew. `strict` lets CALENDAR_INVALID out; else the texts are null then. */
export function withTimes(scene: Scene, times: StoryTimes | null, strict = false): Scene {
  const { worldAnchor: at } = scene
  if (times === null || (at.startInstant === null && at.endInstant === null)) return scene
  const text = (old: string | null, instant: string | null): string | null => {
    if (instant === null) return old
    try {
      return times.format(BigInt(instant))
    } catch (error) {
      if (strict || !isFault(error)) throw error
      return null
    }
  }
  return { ...scene, worldAnchor: { ...at, startTime: text(at.startTime, at.startInstant), endTime: text(at.endTime, at.endInstant) } }
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

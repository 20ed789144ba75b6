import type { PatchRow, SliceRow } from './rows'

/** A slice with its patches as JSON can hold it: instants as text, patches without the ids that every edit renews. */
export interface SliceImage {
  id: number; instant: string; title: string; summary: string; kind: string; hidden: boolean
  patches: { subjectId: string; path: string; op: PatchRow['op']; value: string | null; summary: string }[]
}
/** What a journalled change of the world holds. */
export interface SlicePayload { from: SliceImage | null; to: SliceImage; /** Subjects the commit registered. */ subjects: string[] }

export const imageOf = (row: SliceRow, patches: readonly PatchRow[]): SliceImage => ({
  id: row.id, instant: String(row.instant), title: row.title, summary: row.summary, kind: row.kind, hidden: row.hidden,
  patches: patches.map(({ subjectId, path, op, value, summary }) => ({ subjectId, path, op, value, summary })),
})

import { briefKeys } from '@shared/story'
import { given, type KindRules } from './kind-rules'
import { atEnd } from './order'
import { referenced } from './references'
import type { ChapterRow } from './rows'

const emptyBrief = Object.fromEntries(briefKeys.map((key) => [key, null]))

/** Chapters: `sortOrder` is the story-wide reading order, acts only group (02 §6); `brief` merges per field. */
export const chapterRules: KindRules<'chapter'> = {
  kind: 'chapter',
  blank: (now) => ({ name: '', title: '', actId: null, note: null, sortOrder: atEnd, ...emptyBrief, createdAt: now, updatedAt: now }) as unknown as ChapterRow,
  patch: (db, row, fields) => {
    const next: ChapterRow = {
      ...row, name: given(fields.name, row.name), title: given(fields.title, row.title), note: given(fields.note, row.note), sortOrder: given(fields.sortOrder, row.sortOrder),
      actId: fields.actId === undefined ? row.actId : referenced(db, 'act', fields.actId, 'actId'),
    }
    for (const key of briefKeys) next[key] = given(fields.brief?.[key], next[key])
    return next
  },
}

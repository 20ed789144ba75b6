import { given, type KindRules } from './kind-rules'
import { atEnd } from './order'
import { count } from './prepared'
import { referenced } from './references'
import type { ThreadRow } from './rows'

/** Threads: another phase means the end of its list (02 §6); archiving leaves the scenes and says how many (02 §8). */
export const threadRules: KindRules<'thread'> = {
  kind: 'thread',
  blank: (now) => ({
    storyPhaseId: null, name: '', title: '', isMainThread: 0, status: 'draft', miceType: null, summary: '', tags: '[]', writingTip: null, note: null, sortOrder: atEnd,
    createdAt: now, updatedAt: now,
  }) as unknown as ThreadRow,
  patch: (db, row, fields) => {
    const storyPhaseId = fields.storyPhaseId === undefined ? row.storyPhaseId : referenced(db, 'phase', fields.storyPhaseId, 'storyPhaseId')
    return {
      ...row, storyPhaseId, name: given(fields.name, row.name), title: given(fields.title, row.title), status: given(fields.status, row.status),
      isMainThread: fields.isMainThread === undefined ? row.isMainThread : Number(fields.isMainThread), miceType: given(fields.miceType, row.miceType),
      summary: given(fields.summary, row.summary), tags: fields.tags ? JSON.stringify(fields.tags) : row.tags, writingTip: given(fields.writingTip, row.writingTip),
      note: given(fields.note, row.note), sortOrder: storyPhaseId === row.storyPhaseId ? row.sortOrder : atEnd,
    }
  },
  after: (work, before, row) => {
    if (row.status !== 'archived' || before?.status === 'archived') return
    const scenes = count(work.db, "SELECT count(*) AS n FROM StoryScene WHERE threadId = ? AND status <> 'archived'", row.id)
    if (scenes > 0) work.extra.push(scenes === 1 ? '1 scene stays.' : `${scenes} scenes stay.`)
  },
}

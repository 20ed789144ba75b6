import { given, type KindRules } from './kind-rules'
import { revertUnpaid } from './knock-on'
import { atEnd } from './order'
import { all } from './prepared'
import { referenced } from './references'
import type { SceneRow } from './rows'
import { refsColumn } from './scene-refs'
import { anchorColumns } from './world-anchor'

/** Promises paid off in a scene, read before or after its status changes: the scene's own status is not asked. */
const paidHere = "SELECT DISTINCT promiseId AS id FROM StoryPromiseBeat WHERE kind = 'payoff' AND sceneId = ?"

/** Scenes: another thread or chapter means the end of its list; `chapterSortOrder` is null iff `chapterId` is (02 §6). */
export const sceneRules: KindRules<'scene'> = {
  kind: 'scene',
  blank: (now) => ({
    threadId: 0, chapterId: null, title: '', status: 'draft', outcomeType: null, pacingRole: null, summary: '', purpose: null, writingTip: null, note: null, startTime: null,
    endTime: null, startInstant: null, endInstant: null, subjectIds: '[]', locationSubjectId: null, threadSortOrder: atEnd, chapterSortOrder: null, refs: '[]',
    createdAt: now, updatedAt: now,
  }) as unknown as SceneRow,
  patch: (db, row, fields, { world }) => {
    const threadId = fields.threadId === undefined ? row.threadId : (referenced(db, 'thread', fields.threadId, 'threadId') ?? row.threadId)
    const chapterId = fields.chapterId === undefined ? row.chapterId : referenced(db, 'chapter', fields.chapterId, 'chapterId')
    return {
      ...row, threadId, chapterId, title: given(fields.title, row.title), status: given(fields.status, row.status), outcomeType: given(fields.outcomeType, row.outcomeType),
      pacingRole: given(fields.pacingRole, row.pacingRole), summary: given(fields.summary, row.summary), purpose: given(fields.purpose, row.purpose),
      writingTip: given(fields.writingTip, row.writingTip), note: given(fields.note, row.note), ...(fields.worldAnchor ? anchorColumns(fields.worldAnchor, row, world.times) : {}),
      refs: fields.refs ? refsColumn(fields.refs) : row.refs, threadSortOrder: threadId === row.threadId ? row.threadSortOrder : atEnd,
      chapterSortOrder: chapterId === row.chapterId ? row.chapterSortOrder : chapterId === null ? null : atEnd,
    }
  },
  after: (work, before, row) => {
    if (row.status !== 'archived' || !before || before.status === 'archived') return
    revertUnpaid(work, all<{ id: number }>(work.db, paidHere, row.id).map((p) => p.id), `its last payoff was in scene ${row.id}, now archived`)
  },
}

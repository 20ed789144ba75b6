import { given, type KindRules } from './kind-rules'
import { referenced } from './references'
import type { PromiseRow } from './rows'

/** Promises: what the reader is owed (02 §5). Fulfilled by hand needs no beat; their stage is derived, never stored. */
export const promiseRules: KindRules<'promise'> = {
  kind: 'promise',
  blank: (now) => ({
    name: '', title: '', status: 'open', importance: 'medium', summary: '', payoffExpectation: null, cadenceChapters: null, deadlineChapterId: null, tags: '[]', createdAt: now, updatedAt: now,
  }) as unknown as PromiseRow,
  patch: (db, row, fields) => ({
    ...row, name: given(fields.name, row.name), title: given(fields.title, row.title), status: given(fields.status, row.status), importance: given(fields.importance, row.importance),
    summary: given(fields.summary, row.summary), payoffExpectation: given(fields.payoffExpectation, row.payoffExpectation), cadenceChapters: given(fields.cadenceChapters, row.cadenceChapters),
    deadlineChapterId: fields.deadlineChapterId === undefined ? row.deadlineChapterId : referenced(db, 'chapter', fields.deadlineChapterId, 'deadlineChapterId'),
    tags: fields.tags ? JSON.stringify(fields.tags) : row.tags,
  }),
}

import { given, type KindRules } from './kind-rules'
import { atEnd } from './order'
import type { GroupRow } from './rows'

const rulesOf = <K extends 'act' | 'phase'>(kind: K): KindRules<K> => ({
  kind,
  blank: (now) => ({ name: '', title: '', summary: '', note: null, sortOrder: atEnd, createdAt: now, updatedAt: now }) as unknown as GroupRow,
  patch: (_db, row, fields) => ({
    ...row, name: given(fields.name, row.name), title: given(fields.title, row.title), summary: given(fields.summary, row.summary), note: given(fields.note, row.note),
    sortOrder: given(fields.sortOrder, row.sortOrder),
  }),
})

/** Acts carry chapters, phases carry threads; both are plain ordered groups (02 §5). */
export const actRules = rulesOf('act')
export const phaseRules = rulesOf('phase')

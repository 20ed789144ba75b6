import { fail } from '@shared/fault'
import { anchorColumnsOf } from './decision-anchor'
import { decisionRefs } from './decision-refs'
import type { FieldsOf } from './fields'
import { decisionProblems, refuseIncomplete } from './invariants'
import { given, type KindRules } from './kind-rules'
import { refuse } from './problems'
import { referenced } from './references'
import type { DecisionRow } from './rows'

type Fields = FieldsOf<'decision'>
interface Option { option: string; note: string | null }

const optionsColumn = (options: NonNullable<Fields['options']>): string => JSON.stringify(options.map(({ option, note = null }) => ({ option, note })))
const rejectedColumn = (list: NonNullable<Fields['rejectedAlternatives']>): string => JSON.stringify(list.map(({ option, whyRejected = null }) => ({ option, whyRejected })))

/** Rule 2 of 02 §7: only the step to decided turns options into rejected alternatives. ARGS_INVALID, OPTION_UNKNOWN. */
function rejectedAfter(before: DecisionRow, next: DecisionRow, fields: Fields): string {
  const deciding = next.status === 'decided' && before.status !== 'decided'
  const chosen = fields.chosenOption
  if (chosen !== undefined && !deciding) refuse([{ pointer: '/chosenOption', message: 'only when the decision becomes decided.' }], 'save decision')
  if (fields.rejectedAlternatives) return rejectedColumn(fields.rejectedAlternatives)
  if (!deciding) return next.rejectedAlternatives
  const options = (JSON.parse(next.options) as Option[]).map((o) => o.option)
  if (chosen !== undefined && !options.includes(chosen)) {
    fail('OPTION_UNKNOWN', `"${chosen}" is no option of this decision.`, { pointer: '/chosenOption', actual: chosen, expected: options.length === 0 ? 'no option is listed' : options.join(', '), fix: 'Choose a listed option, or add it to options.' })
  }
  return rejectedColumn(options.filter((option) => option !== chosen).map((option) => ({ option })))
}

/** Decisions: why it is so (02 §5). The merged final row keeps the invariants of 02 §7, or DECISION_INCOMPLETE names each field. */
export const decisionRules: KindRules<'decision'> = {
  kind: 'decision',
  blank: (now) => ({
    name: '', title: '', question: '', status: 'open', options: '[]', deadlineChapterId: null, decision: null, motivation: null, risk: null, rejectedAlternatives: '[]', serves: '[]',
    dependsOn: '[]', supersededById: null, anchorKind: 'story', anchorId: null, anchorPath: null, note: null, createdAt: now, updatedAt: now,
  }) as unknown as DecisionRow,
  patch: (db, row, fields, { exists }) => {
    const status = given(fields.status, row.status)
    const successor = fields.supersededById === undefined ? row.supersededById : fields.supersededById === null ? null : Number(fields.supersededById)
    const next: DecisionRow = {
      ...row, name: given(fields.name, row.name), title: given(fields.title, row.title), question: given(fields.question, row.question), status,
      options: fields.options ? optionsColumn(fields.options) : row.options, decision: given(fields.decision, row.decision), motivation: given(fields.motivation, row.motivation),
      risk: given(fields.risk, row.risk), note: given(fields.note, row.note), supersededById: status === 'superseded' ? successor : null,
      deadlineChapterId: fields.deadlineChapterId === undefined ? row.deadlineChapterId : referenced(db, 'chapter', fields.deadlineChapterId, 'deadlineChapterId'),
      ...(fields.anchor ? anchorColumnsOf(db, fields.anchor) : {}), ...decisionRefs(db, { serves: fields.serves, dependsOn: fields.dependsOn }, exists),
    }
    next.rejectedAlternatives = rejectedAfter(row, next, fields)
    refuseIncomplete(decisionProblems(db, next), row.id === undefined ? 'The decision' : `Decision ${row.id} "${next.title}"`)
    return next
  },
}

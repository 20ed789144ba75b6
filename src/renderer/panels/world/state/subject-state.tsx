import type { SubjectState } from '@shared/procedures/world'
import type { Slice } from '@shared/world'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { useWorld } from '../../../stores/world'
import { sliceById } from '../../../stores/world-index'
import { useWorldDrafts, newSlice } from '../../../stores/world-drafts'
import { useWorldView } from '../../../stores/world-view'
import { Button } from '../../../ui/button'
import { draftOfSlice, emptyDraft, emptyRow } from '../compose/slice-draft'
import { knownNow } from '../compose/use-draft'
import { useCursorText } from '../timeline/use-cursor-text'
import { ValueView } from '../value-view'
import { isOwnType, typeText } from '../words'
import { writeSlice } from '../world-actions'
import { stateRows, type StateRow } from './state-rows'

/** Begins a change of this subject where the author looks: in the slice at the cursor, else in a new one at that time; looking at the latest, in a new one of any time. */
function recordChange(subjectId: string, time: string, here: Slice | null): void {
  const drafts = useWorldDrafts.getState()
  const id = useWorldView.getState().cursor === null ? null : (here?.id ?? null)
  const kept = drafts.slices[id ?? newSlice]
  const draft = kept ?? (id !== null && here ? draftOfSlice(here, knownNow()) : { ...emptyDraft(), rows: [] })
  const begun = draft.rows.some((row) => row.subjectId === subjectId && row.place === '')
  drafts.put(id ?? newSlice, { ...draft, time: draft.time === '' && useWorldView.getState().cursor !== null ? time : draft.time, rows: begun ? draft.rows : [...draft.rows.filter((row) => row.subjectId !== '' || row.fresh), emptyRow(subjectId)] })
  writeSlice(id)
}

/** Who set it: solid when the slice at the cursor did, dashed when it lasts from an earlier one; leads there. */
function SetBy({ row, at }: { row: StateRow; at: string }) {
  const t = useText()
  const { look, seen } = useWorldView()
  const slice = useWorld((s) => sliceById(s.slices, row.by?.sliceId))
  if (!row.by) return null
  const here = row.by.instant === at
  const go = () => { if (row.by) { look(row.by.instant); seen(row.by.sliceId) } }
  if (!slice) return null
  return (
    <button type="button" className="set-by" data-testid="set-by" data-id={slice.id} disabled={here} title={`${slice.title} · ${slice.time}`} onClick={go}>
      {here ? t('world.setHere') : <span className="ellipsis" data-user-content>{slice.title} · {slice.time}</span>}
    </button>
  )
}

function Row({ row, at }: { row: StateRow; at: string }) {
  const here = row.by?.instant === at
  return (
    <li className="state-row" data-testid="state-attr" data-id={row.path} data-state={here ? 'here' : 'inherited'} data-depth={row.depth}>
      <span className="state-name" title={row.desc ?? undefined} data-user-content>{row.label}</span>
      <span className="state-value">{row.value === undefined ? null : <ValueView value={row.value} />}</span>
      <SetBy row={row} at={at} />
    </li>
  )
}

/** One subject at the cursor: every attribute, its value, and which slice set it (D1). */
export function SubjectStateView({ state, slice }: { state: SubjectState; slice: Slice | null }) {
  const t = useText()
  const time = useCursorText()
  const types = useWorld((s) => s.files?.schema.types) ?? {}
  const readOnly = useReadOnly()
  const { subject, attrs, setBy, at } = state
  const rows = stateRows(attrs, setBy, Object.hasOwn(types, subject.type) ? types[subject.type] : undefined)
  return (
    <article className="subject-state" data-testid="subject-state" data-id={subject.id} data-at={at} data-value={JSON.stringify(attrs)}>
      <header>
        <h2 data-user-content>{subject.name}</h2>
        <span className="muted"><span data-user-content={isOwnType(subject.type, types) ? '' : undefined}>{typeText(t, subject.type, types)}</span> · <span data-user-content title={t('world.idHint')}>{subject.id}</span></span>
        <span className="board-gap" />
        <Button size="small" testId="record-change" disabled={readOnly} onClick={() => recordChange(subject.id, time, slice)}>{t('world.recordChange')}</Button>
      </header>
      {rows.length === 0 ? <p className="muted">{t('world.noStateYet')}</p> : <ul className="state-rows">{rows.map((row) => <Row key={row.path} row={row} at={at} />)}</ul>}
    </article>
  )
}

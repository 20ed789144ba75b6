import { useEffect, useMemo } from 'react'
import { useText } from '../../../i18n/text'
import { useWorld } from '../../../stores/world'
import { sliceAt } from '../../../stores/world-index'
import { useSlice, useSubjectState } from '../../../stores/world-state'
import { useInstant, useWorldView } from '../../../stores/world-view'
import { SliceCard } from './slice-card'
import { StateFault } from './state-fault'
import { SubjectList } from './subject-list'
import { SubjectStateView } from './subject-state'

/** What the world looks like at the cursor: the slice there, everyone in it, one of them in full. */
export function StateView() {
  const t = useText()
  const instant = useInstant()
  const at = useWorld((s) => sliceAt(s.slices, instant)?.id ?? null)
  const subjects = useWorld((s) => s.subjects)
  const stateFault = useWorld((s) => s.stateFault)
  const slice = useSlice(at)
  const chosen = useWorldView((s) => s.subject)
  const changed = useMemo(() => new Set((slice?.patches ?? []).map((patch) => patch.subjectId)), [slice])
  // Nobody chosen yet: one of those the slice at the cursor is about.
  const first = slice ? slice.patches?.[0]?.subjectId : at === null ? subjects?.[0]?.id : undefined
  useEffect(() => { if (chosen === null && first !== undefined) useWorldView.setState({ subject: first }) }, [chosen, first])
  const { state, fault } = useSubjectState(chosen, instant)
  const trouble = stateFault ?? fault
  return (
    <div className="state-view">
      <SubjectList changed={changed} />
      <div className="state-main">
        <SliceCard slice={slice} />
        {trouble ? <StateFault fault={trouble} /> : state ? <SubjectStateView state={state} slice={slice} /> : subjects?.length === 0 ? <p className="muted">{t('world.noSubjectsHint')}</p> : null}
      </div>
    </div>
  )
}

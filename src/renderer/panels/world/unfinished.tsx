import { PenLine } from 'lucide-react'
import { useText } from '../../i18n/text'
import { newSlice, useWorldDrafts } from '../../stores/world-drafts'
import { useWorldView, type Writing } from '../../stores/world-view'
import { isDirty } from './compose/slice-draft'
import { writeSlice } from './world-actions'

function Row({ label, title, onOpen, testId }: { label: string; title: string; onOpen: () => void; testId: string }) {
  return (
    <button type="button" className="unfinished" data-testid={testId} onClick={onOpen}>
      <PenLine size={14} aria-hidden /><span>{label}</span>{title !== '' && <span className="muted ellipsis" data-user-content>{title}</span>}
    </button>
  )
}

/** What was begun and stands in no list yet: a new slice, a new subject; gone while its form is open. */
export function Unfinished() {
  const t = useText()
  const slice = useWorldDrafts((s) => s.slices[newSlice])
  const subject = useWorldDrafts((s) => s.subject)
  const { writing, write } = useWorldView()
  const open = (kind: NonNullable<Writing>['kind']) => writing?.kind === kind && (writing.kind === 'subject' || writing.id === null)
  return (
    <>
      {slice && isDirty(slice, null) && !open('slice') && <Row label={t('world.unfinishedSlice')} title={slice.title || slice.time} onOpen={() => writeSlice(null)} testId="unfinished-slice" />}
      {subject && !open('subject') && <Row label={t('world.unfinishedSubject')} title={subject.name} onOpen={() => write({ kind: 'subject' })} testId="unfinished-subject" />}
    </>
  )
}

import { useId } from 'react'
import { useText } from '../../../i18n/text'
import { TitleFull } from '../../../ui/title-full'
import { kindText, sliceKinds } from '../words'
import type { SliceDraft } from './slice-draft'
import { TimeField, type ReadTime } from './time-field'

interface Props { draft: SliceDraft; read: ReadTime; missing: readonly string[]; onChange: (draft: SliceDraft) => void }

/** When it happens, what it is called, what it is. */
export function SliceWords({ draft, read, missing, onChange }: Props) {
  const t = useText()
  const [titleId, kindId, summaryId] = [useId(), useId(), useId()]
  const kinds = [...new Set<string>([...sliceKinds, draft.kind])]
  const noTitle = missing.includes('title')
  return (
    <div className="composer-words">
      <TimeField label={t('world.time')} value={draft.time} read={read} missing={missing.includes('time')} testId="slice-time" onType={(time) => onChange({ ...draft, time })} />
      <div className="composer-names">
        <div className="field" data-missing={noTitle}>
          <label className="label" htmlFor={titleId}>{t('world.title')}</label>
          <input id={titleId} className="input" data-testid="slice-title" data-user-content maxLength={120} placeholder={t('world.titleHint')} aria-invalid={noTitle || undefined} value={draft.title} onChange={(event) => onChange({ ...draft, title: event.target.value })} />
          <TitleFull title={draft.title} />
        </div>
        <div className="field">
          <label className="label" htmlFor={kindId}>{t('world.kind')}</label>
          <select id={kindId} className="input" data-testid="slice-kind" value={draft.kind} onChange={(event) => onChange({ ...draft, kind: event.target.value })}>{kinds.map((kind) => <option key={kind} value={kind}>{kindText(t, kind)}</option>)}</select>
        </div>
      </div>
      <div className="field">
        <label className="label" htmlFor={summaryId}>{t('world.summary')}</label>
        <textarea id={summaryId} className="input" rows={2} data-testid="slice-summary" data-user-content maxLength={5_000} placeholder={t('world.summaryHint')} value={draft.summary} onChange={(event) => onChange({ ...draft, summary: event.target.value })} />
      </div>
    </div>
  )
}

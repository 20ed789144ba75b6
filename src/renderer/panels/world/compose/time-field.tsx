import { useEffect, useId, useState } from 'react'
import type { Fault } from '@shared/fault'
import { call } from '../../../bridge/call'
import { errorFault } from '../../../i18n/fault-text'
import { useText } from '../../../i18n/text'
import { projectId } from '../../../stores/app'
import { useWorld } from '../../../stores/world'

/** What the calendar makes of a text. `instant` null: nothing yet, or it is not understood. */
export interface ReadTime { readonly text: string; readonly instant: string | null; readonly time: string | null; readonly fault: Fault | null; /** Hash of the calendar that read it. */ readonly calendar?: string | null | undefined }
const unread = (text: string): ReadTime => ({ text, instant: null, time: null, fault: null })
const restMs = 150

/** Parses a time while it is typed. */
export function useTime(text: string): ReadTime {
  const calendar = useWorld((s) => s.files?.calendar.hash)
  const [read, setRead] = useState<ReadTime>(unread(''))
  const wanted = text.trim()
  useEffect(() => {
    if (wanted === '') return
    let current = true
    const timer = setTimeout(() => {
      call('world.parseTime', { project: projectId(), text: wanted }).then(
        ({ instant, time }) => { if (current) setRead({ text: wanted, instant, time, fault: null, calendar }) },
        (error: unknown) => { if (current) setRead({ ...unread(wanted), fault: errorFault(error), calendar }) },
      )
    }, restMs)
    return () => { current = false; clearTimeout(timer) }
  }, [wanted, calendar])
  return read.text === wanted ? read : unread(wanted)
}

/** The instant of a text that may just have been typed: asked for at once if it was not read yet. */
export async function instantNow(read: ReadTime): Promise<string | null> {
  if (read.instant !== null || read.fault !== null || read.text === '') return read.instant
  return call('world.parseTime', { project: projectId(), text: read.text }).then(({ instant }) => instant, () => null)
}

/** Below a time: how the calendar writes it and its instant, or how a time is written here. `bare`: without the instant, where nobody counts with it. */
export function TimeRead({ read, id, bare = false }: { read: ReadTime; id?: string; bare?: boolean }) {
  const t = useText()
  const view = useWorld((s) => s.files?.calendar.view)
  if (read.instant !== null) return <span id={id} className="time-read" data-testid="time-read" data-state="good" data-value={read.instant}><span data-user-content>{read.time}</span>{!bare && <span className="muted">{t('world.instant', { instant: read.instant })}</span>}</span>
  if (read.fault === null) return <span id={id} className="time-read muted" data-testid="time-read" data-state="empty">{view?.examples[0] ? <>{t('world.forExample')}<span data-user-content>{view.examples[0]}</span></> : ' '}</span>
  return (
    <span id={id} className="time-read" data-testid="time-read" data-state="bad" role="status" title={read.fault.message}>
      {t('world.timeBad')}{view?.examples.slice(0, 2).map((example, at) => <span key={example}>{at > 0 ? t('world.or') : ''}<span data-user-content>{example}</span></span>)}
    </span>
  )
}

interface Props { label: string; value: string; read: ReadTime; onType: (text: string) => void; testId?: string; missing?: boolean; autoFocus?: boolean }

/** A time in the novel's own calendar, understood while it is typed. */
export function TimeField({ label, value, read, onType, testId, missing = false, autoFocus = false }: Props) {
  const id = useId()
  const bad = missing || read.fault !== null
  return (
    <div className="field time-field" data-missing={missing}>
      <label className="label" htmlFor={id}>{label}</label>
      <input id={id} className="input" data-testid={testId} data-user-content maxLength={200} autoFocus={autoFocus} aria-invalid={bad || undefined} aria-describedby={`${id}-read`} value={value} onChange={(event) => onType(event.target.value)} />
      <TimeRead read={read} id={`${id}-read`} />
    </div>
  )
}

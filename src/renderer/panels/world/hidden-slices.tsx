import { useState } from 'react'
import type { HiddenSlice } from '@shared/procedures/world'
import { useText } from '../../i18n/text'
import { useReadOnly } from '../../stores/app'
import { useWorld } from '../../stores/world'
import { Button } from '../../ui/button'
import { TimeField, useTime } from './compose/time-field'
import { restoreSlice } from './world-actions'

/** The instant is taken by now: another has to be chosen. */
function ElseWhen({ slice, onDone }: { slice: HiddenSlice; onDone: () => void }) {
  const t = useText()
  const [time, setTime] = useState('')
  const read = useTime(time)
  const restore = async () => { if (read.instant !== null && (await restoreSlice(slice.id, read.instant))) onDone() }
  return (
    <div className="hidden-when">
      <p className="muted small">{t('world.takenWhen')}</p>
      <TimeField label={t('world.otherTime')} value={time} read={read} onType={setTime} testId="hidden-time" />
      <Button size="small" kind="primary" disabled={read.instant === null} onClick={() => void restore()}>{t('world.restore')}</Button>
    </div>
  )
}

function Row({ slice }: { slice: HiddenSlice }) {
  const t = useText()
  const readOnly = useReadOnly()
  const taken = useWorld((s) => s.slices?.some((one) => one.instant === slice.instant) ?? false)
  const [asking, setAsking] = useState(false)
  const restore = () => { if (taken) setAsking(true); else void restoreSlice(slice.id) }
  return (
    <li className="hidden-slice" data-testid="hidden-slice" data-id={slice.id}>
      <span className="hidden-words"><span className="ellipsis" data-user-content>{slice.title}</span><span className="muted ellipsis" data-user-content>{slice.time}</span></span>
      <Button size="small" disabled={readOnly} onClick={restore}>{t('world.restore')}</Button>
      {asking && <ElseWhen slice={slice} onDone={() => setAsking(false)} />}
    </li>
  )
}

/** Slices that do not count now; the trash has them too, and alone destroys them. */
export function HiddenSlices() {
  const t = useText()
  const hidden = useWorld((s) => s.hidden)
  if (hidden.length === 0) return null
  return (
    <details className="hidden-slices">
      <summary>{t('world.hiddenSlices', { count: hidden.length })}</summary>
      <ul>{hidden.map((slice) => <Row key={slice.id} slice={slice} />)}</ul>
    </details>
  )
}

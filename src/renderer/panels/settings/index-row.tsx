import { useCallback, useEffect, useState } from 'react'
import type { Output } from '@shared/procedures'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId, useReadOnly } from '../../stores/app'
import { attempt, inform } from '../../stores/notices'
import { Button } from '../../ui/button'
import { SettingRow } from './rows'

/** What search by meaning keeps of the memories of simulated people (07 §5), and the way to clear it when another model was chosen. */
export function IndexRow() {
  const t = useText()
  const readOnly = useReadOnly()
  const [index, setIndex] = useState<Output<'subjects.index'> | null>(null)
  const read = useCallback(() => { void attempt(async () => setIndex(await call('subjects.index', { project: projectId() }))) }, [])
  useEffect(read, [read])
  if (index === null || index.texts === 0) return null
  const clear = () => void attempt(async () => { const { texts } = await call('subjects.clearIndex', { project: projectId() }); inform(t('web.indexCleared', { texts })) }).then(read)
  return (
    <SettingRow label={t('web.index')} hint={t('web.indexHint')}>
      <span className="muted" data-testid="subject-index" data-value={index.texts}>{t('web.indexCount', { texts: index.texts })} <span data-user-content>{index.models.join(', ')}</span></span>
      <Button size="small" testId="subject-index-clear" disabled={readOnly} onClick={clear}>{t('web.indexClear')}</Button>
    </SettingRow>
  )
}

import { useState } from 'react'
import type { WorldTemplate } from '@shared/procedures/world'
import { useText } from '../../i18n/text'
import { useReadOnly } from '../../stores/app'
import { askAssistant } from '../../stores/composer'
import { useWorld } from '../../stores/world'
import { useWorldView } from '../../stores/world-view'
import { Button } from '../../ui/button'
import { ErrorNote } from '../../ui/error-note'
import type { Fault } from '@shared/fault'
import { TemplateCards } from './rules/template-picker'
import { saveText } from './rules/use-world-file'
import { writeSlice } from './world-actions'

/** No subject and no slice yet: what the world is for, templates to start from, or the first subject by hand. */
export function WorldEmpty() {
  const t = useText()
  const readOnly = useReadOnly()
  const [fault, setFault] = useState<Fault | null>(null)
  const take = async (template: WorldTemplate) => {
    const { files } = useWorld.getState()
    if (!files) return
    const failed = (await saveText('schema', template.schema, files.schema.hash)) ?? (await saveText('calendar', template.calendar, files.calendar.hash))
    setFault(failed)
    if (!failed) useWorldView.getState().setTab('rules')
  }
  return (
    <div className="world-empty" data-testid="world-empty">
      <h2>{t('world.emptyTitle')}</h2>
      <p className="muted">{t('world.emptyHint')}</p>
      {fault && <ErrorNote fault={fault} />}
      <h3>{t('world.startFrom')}</h3>
      <TemplateCards disabled={readOnly} onPick={(template) => void take(template)} />
      <div className="row">
        <Button kind="primary" testId="world-first-subject" disabled={readOnly} onClick={() => useWorldView.getState().write({ kind: 'subject' })}>{t('world.firstSubject')}</Button>
        <Button disabled={readOnly} onClick={() => writeSlice(null)}>{t('world.newSlice')}</Button>
        <Button onClick={() => askAssistant(t('world.askText'))}>{t('world.ask')}</Button>
      </div>
    </div>
  )
}

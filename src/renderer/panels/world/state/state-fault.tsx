import type { Fault } from '@shared/fault'
import { useText } from '../../../i18n/text'
import { useWorld } from '../../../stores/world'
import { useWorldView } from '../../../stores/world-view'
import { Button } from '../../../ui/button'
import { ErrorNote } from '../../../ui/error-note'

/** States cannot be told: what is wrong, and the way to where it is mended. */
export function StateFault({ fault }: { fault: Fault }) {
  const t = useText()
  const setTab = useWorldView((s) => s.setTab)
  const tab = fault.code === 'SCHEMA_INVALID' ? 'rules' : fault.code.startsWith('CALENDAR') ? 'calendar' : null
  return (
    <div className="state-fault">
      <ErrorNote fault={fault} onRetry={() => void useWorld.getState().load()} />
      {tab && <Button size="small" kind="primary" onClick={() => setTab(tab)}>{t(tab === 'rules' ? 'world.mendRules' : 'world.mendCalendar')}</Button>}
    </div>
  )
}

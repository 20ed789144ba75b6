import { useState } from 'react'
import type { Fault } from '@shared/fault'
import type { ScriptTool } from '@shared/procedures/tools'
import { call } from '../../../bridge/call'
import { errorFault } from '../../../i18n/fault-text'
import { useText } from '../../../i18n/text'
import { projectId } from '../../../stores/app'
import { inform } from '../../../stores/notices'
import { useTools } from '../../../stores/tools'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { ErrorNote } from '../../../ui/error-note'
import { useOneAtATime } from '../../../ui/one-at-a-time'
import { AllFiles, Changes } from './changes'

const usual: readonly string[] = ['leader.default', 'main']
type Consent = { profiles: ReadonlySet<string>; ask: boolean; shell: boolean }

function Choices({ script, consent, onChange }: { script: ScriptTool; consent: Consent; onChange: (next: Consent) => void }) {
  const t = useText()
  const profiles = useTools((s) => s.list?.profiles ?? [])
  const tick = (key: string) => { const next = new Set(consent.profiles); if (!next.delete(key)) next.add(key); onChange({ ...consent, profiles: next }) }
  return (
    <>
      <fieldset className="approve-profiles"><legend>{t('tools.approveFor')}</legend>
        <div>{profiles.map(({ key, name }) => <label key={key} className="check-row"><input type="checkbox" data-testid="approve-profile" data-id={key} checked={consent.profiles.has(key)} onChange={() => tick(key)} /><span data-user-content>{name}</span></label>)}</div></fieldset>
      {script.risk === 'high' ? <p className="muted">{t('tools.approveAskHigh')}</p>
        : <label className="check-row"><input type="checkbox" data-testid="approve-ask" checked={consent.ask} onChange={(event) => onChange({ ...consent, ask: event.target.checked })} />{t('tools.approveAsk')}</label>}
      {script.shell && <label className="check-row"><input type="checkbox" data-testid="approve-shell" checked={consent.shell} onChange={(event) => onChange({ ...consent, shell: event.target.checked })} />{t('tools.approveShell')}</label>}
    </>
  )
}

function Form({ script, onClose }: { script: ScriptTool; onClose: () => void }) {
  const t = useText()
  const approvedBefore = script.approvedAt !== null && script.profiles.length > 0
  const [consent, setConsent] = useState<Consent>({ profiles: new Set(approvedBefore ? script.profiles : usual), ask: true, shell: false })
  const [sure, setSure] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const once = useOneAtATime()
  const green = script.test?.green === true
  const approve = async () => {
    if (!green && !sure) return setSure(true)
    try {
      await call('tools.approve', { project: projectId(), name: script.name, layer: script.layer, hash: script.hash ?? '', profiles: [...consent.profiles], doNotAsk: script.risk !== 'high' && !consent.ask, shell: consent.shell, anyway: !green })
      inform(t('tools.approved', { name: script.name }))
      onClose()
    } catch (error) {
      setFault(errorFault(error))
    }
  }
  const ready = consent.profiles.size > 0 && (!script.shell || consent.shell)
  return (
    <>
      <p><strong data-user-content>{script.name}</strong> · {t(`tools.layer.${script.layer}`)}</p>
      <p>{t(script.changes.length > 0 ? 'tools.approveDiff' : 'tools.approveAll')}</p>
      <div className="approve-content" data-testid="approve-content" data-state={script.changes.length > 0 ? 'diff' : 'all'} tabIndex={0}>{script.changes.length > 0 ? <Changes script={script} /> : <AllFiles script={script} />}</div>
      <Choices script={script} consent={consent} onChange={setConsent} />
      {!green && <p className="bad" data-testid="approve-red">{t('tools.approveRed')}</p>}
      {fault && <ErrorNote fault={fault} />}
      <div className="dialog-buttons">
        <Button kind="quiet" onClick={onClose}>{t('common.cancel')}</Button>
        <Button kind={green ? 'primary' : 'danger'} testId={green ? 'tool-approve-now' : sure ? 'tool-approve-sure' : 'tool-approve-anyway'} disabled={!ready} onClick={() => once(approve)}>{t(green ? 'tools.approveNow' : sure ? 'tools.approveSure' : 'tools.approveAnyway')}</Button>
      </div>
    </>
  )
}

/** What would be allowed, for whom, and how often the author is asked; opened by the author only (09 §1). Another content shows itself and asks anew. */
export function ApproveDialog({ script, open, onClose }: { script: ScriptTool; open: boolean; onClose: () => void }) {
  const t = useText()
  return <Dialog open={open} title={t('tools.approveTitle')} onClose={onClose} testId="approve-dialog"><Form key={script.hash} script={script} onClose={onClose} /></Dialog>
}

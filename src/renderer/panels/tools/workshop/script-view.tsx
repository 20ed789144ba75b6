import { useState } from 'react'
import type { ScriptTool, ToolLayer } from '@shared/procedures/tools'
import { call } from '../../../bridge/call'
import { timeText } from '../../../i18n/dates'
import { useText } from '../../../i18n/text'
import { projectId, useReadOnly } from '../../../stores/app'
import { attempt, inform } from '../../../stores/notices'
import { useTools } from '../../../stores/tools'
import { Button } from '../../../ui/button'
import { ErrorNote } from '../../../ui/error-note'
import { LateLoading } from '../../../ui/late-loading'
import { standingKey, wordOf } from '../words'
import { ApproveDialog } from './approve-dialog'
import { Changes } from './changes'
import { EditTab } from './edit-tab'
import { Steps } from './steps'
import { TestTab } from './test-tab'
import { useCheck } from './use-check'

type Tab = 'files' | 'tests' | 'changes'
const none: readonly { key: string; name: string }[] = []

/** How the tool stands: approved or why not, the load error with its pointer, its fingerprint. */
function Standing({ script }: { script: ScriptTool }) {
  const t = useText()
  const readOnly = useReadOnly()
  const known = useTools((s) => s.list?.profiles ?? none)
  const names = script.profiles.map((profile) => known.find(({ key }) => key === profile)?.name ?? profile)
  const key = standingKey(script.state, script.approvedAt, script.changes.length)
  const revoke = async () => { if (await attempt(() => call('tools.revoke', { project: projectId(), name: script.name, layer: script.layer }))) inform(t('tools.revoked', { name: script.name })) }
  return (
    <>
      <p className="tool-standing" data-testid="tool-state" data-state={script.state}><strong>{wordOf(t, 'tools.state', script.state)}</strong>
        {script.state === 'approved' && <> · <span data-user-content data-testid="tool-granted">{t('tools.grantedTo', { names: names.join(t('common.listComma')) })}</span>{script.doNotAsk && <> · {t('tools.noAsk')}</>}</>}
        {key !== null && <> · {t(key)}</>}</p>
      {script.error !== null && (
        <div className="error-note" role="alert" data-testid="tool-error" data-code={script.error.code}>
          <span>{wordOf(t, 'fault', script.error.code)}{script.error.pointer !== null && <> {t('tools.errorAt', { pointer: '' })}<code data-testid="tool-error-pointer" data-user-content>{script.error.pointer}</code></>}</span>
          <pre data-user-content>{script.error.message}</pre>
        </div>
      )}
      <p className="muted tool-hash">{t(`tools.layer.${script.layer}`)}{script.hash !== null && <> · {t('tools.fingerprint', { hash: '' })}<code data-user-content data-testid="tool-hash">{script.hash.slice(0, 16)}</code></>}
        {script.test !== null && <> · {t('tools.testAt', { time: timeText(script.test.at) })}</>}
        {' '}<button type="button" className="subject-link" onClick={() => void attempt(() => call('app.showItem', { path: script.dir }))}>{t('tools.showFolder')}</button>
        {script.approvedAt !== null && !readOnly && <>{' '}<button type="button" className="subject-link" data-testid="tool-revoke" onClick={() => void revoke()}>{t('tools.revoke')}</button></>}</p>
    </>
  )
}

function Page({ script }: { script: ScriptTool }) {
  const t = useText()
  const readOnly = useReadOnly()
  const [tab, setTab] = useState<Tab>('files')
  const [approving, setApproving] = useState(false)
  const check = useCheck(script)
  const tabs: Tab[] = ['files', 'tests', ...(script.changes.length > 0 ? ['changes' as const] : [])]
  const shown = tabs.includes(tab) ? tab : 'files'
  return (
    <article className="script-page" data-testid="script-editor" data-id={script.name} data-state={script.state}>
      <header className="script-head">
        <div className="script-title"><h1 data-user-content>{script.name}</h1>
          <Button kind="primary" size="small" testId="tool-approve" disabled={readOnly || script.error !== null || script.state === 'approved'} onClick={() => setApproving(true)}>{t('tools.approve')}</Button></div>
        <Standing script={script} />
        <Steps script={script} check={check.checked} onGo={(step) => { if (step === 'approve') setApproving(true); else setTab(step === 'tests' ? 'tests' : 'files') }} />
      </header>
      <div role="tablist" className="script-tabs" aria-label={t('tools.tabs')}>
        {tabs.map((name) => <button key={name} type="button" role="tab" className="story-tab" aria-selected={shown === name} data-testid={`script-tab-${name}`} onClick={() => setTab(name)}>{t(`tools.tab.${name}`)}</button>)}
      </div>
      {shown === 'files' && <EditTab script={script} check={check} />}
      {shown === 'tests' && <TestTab script={script} />}
      {shown === 'changes' && <div className="script-scroll" tabIndex={0}><Changes script={script} /></div>}
      <ApproveDialog script={script} open={approving} onClose={() => setApproving(false)} />
    </article>
  )
}

/** One of the author's own tools: edited, checked, tested, approved in one place (09 §11). */
export function ScriptView({ name, layer }: { name: string; layer: ToolLayer }) {
  const { script, scriptFault, loadScript } = useTools()
  if (scriptFault) return <div className="tool-page"><ErrorNote fault={scriptFault} onRetry={() => void loadScript()} /></div>
  if (!script || script.name !== name || script.layer !== layer) return <LateLoading />
  return <Page script={script} />
}

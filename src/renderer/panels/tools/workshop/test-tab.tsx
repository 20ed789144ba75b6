import type { ScriptTool, ToolTestRow } from '@shared/procedures/tools'
import { call } from '../../../bridge/call'
import { timeText } from '../../../i18n/dates'
import { useText } from '../../../i18n/text'
import { projectId, useReadOnly } from '../../../stores/app'
import { attempt } from '../../../stores/notices'
import { toolDraftKey, useDraftsOf } from '../../../stores/tool-drafts'
import { useTools } from '../../../stores/tools'
import { Button } from '../../../ui/button'
import { useOneAtATime } from '../../../ui/one-at-a-time'

function Row({ row }: { row: ToolTestRow }) {
  const t = useText()
  return (
    <li className="test-row" data-testid="test-row" data-id={row.name} data-state={row.verdict}>
      <details open={row.verdict === 'red'}>
        <summary><span className="test-verdict" data-state={row.verdict}>{t(`tools.verdict.${row.verdict}`)}</span> <span className="muted">{t(`tools.testKind.${row.kind}`)}</span> <span data-user-content>{row.name}</span></summary>
        {row.why !== null && <p data-user-content className={row.verdict === 'red' ? 'bad' : 'muted'}>{row.why}</p>}
        {row.text !== null && row.text !== '' && <pre data-user-content tabIndex={0}>{row.text}</pre>}
      </details>
    </li>
  )
}

function Progress({ script }: { script: ScriptTool }) {
  const t = useText()
  const told = useTools((s) => s.testing[toolDraftKey(script.layer, script.name)])
  const { done, total } = told?.state === 'running' ? told : (script.testing ?? { done: 0, total: 0 })
  if (script.testing === null && told?.state !== 'running') {
    if (told?.state === 'stopped') return <p role="status" className="muted">{t('tools.testStopped')}</p>
    if (told?.state === 'failed') return <p role="alert" className="bad">{t('tools.testFailed')} <span data-user-content>{told.message}</span></p>
    return null
  }
  return (
    <div className="test-progress" role="status" data-testid="test-progress" data-value={done}>
      <progress value={done} max={Math.max(1, total)} aria-label={t('tools.tab.tests')} />
      <span>{total === 0 ? t('tools.testStarting') : t('tools.testing', { done, total })}</span>
    </div>
  )
}

function Result({ script }: { script: ScriptTool }) {
  const t = useText()
  const { test } = script
  if (test === null) return <p className="muted" data-testid="test-none">{t('tools.noTest')}</p>
  const count = (verdict: ToolTestRow['verdict']): number => test.rows.filter((row) => row.verdict === verdict).length
  return (
    <section data-testid="test-result" data-state={test.green ? 'green' : 'red'}>
      <p><strong className={test.green ? 'good' : 'bad'}>{t(test.green ? 'tools.testGreen' : 'tools.testRed')}</strong> · {t('tools.testCount', { green: count('green'), red: count('red'), skipped: count('skipped') })} · <span className="muted">{t('tools.testAt', { time: timeText(test.at) })}</span></p>
      {test.missing.length > 0 && <ul className="bad" data-user-content>{test.missing.map((line) => <li key={line}>{line}</li>)}</ul>}
      {test.network === 'not isolated' && <p className="muted">{t('tools.notIsolated')}</p>}
      <ul className="test-rows">{test.rows.toSorted((a, b) => Number(b.verdict === 'red') - Number(a.verdict === 'red')).map((row, at) => <Row key={`${at} ${row.name}`} row={row} />)}</ul>
    </section>
  )
}

/** The tool's own cases and those made from its definition, run in scratch projects; what a model would read, word for word. */
export function TestTab({ script }: { script: ScriptTool }) {
  const t = useText()
  const readOnly = useReadOnly()
  const drafts = useDraftsOf(toolDraftKey(script.layer, script.name))
  const told = useTools((s) => s.testing[toolDraftKey(script.layer, script.name)])
  const busy = script.testing !== null || told?.state === 'running'
  const place = { name: script.name, layer: script.layer }
  const once = useOneAtATime()
  const begin = () => once(() => attempt(() => call('tools.test', { project: projectId(), ...place })).then(() => useTools.getState().loadScript()))
  return (
    <div className="script-scroll" data-testid="script-tests" tabIndex={0}>
      <div className="row"><Button kind="primary" testId="test-run" disabled={busy || readOnly || script.error !== null} onClick={begin}>{t('tools.runTests')}</Button>
        {busy && <Button testId="test-stop" onClick={() => void attempt(() => call('tools.stopTest', { project: projectId(), ...place }))}>{t('tools.stopTests')}</Button>}
        {Object.keys(drafts).length > 0 && <span className="muted">{t('tools.unsavedTests')}</span>}</div>
      <Progress script={script} />
      {!busy && <Result script={script} />}
    </div>
  )
}

import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { ImportView } from '@shared/procedures/import'
import { call } from '../../bridge/call'
import { isMessageKey } from '@shared/i18n'
import { timeText } from '../../i18n/dates'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { useImport, type Again } from '../../stores/import'
import { goWriting } from '../../stores/start-up'
import { Button } from '../../ui/button'

type View = z.infer<typeof ImportView>
type Items = View['notTaken']
const choices = ['skip', 'replace', 'both'] as const

function NotTaken({ items }: { items: Items }) {
  const t = useText()
  if (items.length === 0) return null
  const why = (reason: string) => { const key = `import.not.${reason}`; return isMessageKey(key) ? t(key) : reason }
  return <details className="not-taken-box" open={items.some((item) => item.reason === 'failed')}><summary>{t('import.notTaken')} ({items.length})</summary><ul className="not-taken">{items.map((item, i) => <li key={i}>{why(item.reason)}<span className="muted" data-user-content>{item.what}</span></li>)}</ul></details>
}

/** Progress with a real count and Stop; then what was made, and what was not taken. */
export function ImportProgress() {
  const t = useText()
  const { progress, running, run, resume, view, stop, reset } = useImport()
  const [items, setItems] = useState<Items>([])
  const state = progress?.state
  useEffect(() => {
    if (running !== null && state !== undefined && state !== 'running') void call('import.report', { project: projectId(), importId: running }).then((report) => setItems(report.notTaken), () => undefined)
  }, [running, state])
  if (!progress) return null
  if (progress.state === 'running') {
    return (
      <footer className="import-foot"><progress aria-label={t('import.title')} max={Math.max(1, progress.total)} value={progress.done} /><span role="status" data-testid="import-progress" data-value={progress.done}>{t('import.running', { done: progress.done, total: progress.total })}</span><span className="spacer" /><Button testId="import-stop" onClick={() => void stop()}>{t('common.stop')}</Button></footer>
    )
  }
  const { done, skipped } = progress
  const finished = skipped === 0 ? t('import.done', { count: done }) : t('import.doneSkipped', { count: done - skipped, skipped })
  const line = progress.state === 'done' ? finished : progress.state === 'stopped' ? t('import.stopped', { count: done - skipped }) : t('import.failed')
  return (
    <footer className="import-foot" data-testid="import-report" data-state={progress.state} data-value={done - skipped}><span role="status" title={progress.message ?? undefined}>{line}</span><NotTaken items={items} /><span className="spacer" />
      {progress.state !== 'done' && <Button testId="import-go-on" onClick={() => void (running === null ? run('skip') : resume(running))}>{t('import.resumeNow')}</Button>}
      {view && <Button kind="quiet" testId="import-another" onClick={reset}>{t('import.another')}</Button>}
      <Button kind="primary" onClick={() => { reset(); void goWriting() }}>{t('import.openStory')}</Button></footer>
  )
}

/** What is not taken, what to do with a file imported before, and Import itself. */
export function ImportFoot({ view }: { view: View }) {
  const t = useText()
  const { run, reset, busy, edit } = useImport()
  const [again, setAgain] = useState<Again>('skip')
  const count = view.rows.filter((row) => row.kind === 'chapter' && row.ticked && !row.skipped).length
  const whole = view.coveredCharacters === view.totalCharacters
  const lossy = view.lost.length > 0
  return (
    <footer className="import-foot">
      <NotTaken items={view.notTaken} />
      {lossy && <label className="row warn"><input type="checkbox" data-testid="import-accept-loss" checked={view.lossAccepted} disabled={busy} onChange={(event) => void edit({ do: 'acceptLoss', accepted: event.target.checked })} />{t('import.acceptLoss')}</label>}
      <span className="spacer" />
      {view.earlierVersion !== null && <span className="warn" role="status" data-testid="import-earlier">{t('import.earlierVersion', { when: timeText(view.earlierVersion) })}</span>}
      {view.importedBefore && (
        <label className="row">{t('import.again')}
          <select className="input" data-testid="import-again" value={again} onChange={(event) => setAgain(choices.find((one) => one === event.target.value) ?? 'skip')}>
            {choices.map((value) => <option key={value} value={value}>{t(`import.again.${value}`)}</option>)}
          </select></label>
      )}
      <Button kind="quiet" testId="import-cancel" onClick={reset}>{t('import.another')}</Button>
      <Button kind="primary" testId="import-run" disabled={busy || count === 0 || !(whole || (lossy && view.lossAccepted))} onClick={() => void run(again)}>{t('import.run', { count })}</Button>
    </footer>
  )
}

import { useState } from 'react'
import type { z } from 'zod'
import type { ImportView } from '@shared/procedures/import'
import { useText } from '../../i18n/text'
import { useImport } from '../../stores/import'
import { useLayout } from '../../stores/layout'
import { Button } from '../../ui/button'

type View = z.infer<typeof ImportView>

function NotTaken({ view }: { view: View }) {
  const t = useText()
  if (view.notTaken.length === 0) return null
  return <details><summary>{t('import.notTaken')} ({view.notTaken.length})</summary><ul className="not-taken" data-user-content>{view.notTaken.map((item, i) => <li key={i}>{item.what}: {item.reason}</li>)}</ul></details>
}

/** Import, progress with a real count, Stop, and the report. */
export function ImportFoot({ view }: { view: View }) {
  const t = useText()
  const { progress, run, stop, reset, busy } = useImport()
  const show = useLayout((s) => s.show)
  const [again, setAgain] = useState<'skip' | 'replace' | 'both'>('skip')
  const count = view.rows.filter((row) => row.kind === 'chapter' && row.ticked && !row.skipped).length
  if (progress?.state === 'running') {
    return (
      <footer className="import-foot"><progress max={Math.max(1, progress.total)} value={progress.done} /><span role="status">{t('import.running', { done: progress.done, total: progress.total })}</span><span className="spacer" /><Button onClick={() => void stop()}>{t('common.stop')}</Button></footer>
    )
  }
  if (progress) {
    const line = progress.state === 'done' ? t('import.done', { count: progress.done }) : progress.state === 'stopped' ? t('import.stopped', { count: progress.done }) : t('import.failed')
    return (
      <footer className="import-foot" data-testid="import-report" data-state={progress.state}><span role="status">{line}</span><NotTaken view={view} /><span className="spacer" />
        {progress.state !== 'done' && <Button onClick={() => void run('skip')}>{t('import.resumeNow')}</Button>}
        <Button kind="primary" onClick={() => { reset(); show('story') }}>{t('import.openStory')}</Button></footer>
    )
  }
  return (
    <footer className="import-foot">
      <NotTaken view={view} />
      <span className="spacer" />
      {view.importedBefore && (
        <label className="row">{t('import.again')}
          <select className="input" value={again} onChange={(event) => setAgain(event.target.value === 'replace' ? 'replace' : event.target.value === 'both' ? 'both' : 'skip')}>
            {(['skip', 'replace', 'both'] as const).map((value) => <option key={value} value={value}>{t(`import.again.${value}`)}</option>)}
          </select></label>
      )}
      <Button kind="quiet" onClick={reset}>{t('import.another')}</Button>
      <Button kind="primary" testId="import-run" disabled={busy || count === 0 || view.coveredCharacters !== view.totalCharacters} onClick={() => void run(again)}>{t('import.run', { count })}</Button>
    </footer>
  )
}

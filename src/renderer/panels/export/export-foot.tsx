import type { Output } from '@shared/procedures'
import { useText } from '../../i18n/text'
import { useExport } from '../../stores/export'
import { whyNot } from '../../stores/export-kept'
import { useLayout } from '../../stores/layout'
import { Button } from '../../ui/button'
import { visibleText } from '@shared/visible-text'
import { exportElsewhere, exportNow, keptFile } from './export-acts'
import { ExportState } from './export-state'

/** Where to, how it goes, and Export itself. */
export function ExportFoot({ choices }: { choices: Output<'export.choices'> }) {
  const t = useText()
  const busy = useExport((s) => s.busy)
  const exporting = useLayout((s) => s.exporting)
  const file = keptFile(exporting)
  const reason = whyNot(exporting, choices)
  // Not `disabled` while it works: the button that was pressed keeps the keys.
  const off = { disabled: reason !== null, 'aria-disabled': busy }
  return (
    <footer className="export-foot">
      <ExportState />
      <div className="export-run-row">
        {file === null || reason !== null
          ? <span className="export-path muted" id="export-why">{t(reason === null ? 'export.noPlace' : `export.${reason}`)}</span>
          : <><span className="muted">{t('export.place')}</span><span className="export-path" data-testid="export-place" data-user-content title={file}>{visibleText(file)}</span></>}
        {file !== null && <Button testId="export-elsewhere" {...off} onClick={() => void exportElsewhere()}>{t('export.elsewhere')}</Button>}
        <Button kind="primary" testId="export-run" {...off} aria-describedby={reason === null ? undefined : 'export-why'} onClick={() => void exportNow()}>{t(file === null ? 'export.runFirst' : 'export.run')}</Button>
      </div>
    </footer>
  )
}

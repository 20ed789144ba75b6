import { X } from 'lucide-react'
import { useEffect, type KeyboardEvent } from 'react'
import { onEvent } from '../../bridge/event-stream'
import { useText } from '../../i18n/text'
import { useReadOnly } from '../../stores/app'
import { useExport } from '../../stores/export'
import { useLayout } from '../../stores/layout'
import { goWriting } from '../../stores/start-up'
import { Button, IconButton } from '../../ui/button'
import { composing } from '../../ui/composing'
import { Empty } from '../../ui/empty'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { exportNow } from './export-acts'
import { ExportFoot } from './export-foot'
import { FormatChoice } from './export-format'
import { LookChoice } from './export-look'
import { ExportPreview } from './export-preview'
import { RangeChoice } from './export-range'

/** What there is to export, read anew whenever the story or a text changes. */
function useChoices(): void {
  const load = useExport((s) => s.load)
  useEffect(() => {
    void load()
    const stops = [onEvent('story.changed', () => void load()), onEvent('file.changed', ({ path }) => { if (path.startsWith('manuscript/')) void load() }), onEvent('trash.changed', () => void load())]
    return () => { for (const stop of stops) stop() }
  }, [load])
}

/** Nothing to export says so, with the way out. */
function Nothing({ why }: { why: 'noChapters' | 'noText' }) {
  const t = useText()
  const readOnly = useReadOnly()
  return (
    <Empty title={t(`export.${why}`)} testId="export-empty">
      <p className="muted">{t('export.emptyHint')}</p>
      <div className="row">
        <Button kind="primary" testId="export-write" data-zone-focus onClick={() => void goWriting()}>{t('export.write')}</Button>
        <Button testId="export-import" disabled={readOnly} onClick={() => useLayout.getState().set({ centre: 'import' })}>{t('story.import')}</Button>
      </div>
    </Empty>
  )
}

/** Format, range, look; a preview that follows; then the file (09 §16). */
export function ExportPanel() {
  const t = useText()
  useChoices()
  const { choices, fault, load } = useExport()
  const keys = (event: KeyboardEvent) => {
    if (composing(event) || event.defaultPrevented) return
    if (event.key === 'Escape') { event.preventDefault(); void goWriting() }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); void exportNow() }
  }
  return (
    <section className="export" data-testid="export-panel" onKeyDown={keys}>
      <header className="panel-head"><h2>{t('export.title')}</h2><IconButton label={t('export.leave')} testId="export-leave" onClick={() => void goWriting()}><X size={16} aria-hidden /></IconButton></header>
      {fault && <div className="import-pad"><ErrorNote fault={fault} onRetry={() => void load()} /></div>}
      {!choices && !fault && <div className="export-body"><LateLoading /></div>}
      {choices && choices.empty !== null && <div className="export-nothing"><Nothing why={choices.empty} /></div>}
      {choices && choices.empty === null && (
        <div className="export-body">
          <div className="export-choices" role="group" aria-label={t('export.choices')}>
            <FormatChoice />
            <RangeChoice sections={choices.sections} />
            <LookChoice />
          </div>
          <ExportPreview />
        </div>
      )}
      {choices && <ExportFoot choices={choices} />}
    </section>
  )
}

import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { Fault } from '@shared/fault'
import { isMessageKey } from '@shared/i18n'
import { call } from '../../bridge/call'
import { timeText, whenText } from '../../i18n/dates'
import { currentLocale, useText } from '../../i18n/text'
import { useExport, type Existing, type ExportReport } from '../../stores/export'
import { choiceKey } from '../../stores/export-kept'
import { useLayout } from '../../stores/layout'
import { attempt } from '../../stores/notices'
import { Button } from '../../ui/button'
import { composing } from '../../ui/composing'
import { ErrorNote } from '../../ui/error-note'
import { visibleText } from '@shared/visible-text'
import { exportNow, leaveExisting, replaceExisting, stopExport } from './export-acts'
import { LeftOutList } from './export-preview'

const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path
const kilo = 1_024
/** As file managers write it: whole KB, MB with one digit. */
function sizeText(bytes: number): string {
  const [value, unit, digits] = bytes < kilo * kilo ? [Math.max(1, Math.ceil(bytes / kilo)), 'KB', 0] : [bytes / kilo / kilo, 'MB', 1]
  return `${value.toLocaleString(currentLocale(), { maximumFractionDigits: digits })} ${unit}`
}

/** A file is there already: nothing is written until the author says so here (X4). */
function OverwriteConfirm({ existing }: { existing: Existing }) {
  const t = useText()
  const { file, size, modified } = existing
  const box = useRef<HTMLDivElement>(null)
  // Enter must not replace anything by itself: the keys stand on the answer that keeps the file.
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  const leave = () => { leaveExisting(); document.querySelector<HTMLElement>('[data-testid="export-run"]')?.focus() }
  const keys = (event: KeyboardEvent) => { if (event.key === 'Escape' && !composing(event)) { event.preventDefault(); event.stopPropagation(); leave() } }
  const line = size === null || modified === null ? t('export.existsPlain') : t('export.exists', { size: sizeText(size), time: timeText(modified) })
  return (
    <div ref={box} className="export-state" data-kind="warn" data-testid="overwrite-confirm" role="alert" onKeyDown={keys}>
      <p><strong data-user-content title={file}>{visibleText(nameOf(file))}</strong> {line}</p>
      <Button testId="overwrite-keep" onClick={leave}>{t('export.keepIt')}</Button>
      <Button kind="danger" testId="overwrite-replace" onClick={() => void replaceExisting()}>{t('export.replace')}</Button>
    </div>
  )
}

function Progress() {
  const t = useText()
  const { progress, running } = useExport()
  const key = `export.stage.${progress?.stage ?? ''}`
  const line = progress && isMessageKey(key) ? t('export.running', { stage: t(key), done: progress.done, total: progress.total }) : t('export.starting')
  return (
    <div className="export-state">
      <progress aria-label={t('export.title')} max={Math.max(1, progress?.total ?? 1)} value={progress?.done ?? 0} />
      <span role="status" data-testid="export-progress" data-value={progress?.done ?? 0}>{line}</span><span className="spacer" />
      <Button testId="export-stop" disabled={running === null} onClick={() => void stopExport()}>{t('common.stop')}</Button>
    </div>
  )
}

/** The text or a choice is no longer what went into the last file. */
function useOutdated(): boolean {
  const { choices, ranWith, changedSince } = useExport()
  const exporting = useLayout((s) => s.exporting)
  return changedSince || (ranWith !== null && choices !== null && ranWith !== choiceKey(exporting, choices.sections))
}

/** Where the book is, what is in it and what is not; of an earlier one, of what time it is. */
function Result({ report }: { report: ExportReport }) {
  const t = useText()
  const { path, chapters, words, wordsWithPunctuation, leftOut, doneAt } = report
  const outdated = useOutdated()
  const counts = { count: chapters, words, punct: wordsWithPunctuation }
  const show = () => void attempt(() => call('app.showItem', { path }))
  const open = () => void attempt(() => call('app.openExported', { path }))
  return (
    <div className="export-state" data-kind={outdated ? 'past' : 'good'} data-testid="export-result" data-value={chapters} data-words={words}>
      <div className="export-done">
        <p role="status">{outdated && doneAt !== null ? t('export.doneBefore', { ...counts, time: whenText(doneAt) }) : t('export.done', counts)}</p>
        <p className="export-path" data-testid="export-path" data-user-content>{visibleText(path)}</p>
        <LeftOutList items={leftOut} />
      </div>
      <Button testId="export-open" onClick={open}>{t('export.open')}</Button>
      <Button testId="export-show" onClick={show}>{t('export.show')}</Button>
    </div>
  )
}

/** What went wrong, and where the author mends it. */
function Failure({ fault }: { fault: Fault }) {
  const t = useText()
  const openText = useLayout((s) => s.openText)
  const { code, actual } = fault
  return (
    <div className="export-state">
      <ErrorNote fault={fault} onRetry={() => void exportNow()} />
      {code === 'EXPORT_UNSAVED' && actual !== undefined && <Button testId="export-to-text" onClick={() => openText(actual)}>{t('export.toText')}</Button>}
    </div>
  )
}

/** How the export goes, above the button that starts it. */
export function ExportState() {
  const t = useText()
  const { busy, existing, report, runFault } = useExport()
  if (existing) return <OverwriteConfirm key={existing.file} existing={existing} />
  if (busy) return <Progress />
  if (runFault) return <Failure fault={runFault} />
  switch (report?.state) {
    case 'done': return <Result report={report} />
    case 'failed': return <Failure fault={{ code: report.code ?? 'INTERNAL', message: report.message ?? '' }} />
    case 'stopped': return <div className="export-state" data-testid="export-stopped"><p role="status">{t('export.stopped')}</p></div>
    case 'running': case undefined: return null
  }
}

import { memo, useEffect } from 'react'
import type { LeftOut, PreviewLine } from '@shared/procedures/export'
import { runCommand } from '../../commands/registry'
import { nameOfPath } from '../../editor-core/reading-order'
import { useText } from '../../i18n/text'
import { useApprovals } from '../../stores/approvals'
import { useExport } from '../../stores/export'
import { chaptersOf, choiceKey, choiceOf, waitingFor } from '../../stores/export-kept'
import { useLayout } from '../../stores/layout'
import { Button } from '../../ui/button'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { visibleText } from '@shared/visible-text'

/** Choices that follow each other this fast are looked at together, in milliseconds. */
const restMs = 150
const mostNamed = 200

/** The preview follows the choices and the text. */
function useLook(): void {
  const choices = useExport((s) => s.choices)
  const look = useExport((s) => s.look)
  const exporting = useLayout((s) => s.exporting)
  const wanted = choices && choices.empty === null ? choiceKey(exporting, choices.sections) : null
  useEffect(() => {
    if (wanted === null || !choices) return
    const timer = setTimeout(() => void look(choiceOf(useLayout.getState().exporting, choices.sections)), useExport.getState().preview === null ? 0 : restMs)
    return () => clearTimeout(timer)
  }, [wanted, choices, look])
}

/** What will not be in the book, each by name. */
export function LeftOutList({ items }: { items: readonly LeftOut[] }) {
  const t = useText()
  if (items.length === 0) return <p className="export-left muted" data-testid="export-left-out" data-value={0}>{t('export.nothingLeftOut')}</p>
  return (
    <details className="export-left" data-testid="export-left-out" data-value={items.length}><summary>{t('export.leftOut', { count: items.length })}</summary>
      <ul>
        {items.slice(0, mostNamed).map(({ reason, what, count }, at) => <li key={at}><span data-user-content title={what}>{visibleText(reason === 'orphan' || reason === 'unreadable' ? nameOfPath(what) : what)}</span><span className="muted">{t(`export.left.${reason}`, { count })}</span></li>)}
        {items.length > mostNamed && <li className="muted">{t('export.leftMore', { count: items.length - mostNamed })}</li>}
      </ul>
    </details>
  )
}

/** Changes to these chapters that nobody has approved yet, with the way there. */
function Waiting() {
  const t = useText()
  const choices = useExport((s) => s.choices)
  const exporting = useLayout((s) => s.exporting)
  const pending = useApprovals((s) => s.pending)
  const count = choices ? waitingFor(pending, chaptersOf(exporting, choices.sections)) : 0
  if (count === 0) return null
  return <p className="export-waiting" data-testid="export-waiting" data-value={count}><span>{t('export.waiting', { count })}</span><Button size="small" kind="quiet" testId="export-to-waiting" onClick={() => runCommand('approvals')}>{t('export.toWaiting')}</Button></p>
}

function Run({ text, bold, italic }: NonNullable<PreviewLine['runs']>[number]) {
  const inner = italic ? <em>{text}</em> : text
  return bold ? <strong>{inner}</strong> : inner
}

const Page = memo(function Page({ lines, cut, indented, format }: { lines: readonly PreviewLine[]; cut: boolean; indented: boolean; format: string }) {
  const t = useText()
  return (
    <div className="export-page" data-format={format} data-indented={indented} role="region" aria-label={t('export.preview')} tabIndex={0}>
      {lines.map(({ kind, text, runs }, at) => <p key={at} data-kind={kind} data-user-content>{runs ? runs.map((run, n) => <Run key={n} {...run} />) : text}</p>)}
      {cut && <p className="muted export-page-end" data-testid="export-cut">{t('export.previewRest')}</p>}
    </div>
  )
})

/** What the book will hold and how it begins; the last one stays until the next is there. */
export function ExportPreview() {
  const t = useText()
  useLook()
  const { preview, previewFault } = useExport()
  const format = useLayout((s) => s.exporting.format)
  const nothing = preview !== null && preview.chapters === 0
  return (
    <section className="export-preview" data-testid="export-preview" data-value={preview?.chapters}>
      <header>
        <h3>{t('export.preview')}</h3>
        {preview && <p role="status" data-testid="export-counts" data-words={preview.words} data-punct={preview.wordsWithPunctuation}>{nothing ? t(preview.leftOut.length === 0 ? 'export.nothingChosen' : 'export.noText') : t('export.counts', { count: preview.chapters, words: preview.words, punct: preview.wordsWithPunctuation })}</p>}
        {preview && (!nothing || preview.leftOut.length > 0) && <LeftOutList items={preview.leftOut} />}
        {!nothing && <Waiting />}
      </header>
      {previewFault && <ErrorNote fault={previewFault} />}
      {preview && !nothing && <Page lines={preview.lines} cut={preview.cut} indented={preview.indented} format={format} />}
      {!preview && !previewFault && <LateLoading />}
    </section>
  )
}

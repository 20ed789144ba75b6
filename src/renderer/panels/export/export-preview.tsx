import { memo, useEffect } from 'react'
import type { LeftOut, PreviewLine } from '@shared/procedures/export'
import { nameOfPath } from '../../editor-core/reading-order'
import { useText } from '../../i18n/text'
import { useExport } from '../../stores/export'
import { choiceOf } from '../../stores/export-kept'
import { useLayout } from '../../stores/layout'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { visibleText } from '../approvals/visible-text'

/** Choices that follow each other this fast are looked at together, in milliseconds. */
const restMs = 150
const mostNamed = 200

/** The preview follows the choices and the text. */
function useLook(): void {
  const choices = useExport((s) => s.choices)
  const look = useExport((s) => s.look)
  const exporting = useLayout((s) => s.exporting)
  const wanted = choices && choices.empty === null ? JSON.stringify(choiceOf(exporting, choices.sections)) : null
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

const Page = memo(function Page({ lines, indented, format }: { lines: readonly PreviewLine[]; indented: boolean; format: string }) {
  const t = useText()
  return (
    <div className="export-page" data-format={format} data-indented={indented} role="region" aria-label={t('export.preview')} tabIndex={0}>
      {lines.map(({ kind, text }, at) => <p key={at} data-kind={kind} data-user-content>{text}</p>)}
      <p className="muted export-page-end">{t('export.previewRest')}</p>
    </div>
  )
})

/** What the book will hold and how it begins; the last one stays until the next is there. */
export function ExportPreview() {
  const t = useText()
  useLook()
  const { preview, previewFault } = useExport()
  const format = useLayout((s) => s.exporting.format)
  return (
    <section className="export-preview" data-testid="export-preview" data-value={preview?.chapters}>
      <header>
        <h3>{t('export.preview')}</h3>
        {preview && <p role="status" data-testid="export-counts" data-words={preview.words} data-punct={preview.wordsWithPunctuation}>{preview.chapters === 0 ? t('export.nothingChosen') : t('export.counts', { count: preview.chapters, words: preview.words, punct: preview.wordsWithPunctuation })}</p>}
        {preview && <LeftOutList items={preview.leftOut} />}
      </header>
      {previewFault && <ErrorNote fault={previewFault} />}
      {preview ? <Page lines={preview.lines} indented={preview.indented} format={format} /> : !previewFault && <LateLoading />}
    </section>
  )
}

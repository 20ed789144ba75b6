import { X } from 'lucide-react'
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { compareTexts, type CompareRow } from '../../editor-core/compare'
import { currentEditor } from '../../editor-core/current-editor'
import { presentText } from '../../editor-core/start-texts'
import { useText } from '../../i18n/text'
import { useCompare } from '../../stores/editor-compare'
import { Button, IconButton } from '../../ui/button'
import { restoreVersion } from './version-actions'

function Row({ row }: { row: CompareRow }) {
  const t = useText()
  if (row.kind === 'skipped') return <p className="compare-skipped">{t('editor.sameParagraphs', { count: row.count })}</p>
  return (
    <p data-user-content>
      {row.pieces.map(({ kind, text }, index) => kind === 'added' ? <ins key={index}>{text}</ins> : kind === 'removed' ? <del key={index}>{text}</del> : <span key={index}>{text}</span>)}
    </p>
  )
}

/** What differs between another text and the present one, over the text; Esc goes back to writing. */
export function CompareView({ path }: { path: string }) {
  const t = useText()
  const { comparison, close } = useCompare()
  const box = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => (comparison ? compareTexts(comparison.before, presentText(path) ?? '') : null), [comparison, path])
  useEffect(() => close, [close])
  useEffect(() => { if (comparison) box.current?.focus() }, [comparison])
  if (!comparison) return null
  const leave = () => { close(); currentEditor()?.focus() }
  const keys = (event: KeyboardEvent) => { if (event.key === 'Escape') { event.stopPropagation(); leave() } }
  const { restore } = comparison
  return (
    <div ref={box} className="compare" data-testid="version-compare" role="region" aria-label={comparison.title} tabIndex={-1} onKeyDown={keys}>
      <header className="compare-head">
        <h2>{comparison.title}</h2>
        {restore !== null && <Button size="small" kind="primary" testId="version-restore" onClick={() => void restoreVersion(path, restore)}>{t('common.restore')}</Button>}
        <IconButton label={t('common.close')} onClick={leave}><X size={16} aria-hidden /></IconButton>
      </header>
      <div className="compare-body" tabIndex={0} role="group" aria-label={comparison.title}>
        {rows ? <><p className="compare-legend">{t('editor.legend')}</p>{rows.map((row, index) => <Row key={index} row={row} />)}</> : <p className="compare-legend">{t('editor.noDifference')}</p>}
      </div>
    </div>
  )
}

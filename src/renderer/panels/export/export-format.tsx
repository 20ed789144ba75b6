import { ExportFormat } from '@shared/procedures/export'
import { useText } from '../../i18n/text'
import { useLayout } from '../../stores/layout'
import { keepExport } from './export-acts'

/** What the book becomes, each with what it is good for. */
export function FormatChoice() {
  const t = useText()
  const format = useLayout((s) => s.exporting.format)
  return (
    <fieldset className="export-part" data-testid="export-format" data-value={format}>
      <legend>{t('export.format')}</legend>
      {ExportFormat.options.map((one) => (
        <label key={one} className="export-option" data-state={one === format ? 'chosen' : undefined}>
          <input type="radio" name="export-format" value={one} checked={one === format} data-testid={`export-${one}`} data-zone-focus={one === format ? true : undefined} onChange={() => keepExport({ format: one })} />
          <span>{t(`export.format.${one}`)}</span><span className="muted">{t(`export.good.${one}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}

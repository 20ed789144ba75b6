import { useState } from 'react'
import { longestAuthor, longestBreak, TitleStyle, type ExportFormat } from '@shared/procedures/export'
import { useText } from '../../i18n/text'
import { novelLocale } from '../../stores/app'
import { useLayout } from '../../stores/layout'
import { keepExport } from './export-acts'

/** Signs many books put between scenes; they are the same in every language. */
const signs = ['***', '＊　＊　＊', '◇', '——']
const written = 'written'
const own = 'own'

function SceneBreak() {
  const t = useText()
  const sceneBreak = useLayout((s) => s.exporting.sceneBreak)
  const [writing, setWriting] = useState(sceneBreak !== null && sceneBreak !== '' && !signs.includes(sceneBreak))
  const pick = (value: string) => {
    setWriting(value === own)
    if (value !== own) keepExport({ sceneBreak: value === written ? null : value })
  }
  return (
    <label className="field"><span className="label">{t('export.break')}</span>
      <select className="input" data-testid="export-break" value={writing ? own : (sceneBreak ?? written)} onChange={(event) => pick(event.target.value)}>
        <option value={written}>{t('export.break.written')}</option>
        <option value="">{t('export.break.blank')}</option>
        {signs.map((sign) => <option key={sign} value={sign} data-user-content>{sign}</option>)}
        <option value={own}>{t('export.break.own')}</option>
      </select>
      {writing && <input className="input" data-testid="export-break-own" data-user-content aria-label={t('export.break.sign')} autoFocus maxLength={longestBreak} value={sceneBreak ?? ''} onChange={(event) => keepExport({ sceneBreak: event.target.value })} />}
    </label>
  )
}

/** Markdown knows no indent, and plain English has blank lines instead. */
const hasIndent = (format: ExportFormat): boolean => format !== 'md' && (format !== 'txt' || novelLocale() === 'zh-CN')

/** Titles, indent, scene breaks; what only one format has shows with it. */
export function LookChoice() {
  const t = useText()
  const { format, titles, indent, crlf, author } = useLayout((s) => s.exporting)
  return (
    <fieldset className="export-part">
      <legend>{t('export.look')}</legend>
      <label className="field"><span className="label">{t('export.titles')}</span>
        <select className="input" data-testid="export-titles" value={titles} onChange={(event) => keepExport({ titles: TitleStyle.parse(event.target.value) })}>
          {TitleStyle.options.map((style) => <option key={style} value={style}>{t(`export.titles.${style}`)}</option>)}
        </select></label>
      <SceneBreak />
      {hasIndent(format) && <label className="check-row"><input type="checkbox" data-testid="export-indent" checked={indent} onChange={(event) => keepExport({ indent: event.target.checked })} />{t('export.indent')}</label>}
      {format === 'txt' && <label className="check-row"><input type="checkbox" data-testid="export-crlf" checked={crlf} onChange={(event) => keepExport({ crlf: event.target.checked })} />{t('export.crlf')}</label>}
      {(format === 'epub' || format === 'docx') && (
        <label className="field"><span className="label">{t('export.author')}</span><input className="input" data-testid="export-author" data-user-content maxLength={longestAuthor} placeholder={t('export.authorHint')} value={author} onChange={(event) => keepExport({ author: event.target.value })} /></label>
      )}
    </fieldset>
  )
}

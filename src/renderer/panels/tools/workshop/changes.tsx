import type { ScriptTool } from '@shared/procedures/tools'
import { useText } from '../../../i18n/text'
import { DiffText } from '../../approvals/effects'
import { visibleText } from '@shared/visible-text'

/** What differs from what was approved, file by file. */
export function Changes({ script }: { script: ScriptTool }) {
  const t = useText()
  if (script.changes.length === 0) return <p className="muted">{t('tools.noChanges')}</p>
  return (
    <ul className="tool-changes">{script.changes.map(({ path, kind, diff }) => (
      <li key={path} data-testid="tool-change" data-id={path} data-state={kind}><p><strong data-user-content>{visibleText(path)}</strong> <span className="muted">{t(`tools.fileKind.${kind}`)}</span></p>
        {diff === null ? <p className="muted">{t('tools.noDiff')}</p> : <DiffText text={diff} />}</li>
    ))}</ul>
  )
}

/** Every file as it is, before a first approval; characters that hide or turn text are written out. */
export function AllFiles({ script }: { script: ScriptTool }) {
  const t = useText()
  return (
    <ul className="tool-changes">{script.files.map(({ path, text, bytes }) => (
      <li key={path} data-testid="approve-file" data-id={path}><p><strong data-user-content>{visibleText(path)}</strong></p>
        {text === null ? <p className="muted">{t('tools.notText')} {bytes}</p> : <pre className="diff" data-user-content>{visibleText(text)}</pre>}</li>
    ))}</ul>
  )
}

import { faultText } from '../../i18n/fault-text'
import { useText } from '../../i18n/text'
import { currentEditor } from '../../editor-core/current-editor'
import { bufferOf } from '../../editor-core/buffers'
import { letGo, recreate, resolveConflict } from '../../editor-core/resolve-conflict'
import { saveNow } from '../../editor-core/saving'
import { useCompare } from '../../stores/editor-compare'
import { useEditorView } from '../../stores/editor'
import { useLayout } from '../../stores/layout'
import { patchText, useTexts, type ChangedConflict } from '../../stores/texts'
import { Button } from '../../ui/button'
import { nameOfPath } from '../../editor-core/reading-order'

/** A bar's button goes away with its bar; the caret belongs in the text. */
const backToText = () => currentEditor()?.focus()

function SaveError({ path }: { path: string }) {
  const t = useText()
  const fault = useTexts((s) => s.texts[path]?.saveFault ?? null)
  if (!fault) return null
  const { line, details } = faultText(fault)
  const retry = () => { const buffer = bufferOf(path); backToText(); if (buffer) void saveNow(buffer) }
  return (
    <div className="editor-bar" data-kind="bad" data-testid="save-error" data-code={fault.code} role="alert">
      <span data-user-content>{t('editor.saveFailed', { path })}</span>
      <span title={details}>{line}</span>
      <Button size="small" onClick={retry}>{t('common.retry')}</Button>
    </div>
  )
}

function Changed({ path, conflict }: { path: string; conflict: ChangedConflict }) {
  const t = useText()
  const compare = useCompare((s) => s.open)
  const choose = (choice: 'mine' | 'theirs' | 'merged') => () => { backToText(); void resolveConflict(path, choice) }
  return (
    <div className="editor-bar" data-kind="warn" data-testid="conflict-bar" data-state="changed" role="alert">
      <span>{t('editor.conflict')}</span>
      {conflict.merged !== null && (
        <Button size="small" kind={conflict.conflicts === 0 ? 'primary' : 'plain'} testId="conflict-merged" onClick={choose('merged')}>
          {conflict.conflicts === 0 ? t('editor.takeMerged') : t('editor.takeMergedMarks', { count: conflict.conflicts })}
        </Button>
      )}
      <Button size="small" testId="conflict-mine" onClick={choose('mine')}>{t('editor.keepMine')}</Button>
      <Button size="small" testId="conflict-theirs" onClick={choose('theirs')}>{t('editor.takeTheirs')}</Button>
      <Button size="small" kind="quiet" onClick={() => compare({ title: t('editor.compareOutside'), before: conflict.theirs, restore: null })}>{t('editor.compareTheirs')}</Button>
    </div>
  )
}

function Conflict({ path }: { path: string }) {
  const t = useText()
  const conflict = useTexts((s) => s.texts[path]?.conflict ?? null)
  if (!conflict) return null
  if (conflict.kind === 'changed') return <Changed path={path} conflict={conflict} />
  return (
    <div className="editor-bar" data-kind="warn" data-testid="conflict-bar" data-state="deleted" role="alert">
      <span>{t('editor.deleted')}</span>
      <Button size="small" kind="primary" testId="conflict-recreate" onClick={() => { backToText(); void recreate(path) }}>{t('editor.recreate')}</Button>
      <Button size="small" onClick={() => void letGo(path)}>{t('editor.letGo')}</Button>
    </div>
  )
}

function Notice({ path }: { path: string }) {
  const t = useText()
  const notice = useTexts((s) => s.texts[path]?.notice ?? null)
  const { history, toggleHistory } = useEditorView()
  if (!notice) return null
  return (
    <div className="editor-bar" data-testid="text-notice" data-state={notice} role="status">
      <span>{t(`editor.${notice}`)}</span>
      {!history && <Button size="small" onClick={toggleHistory}>{t('editor.seeHistory')}</Button>}
      <Button size="small" kind="quiet" onClick={() => { backToText(); patchText(path, { notice: null }) }}>{t('frame.dismiss')}</Button>
    </div>
  )
}

/** Unsaved writing of an earlier run in texts that are not open. */
export function Leftovers() {
  const t = useText()
  const leftovers = useTexts((s) => s.leftovers)
  const openText = useLayout((s) => s.openText)
  if (leftovers.length === 0) return null
  const open = (path: string) => { useTexts.setState({ leftovers: leftovers.filter((p) => p !== path) }); openText(path) }
  return (
    <div className="editor-bar" data-testid="leftovers" role="status">
      <span>{t('editor.leftovers', { count: leftovers.length })}</span>
      {leftovers.slice(0, 5).map((path) => <Button key={path} size="small" onClick={() => open(path)}><span data-user-content>{nameOfPath(path)}</span></Button>)}
    </div>
  )
}

/** What the author must know about this text, above it, never in a dialog; in focus mode only what cannot wait. */
export function EditorBars({ path, quiet }: { path: string; quiet: boolean }) {
  return <><SaveError path={path} /><Conflict path={path} />{!quiet && <Notice path={path} />}</>
}

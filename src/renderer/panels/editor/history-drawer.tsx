import { X } from 'lucide-react'
import { useEffect, useState, type FormEvent, type KeyboardEvent } from 'react'
import type { Version } from '@shared/procedures/files'
import { shownKeys } from '../../commands/keys'
import { currentEditor } from '../../editor-core/current-editor'
import { timeText } from '../../i18n/dates'
import { useText } from '../../i18n/text'
import { useCompare } from '../../stores/editor-compare'
import { useEditorView } from '../../stores/editor'
import { useTexts } from '../../stores/texts'
import { useVersions } from '../../stores/versions'
import { Button, IconButton } from '../../ui/button'
import { composing } from '../../ui/composing'
import { Empty } from '../../ui/empty'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { moveInList } from '../../ui/list-keys'
import { keepNamed } from './version-actions'

function KeepForm({ path }: { path: string }) {
  const t = useText()
  const [name, setName] = useState('')
  const keep = (event: FormEvent) => {
    event.preventDefault()
    void keepNamed(path, name.trim() === '' ? null : name.trim()).then((kept) => { if (kept) setName('') })
  }
  return (
    <form className="version-form" onSubmit={keep}>
      <input className="input" aria-label={t('editor.versionName')} placeholder={t('editor.versionName')} value={name} maxLength={120} data-testid="version-name" onChange={(event) => setName(event.target.value)} />
      <Button type="submit" size="small" testId="version-keep">{t('editor.keepVersion')}</Button>
    </form>
  )
}

function Row({ version, first }: { version: Version; first: boolean }) {
  const t = useText()
  const show = useVersions((s) => s.show)
  const shown = useVersions((s) => s.shown?.version.id === version.id)
  return (
    <li className="version-row" data-testid="version-row" data-id={version.id} data-state={shown ? 'shown' : 'idle'} data-reason={version.reason}>
      <button type="button" data-row tabIndex={first || shown ? 0 : -1} aria-pressed={shown} onClick={() => void show(version.id)}>
        <span className="version-what">{version.name !== null ? <span data-user-content>{version.name}</span> : t(`editor.reason.${version.reason}`)}</span>
        <span className="muted">{timeText(version.at)}</span>
        <span className="muted" data-value={version.words}>{t('common.words', { count: version.words })}</span>
      </button>
    </li>
  )
}

/** Versions of the text in front, newest first; choosing one compares it with the present text. */
export function HistoryDrawer({ path }: { path: string }) {
  const t = useText()
  const { versions, fault, shown, load } = useVersions()
  const readOnly = useTexts((s) => s.texts[path]?.readOnly ?? false)
  const closeHistory = useEditorView((s) => s.closeHistory)
  const { open, close } = useCompare()
  useEffect(() => { void load(path) }, [path, load])
  useEffect(() => { if (shown) open({ title: t('editor.compareWith', { time: timeText(shown.version.at) }), before: shown.text, restore: readOnly ? null : shown.version.id }) }, [shown, open, readOnly, t])
  useEffect(() => () => { useVersions.getState().hide(); close() }, [close])
  const leave = () => { closeHistory(); currentEditor()?.focus() }
  const keys = (event: KeyboardEvent) => { if (event.key === 'Escape' && !composing(event)) { event.stopPropagation(); leave() } }
  return (
    <aside className="history" aria-label={t('editor.versions')} data-testid="history-drawer" onKeyDown={keys}>
      <header className="panel-head"><h2>{t('editor.history')}</h2><IconButton label={t('common.close')} onClick={leave}><X size={16} aria-hidden /></IconButton></header>
      {!readOnly && <KeepForm path={path} />}
      {fault && <ErrorNote fault={fault} onRetry={() => void load(path)} />}
      {versions === null && !fault && <LateLoading />}
      {versions?.length === 0 && <Empty title={t('editor.noVersions')}><p className="muted">{t('editor.noVersionsHint', { keys: shownKeys('Mod+S') })}</p></Empty>}
      <ul className="version-list" data-testid="version-list" aria-label={t('editor.versions')} onKeyDown={moveInList}>{versions?.map((version, index) => <Row key={version.id} version={version} first={index === 0} />)}</ul>
    </aside>
  )
}

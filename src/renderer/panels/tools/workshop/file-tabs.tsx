import { useState, type FormEvent } from 'react'
import type { ScriptTool } from '@shared/procedures/tools'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import type { ToolDraft } from '../../../stores/tool-drafts'
import { Button } from '../../../ui/button'

interface Props {
  script: ScriptTool; drafts: Readonly<Record<string, ToolDraft>>; path: string; asText: boolean
  onPath: (path: string) => void; onNew: (path: string) => void; onAsText: (asText: boolean) => void
}

function NewFile({ taken, onNew }: { taken: readonly string[]; onNew: (path: string) => void }) {
  const t = useText()
  const readOnly = useReadOnly()
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const fits = /^[\p{L}\p{N}_.-]+(\/[\p{L}\p{N}_.-]+){0,4}$/u.test(name) && !name.split('/').some((part) => /^\.+$/.test(part)) && !taken.includes(name)
  if (!open) return <Button size="small" kind="quiet" testId="script-new-file" disabled={readOnly} onClick={() => { setName(''); setOpen(true) }}>{t('tools.newFile')}</Button>
  const submit = (event: FormEvent) => { event.preventDefault(); if (fits) { onNew(name); setOpen(false) } }
  return (
    <form className="row" onSubmit={submit} onKeyDown={(event) => { if (event.key === 'Escape') setOpen(false) }}>
      <input className="input new-file" data-user-content aria-label={t('tools.fileName')} placeholder={t('tools.fileName')} autoFocus value={name} onChange={(event) => setName(event.target.value)} />
      <Button size="small" type="submit" disabled={!fits}>{t('common.save')}</Button>
    </form>
  )
}

/** The files of a tool; its definition can be a form or a text. */
export function FileTabs({ script, drafts, path, asText, onPath, onNew, onAsText }: Props) {
  const t = useText()
  const paths = [...script.files.map((file) => file.path), ...Object.keys(drafts).filter((one) => !script.files.some((file) => file.path === one))]
  return (
    <div className="script-files" role="group" aria-label={t('tools.files')}>
      {paths.map((one) => (
        <button key={one} type="button" className="file-chip" data-testid="script-file" data-id={one} aria-pressed={one === path} onClick={() => onPath(one)}>
          <span data-user-content>{one}</span>{drafts[one] && <><span className="dirty-dot" aria-hidden />{' '}<span className="visually-hidden">{t('tools.unsaved')}</span></>}</button>
      ))}
      <NewFile taken={paths} onNew={onNew} />
      {path === 'tool.json' && (
        <span className="view-switch" role="group" aria-label={t('tools.view')}>
          <button type="button" aria-pressed={!asText} data-testid="script-as-form" onClick={() => onAsText(false)}>{t('tools.asForm')}</button>
          <button type="button" aria-pressed={asText} data-testid="script-as-text" onClick={() => onAsText(true)}>{t('tools.asText')}</button>
        </span>
      )}
    </div>
  )
}

import { useEffect, useState, type FormEvent } from 'react'
import type { Fault } from '@shared/fault'
import { call } from '../../bridge/call'
import { errorFault } from '../../i18n/fault-text'
import { currentLocale, useText } from '../../i18n/text'
import { useApp } from '../../stores/app'
import { useImport } from '../../stores/import'
import { enterProject } from '../../stores/start-up'
import { Button } from '../../ui/button'
import { TitleFull, titleLength } from '../../ui/title-full'
import { ErrorNote } from '../../ui/error-note'

type Check = { writable: boolean; synced: string | null } | null
const baseName = (file: string) => file.replace(/^.*[/\\]/, '').replace(/\.[^.]+$/, '')

/** Title and folder; with a file to import, its preview opens in the new novel. */
export function BlankForm({ importFile, onCancel }: { importFile: string | null; onCancel: () => void }) {
  const t = useText()
  const info = useApp((s) => s.info)
  const [title, setTitle] = useState(importFile === null ? '' : baseName(importFile))
  const [folder, setFolder] = useState<string | null>(null)
  const [check, setCheck] = useState<Check>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const shown = folder ?? info?.defaultFolder ?? ''
  useEffect(() => { if (shown) void call('projects.checkFolder', { dir: shown }).then(setCheck, () => setCheck(null)) }, [shown])
  const pick = async () => {
    const picked = await call('app.pickFolder', { title: t('first.pickFolder'), start: shown })
    if (picked.path !== null) setFolder(picked.path)
  }
  const create = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFault(null)
    try {
      const opened = await call('projects.create', { title: title.trim(), locale: currentLocale(), ...(folder === null ? {} : { dir: folder }) })
      await enterProject(opened)
      if (importFile !== null) void useImport.getState().start(importFile)
    } catch (error) {
      setFault(errorFault(error))
      setBusy(false)
    }
  }
  return (
    <form className="first-form" onSubmit={(event) => void create(event)}>
      <label className="field"><span className="label">{t('first.title')}</span>
        <input className="input" data-testid="first-run-title" autoFocus value={title} maxLength={titleLength} placeholder={t('first.titleHint')} onChange={(e) => setTitle(e.target.value)} />
        <TitleFull title={title} />
      </label>
      <div className="field"><span className="label">{t('first.folder')}</span>
        <div className="folder-row"><span className="ellipsis" data-testid="first-run-folder" data-user-content title={shown}>{shown}</span><Button size="small" onClick={() => void pick()}>{t('first.changeFolder')}</Button></div>
      </div>
      {check?.synced && <p className="note" data-testid="folder-warning" data-kind="warn">{t('first.synced', { service: check.synced })}</p>}
      {check && !check.writable && <p className="note" data-testid="folder-warning" data-kind="bad">{t('first.notWritable')}</p>}
      {fault && <ErrorNote fault={fault} />}
      <div className="dialog-buttons">
        <Button kind="quiet" onClick={onCancel}>{t('common.cancel')}</Button>
        <Button kind="primary" type="submit" testId="first-run-create" disabled={busy || title.trim() === '' || check?.writable === false}>{t(busy ? 'first.creating' : 'first.create')}</Button>
      </div>
    </form>
  )
}

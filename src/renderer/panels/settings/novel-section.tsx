import { useState } from 'react'
import { call } from '../../bridge/call'
import { closeProject } from '../../commands/frame-commands'
import { useText } from '../../i18n/text'
import { useApp } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { TitleFull, titleLength } from '../../ui/title-full'
import { SettingRow } from './rows'

function DeleteProject({ title, id }: { title: string; id: string }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const remove = async () => {
    const done = await attempt(() => call('trash.deleteProject', { project: id, confirmTitle: typed }))
    if (done) { setOpen(false); await closeProject() }
  }
  return (
    <>
      <Button kind="danger" testId="project-delete" onClick={() => { setTyped(''); setOpen(true) }}>{t('trash.deleteProject')}</Button>
      <Dialog open={open} title={t('trash.deleteProject')} onClose={() => setOpen(false)}>
        <p>{t('trash.deleteProjectLine')} <strong data-user-content>{title}</strong></p>
        <input className="input" data-testid="purge-title" aria-label={t('trash.typeTitle')} value={typed} onChange={(event) => setTyped(event.target.value)} />
        <div className="dialog-buttons">
          <Button kind="quiet" onClick={() => setOpen(false)}>{t('common.cancel')}</Button>
          <Button kind="danger" testId="project-delete-now" disabled={typed !== title} onClick={() => void remove()}>{t('trash.deleteProjectNow')}</Button>
        </div>
      </Dialog>
    </>
  )
}

/** Title, and the way to remove the whole novel. */
export function NovelSection() {
  const t = useText()
  const { project, opened } = useApp()
  const [typed, setTyped] = useState('')
  if (!project) return null
  const rename = async (field: HTMLInputElement) => {
    const title = field.value.trim()
    if (title === project.title) return
    const done = title === '' ? null : await attempt(async () => { opened(await call('projects.setTitle', { project: project.project, title })); return true })
    if (done === null) { field.value = project.title; setTyped(project.title) }
  }
  return (
    <>
      <SettingRow label={t('settings.novelTitle')} htmlFor="set-title"><input id="set-title" className="input" data-user-content defaultValue={project.title} maxLength={titleLength} onChange={(event) => setTyped(event.target.value)} onBlur={(event) => void rename(event.target)} /><TitleFull title={typed} /></SettingRow>
      <SettingRow label={t('settings.otherNovels')}><Button onClick={() => void closeProject()}>{t('frame.closeProject')}</Button></SettingRow>
      <SettingRow label={t('settings.noLongerNeeded')}><DeleteProject title={project.title} id={project.project} /></SettingRow>
    </>
  )
}

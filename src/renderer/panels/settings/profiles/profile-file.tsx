import { useState } from 'react'
import type { ProfileFile } from '@shared/procedures/profiles'
import { call } from '../../../bridge/call'
import { useText } from '../../../i18n/text'
import { projectId, useReadOnly } from '../../../stores/app'
import { attempt, inform } from '../../../stores/notices'
import { useProfiles, type OwnLayer } from '../../../stores/profiles'
import { Button } from '../../../ui/button'
import { ErrorNote } from '../../../ui/error-note'
import { DiffText } from '../../approvals/effects'
import { visibleText } from '@shared/visible-text'
import { UnknownNames } from './unknown-names'

interface Props { profileKey: string; file: ProfileFile; trusted: boolean; /** Which layers of the author's have a file already. */ has: Readonly<Record<OwnLayer, boolean>> }

const act = async (work: () => Promise<unknown>): Promise<void> => { await attempt(work); await useProfiles.getState().load() }

/** A project's file says nothing until the author has seen it; a changed one shows what changed. */
function Review({ profileKey, file, trusted }: Omit<Props, 'has'>) {
  const t = useText()
  if (!trusted) return <p className="note">{t('profiles.trustFirst')}</p>
  return (
    <div className="profile-review" data-testid="profile-review">
      <p className="note">{t(file.diff === null ? 'profiles.reviewFirst' : 'profiles.reviewChange')}</p>
      {file.diff === null ? <pre className="profile-text" data-user-content tabIndex={0}>{visibleText(file.text)}</pre> : <div className="profile-diff" tabIndex={0} role="region" aria-label={t('profiles.reviewChange')}><DiffText text={file.diff} /></div>}
      <div><Button kind="primary" testId="profile-enable" onClick={() => void act(() => call('profiles.enable', { project: projectId(), key: profileKey, hash: file.hash }))}>{t('profiles.enable')}</Button></div>
    </div>
  )
}

function Copies({ profileKey, file, has }: Pick<Props, 'profileKey' | 'file' | 'has'>) {
  const t = useText()
  const draft = useProfiles((s) => s.draft)
  const copy = (layer: OwnLayer) => <Button size="small" testId={`profile-copy-${layer}`} onClick={() => draft(layer, profileKey, { text: file.text, baseHash: null })}>{t(layer === 'global' ? 'profiles.copyGlobal' : 'profiles.copyProject')}</Button>
  return <>{file.layer === 'product' && !has.global && copy('global')}{file.layer !== 'project' && !has.project && copy('project')}</>
}

function Acts({ profileKey, file, has }: Pick<Props, 'profileKey' | 'file' | 'has'>) {
  const t = useText()
  const { layer } = file
  const draft = useProfiles((s) => s.draft)
  const aside = async (own: OwnLayer) => {
    const done = await attempt(() => call('profiles.setAside', { project: projectId(), layer: own, key: profileKey }))
    if (done) inform(t('profiles.wasSetAside', { name: done.name }))
    await useProfiles.getState().load()
  }
  return (
    <>
      {layer !== 'product' && <Button size="small" testId="profile-edit" onClick={() => draft(layer, profileKey, { text: file.text, baseHash: file.hash })}>{t('profiles.edit')}</Button>}
      <Copies profileKey={profileKey} file={file} has={has} />
      {layer === 'project' && file.enabled && <Button size="small" kind="quiet" testId="profile-disable" onClick={() => void act(() => call('profiles.disable', { project: projectId(), key: profileKey }))}>{t('profiles.disable')}</Button>}
      {layer !== 'product' && <Button size="small" kind="quiet" testId="profile-aside" title={t('profiles.setAsideHint')} onClick={() => void aside(layer)}>{t('profiles.setAside')}</Button>}
    </>
  )
}

/** The file of one layer, and what becomes of it. */
export function ProfileFileCard({ profileKey, file, trusted, has }: Props) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const readOnly = useReadOnly()
  const reviewing = file.standing === 'needs_review' || file.standing === 'untrusted'
  return (
    <article className="profile-file" data-testid="profile-file" data-id={file.layer} data-state={file.standing}>
      <header><strong>{t(`profiles.layer.${file.layer}`)}</strong><span className="muted">{t(`profiles.standing.${file.standing}`)}</span></header>
      <p className="muted profile-path" data-user-content>{file.path}</p>
      {file.fault && <ErrorNote fault={file.fault} />}
      <UnknownNames unknown={file.unknown} unknownRules={file.unknownRules} />
      <div className="row">
        <Button size="small" kind="quiet" testId="profile-see" aria-expanded={open} onClick={() => setOpen(!open)}>{t(open ? 'profiles.hide' : 'profiles.see')}</Button>
        {!readOnly && <Acts profileKey={profileKey} file={file} has={has} />}
      </div>
      {open && <pre className="profile-text" data-user-content tabIndex={0}>{visibleText(file.text)}</pre>}
      {reviewing && !readOnly && <Review profileKey={profileKey} file={file} trusted={trusted} />}
    </article>
  )
}

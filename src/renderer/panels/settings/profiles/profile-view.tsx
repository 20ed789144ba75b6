import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Output } from '@shared/procedures'
import { useText } from '../../../i18n/text'
import { useLayout } from '../../../stores/layout'
import { draftId, useProfiles } from '../../../stores/profiles'
import { useTools } from '../../../stores/tools'
import { Button } from '../../../ui/button'
import { ErrorNote } from '../../../ui/error-note'
import { LateLoading } from '../../../ui/late-loading'
import { ProfileEditor } from './profile-editor'
import { ProfileFileCard } from './profile-file'
import { RunSettings } from './run-settings'

const layers = ['project', 'global', 'product'] as const

function Head({ shown }: { shown: Output<'profiles.show'> }) {
  const t = useText()
  const { key, effective } = shown
  const back = useProfiles((s) => s.open)
  const box = useRef<HTMLButtonElement>(null)
  // What opened it is gone: the keys begin here.
  useEffect(() => { box.current?.focus({ preventScroll: true }) }, [])
  const own = effective?.layer === 'product' ? undefined : ''
  const tools = () => { useTools.getState().setProfile(key); useLayout.getState().show('tools') }
  return (
    <header className="profile-head">
      <div><button ref={box} type="button" className="button" data-kind="quiet" data-size="small" data-testid="profile-back" onClick={() => back(null)}><ArrowLeft size={14} aria-hidden /> {t('profiles.back')}</button></div>
      <h2><span data-user-content={own}>{effective?.name ?? key}</span> <span className="muted" data-user-content>{key}</span></h2>
      {effective && <p className="muted"><span data-user-content>{effective.description}</span></p>}
      {effective && <p className="muted" data-testid="profile-layer" data-state={effective.layer}>{t(`profiles.layer.${effective.layer}`)} · {t(effective.creationMode === 'public' ? 'profiles.started' : 'profiles.byApp')}</p>}
      {effective && <div><Button size="small" testId="profile-tools" onClick={tools}>{t('profiles.tools')}</Button></div>}
    </header>
  )
}

/** One kind of assistant: what counts now, how it runs, and its file in each layer (04 §1). */
export function ProfileView({ profileKey, overview }: { profileKey: string; overview: Output<'profiles.overview'> }) {
  const t = useText()
  const { shown, drafts } = useProfiles()
  if (!shown || shown.key !== profileKey) return <LateLoading />
  const file = (layer: (typeof layers)[number]) => shown.files.find((one) => one.layer === layer)
  const own = (['project', 'global'] as const).filter((layer) => drafts[draftId(layer, profileKey)])
  return (
    <div className="profile-view" data-testid="profile-view" data-id={profileKey}>
      <Head shown={shown} />
      {shown.fault && shown.files.length > 0 && <ErrorNote fault={shown.fault} testId="profile-fault" />}
      {own.map((layer) => <ProfileEditor key={layer} layer={layer} profileKey={profileKey} trusted={overview.trusted} />)}
      <section><h2>{t('profiles.files')}</h2>{layers.map((layer) => { const one = file(layer); return one ? <ProfileFileCard key={layer} profileKey={profileKey} file={one} trusted={overview.trusted} has={{ global: file('global') !== undefined, project: file('project') !== undefined }} /> : null })}</section>
      {shown.effective && <section><h2>{t('profiles.run')}</h2><RunSettings profileKey={profileKey} settings={overview.settings} effective={shown.effective} /></section>}
    </div>
  )
}

import { call } from '../../bridge/call'
import { resync } from '../../bridge/event-stream'
import { timeText } from '../../i18n/dates'
import { useText } from '../../i18n/text'
import { useApp } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { Button } from '../../ui/button'

function CoreBanner() {
  const t = useText()
  const core = useApp((s) => s.core)
  if (core === 'ready' || core === 'starting') return null
  if (core === 'restarting') return <div className="banner" data-testid="core-banner" role="status">{t('frame.coreReconnecting')}</div>
  const restart = <Button size="small" onClick={() => void attempt(() => call('app.restartCore', {}))}>{core === 'failed' ? t('common.retry') : t('frame.coreRestart')}</Button>
  return (
    <div className="banner" data-kind="bad" data-testid={core === 'failed' ? 'core-failed' : 'core-banner'} role="alert">
      <span>{t(core === 'failed' ? 'frame.coreFailed' : 'frame.coreSilent')}</span>
      {restart}
      <Button size="small" onClick={() => void attempt(() => call('app.openLog', {}))}>{t('frame.openLog')}</Button>
    </div>
  )
}

function LockBanner() {
  const t = useText()
  const project = useApp((s) => s.project)
  if (project?.unwritable === true) return <div className="banner" data-kind="warn" data-testid="unwritable-banner" role="status"><span>{t('frame.unwritable')}</span></div>
  if (!project?.readOnly || !project.lock) return null
  const { machine, user, at, stale } = project.lock
  const takeOver = () => void attempt(async () => {
    useApp.getState().opened(await call('projects.takeOverLock', { project: project.project }))
    resync()
  })
  return (
    <div className="banner" data-kind="warn" data-testid="lock-banner" role="status">
      <span>{stale ? t('frame.lockStale', { machine, user }) : t('frame.locked', { machine, user, time: timeText(at) })}</span>
      {stale && <Button size="small" onClick={takeOver}>{t('frame.takeOver')}</Button>}
    </div>
  )
}

function ConfigBanner() {
  const t = useText()
  const error = useApp((s) => s.configError ?? s.project?.configError ?? null)
  if (error === null) return null
  return <div className="banner" data-kind="warn" data-testid="config-error" role="status"><span>{t('frame.configError', { error: '' })}<span data-user-content>{error}</span></span></div>
}

/** What concerns the whole window, in one place, never a dialog. */
export function Banners() {
  return <><CoreBanner /><LockBanner /><ConfigBanner /></>
}

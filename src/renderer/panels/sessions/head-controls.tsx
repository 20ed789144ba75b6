import { ShieldHalf } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { Session } from '@shared/session'
import { PermissionMode, WorkMode, WriteMode } from '@shared/tool-result'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { useModels } from '../../stores/models'
import { attempt } from '../../stores/notices'
import { useNewSession } from '../../stores/new-session'
import { useSessions } from '../../stores/sessions'
import { Button } from '../../ui/button'
import { openSettings } from '../../ui/fault-way'
import { ContextInspector } from './context-inspector'
import { UsageView } from './usage-view'

const configure = (sessionId: number, change: Partial<Pick<Session, 'workMode' | 'permissionMode' | 'writeMode' | 'model'>>) => attempt(() => call('sessions.configure', { project: projectId(), sessionId, ...change }))

/** Sets the work mode of a conversation, or of the one about to begin. */
export function setWorkMode(session: Session | null, workMode: Session['workMode']): void {
  if (session) void configure(session.id, { workMode })
  else useNewSession.getState().set({ workMode })
}

/** Only Write and Edit know proposals (06 §4 "Dry run"): the choice stands where they are, or in an assistant below that takes it from here. */
function Writing({ session }: { session: Session }) {
  const t = useText()
  const acts = useSessions(({ list, proposing }) => list.some((one) => one.rootId === session.rootId && proposing.has(one.profileKey)))
  if (!acts) return <p className="muted" data-testid="writes-at-once">{t('sessions.writesAtOnce')}</p>
  return (
    <>
      <label>{t('sessions.writeMode')}
        <select className="input" data-testid="write-mode" disabled={session.status === 'archived'} value={session.writeMode} onChange={(event) => void configure(session.id, { writeMode: WriteMode.parse(event.target.value) })}>
          {WriteMode.options.map((option) => <option key={option} value={option}>{t(`sessions.writeMode.${option}`)}</option>)}
        </select>
      </label>
      <p className="muted">{t('sessions.writeModeHint')}</p>
    </>
  )
}

/** What this conversation asks before it acts, and how it writes; only the author sets them (05 §1). */
function Rights({ session }: { session: Session }) {
  const t = useText()
  const { permissionMode, status } = session
  const off = status === 'archived'
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className="icon-button" data-testid="session-rights" data-state={permissionMode} title={`${t('sessions.rights')} · ${t(`sessions.permission.${permissionMode}`)}`} aria-label={t('sessions.rights')}><ShieldHalf size={16} aria-hidden /></button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="menu session-rights" align="end" collisionPadding={8} aria-label={t('sessions.rights')}>
          <label>{t('sessions.permission')}
            <select className="input" data-testid="permission-mode" disabled={off} value={permissionMode} onChange={(event) => void configure(session.id, { permissionMode: PermissionMode.parse(event.target.value) })}>
              {PermissionMode.options.map((option) => <option key={option} value={option}>{t(`sessions.permission.${option}`)}</option>)}
            </select>
          </label>
          <Writing session={session} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** The next message would fail: said before it is written, with the way to mend it. */
function ModelGone({ model }: { model: string }) {
  const t = useText()
  return <p className="note model-gone" data-kind="bad" role="status" data-testid="model-gone"><span>{t('sessions.modelGoneHint', { model })}</span><Button size="small" testId="model-gone-settings" onClick={() => openSettings('models')}>{t('settings.goTo')}</Button></p>
}

/** Work mode, model, rights, usage. */
export function HeadControls({ session }: { session: Session | null }) {
  const t = useText()
  const { models, fallback, config } = useModels()
  const loaded = config !== null
  const fresh = useNewSession()
  const mode = session?.workMode ?? fresh.workMode
  const own = session?.model ?? fresh.model
  const gone = loaded && !models.some((model) => model.id === (own ?? fallback)) ? (own ?? fallback) : null
  const name = (model: string) => (model === gone ? t('sessions.modelGone', { model }) : model === 'demo/author' ? t('sessions.modelDemo') : model)
  const pickModel = (model: string) => {
    const value = model === '' ? null : model
    if (session) void configure(session.id, { model: value })
    else fresh.set({ model: value })
  }
  return (
    <>
      <div className="session-controls">
        <select className="input small" data-testid="work-mode" aria-label={t('sessions.workMode')} title={t(`sessions.modeHint.${mode}`)} value={mode} data-state={mode} onChange={(event) => setWorkMode(session, WorkMode.parse(event.target.value))}>
          {WorkMode.options.map((option) => <option key={option} value={option}>{t(`sessions.mode.${option}`)}</option>)}
        </select>
        <select className="input small" data-testid="model-picker" aria-label={t('sessions.model')} data-state={gone === null ? undefined : 'gone'} value={own ?? ''} onChange={(event) => pickModel(event.target.value)}>
          <option value="">{t('sessions.modelDefault', { model: name(fallback) })}</option>
          {own !== null && own === gone && <option value={own}>{name(own)}</option>}
          {models.map((model) => <option key={model.id} value={model.id} data-user-content="">{name(model.id)}</option>)}
        </select>
        {session && <Rights session={session} />}
        {session && <ContextInspector sessionId={session.id} />}
        <UsageView sessionId={session?.id ?? null} offline={(own ?? fallback) === 'demo/author'} />
      </div>
      {gone !== null && session?.status !== 'archived' && <ModelGone model={gone} />}
    </>
  )
}

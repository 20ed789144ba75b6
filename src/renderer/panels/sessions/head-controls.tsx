import type { Session } from '@shared/session'
import { WorkMode } from '@shared/tool-result'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { useModels } from '../../stores/models'
import { attempt } from '../../stores/notices'
import { useNewSession } from '../../stores/new-session'
import { ContextInspector } from './context-inspector'
import { UsageView } from './usage-view'

const configure = (sessionId: number, change: { workMode?: Session['workMode']; model?: string | null }) => attempt(() => call('sessions.configure', { project: projectId(), sessionId, ...change }))

/** Sets the work mode of a conversation, or of the one about to begin. */
export function setWorkMode(session: Session | null, workMode: Session['workMode']): void {
  if (session) void configure(session.id, { workMode })
  else useNewSession.getState().set({ workMode })
}

/** Work mode, model, usage. */
export function HeadControls({ session }: { session: Session | null }) {
  const t = useText()
  const { models, fallback } = useModels()
  const fresh = useNewSession()
  const mode = session?.workMode ?? fresh.workMode
  const name = (model: string) => (model === 'demo/author' ? t('sessions.modelDemo') : model)
  const pickModel = (model: string) => {
    const value = model === '' ? null : model
    if (session) void configure(session.id, { model: value })
    else fresh.set({ model: value })
  }
  return (
    <div className="session-controls">
      <select className="input small" data-testid="work-mode" aria-label={t('sessions.workMode')} title={t(`sessions.modeHint.${mode}`)} value={mode} data-state={mode} onChange={(event) => setWorkMode(session, WorkMode.parse(event.target.value))}>
        {WorkMode.options.map((option) => <option key={option} value={option}>{t(`sessions.mode.${option}`)}</option>)}
      </select>
      <select className="input small" data-testid="model-picker" aria-label={t('sessions.model')} value={session?.model ?? fresh.model ?? ''} onChange={(event) => pickModel(event.target.value)}>
        <option value="">{t('sessions.modelDefault', { model: name(fallback) })}</option>
        {models.map((model) => <option key={model.id} value={model.id} data-user-content="">{name(model.id)}</option>)}
      </select>
      {session && <ContextInspector sessionId={session.id} />}
      <UsageView sessionId={session?.id ?? null} offline={(session?.model ?? fresh.model ?? fallback) === 'demo/author'} />
    </div>
  )
}

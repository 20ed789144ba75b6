import { useEffect } from 'react'
import { addCommands } from '../../commands/registry'
import { useText } from '../../i18n/text'
import { useApprovalView } from '../../stores/approval-view'
import { useApprovals } from '../../stores/approvals'
import { useLayout } from '../../stores/layout'
import { useModels } from '../../stores/models'
import { attempt } from '../../stores/notices'
import { useSessions } from '../../stores/sessions'
import { useTranscript } from '../../stores/transcript'
import { ErrorNote } from '../../ui/error-note'
import { ApprovalsAside, ApprovalsPanel } from '../approvals/approvals-panel'
import { Announcer } from './announcer'
import { Composer } from './composer'
import { Queue } from './queue'
import { SessionHead } from './session-head'
import { StateBar } from './state-bar'
import { Tasks } from './tasks'
import { Transcript } from './transcript'

/** Conversations, the one in front, approvals over its lower part, the composer. */
export function AssistantZone() {
  const t = useText()
  const load = useSessions((s) => s.load)
  const sessionId = useLayout((s) => s.sessionId)
  const open = useTranscript((s) => s.open)
  const show = useTranscript((s) => s.show)
  const fault = useTranscript((s) => s.fault)
  const pending = useApprovals((s) => s.pending.length)
  const loadModels = useModels((s) => s.load)
  useEffect(() => { void attempt(load); void loadModels().catch(() => undefined) }, [load, loadModels])
  useEffect(() => { void show(sessionId) }, [sessionId, show])
  return (
    <section className="assistant" data-testid="sessions-panel" aria-label={t('frame.assistant')}>
      <SessionHead />
      <div className="assistant-body">
        {fault ? <ErrorNote fault={fault} onRetry={() => void open(sessionId)} /> : <Transcript />}
        <ApprovalsPanel />
      </div>
      <ApprovalsAside />
      {pending === 0 && <Tasks />}
      <StateBar />
      <Queue />
      <Composer />
      <Announcer />
    </section>
  )
}

/** Commands that work while the assistant is hidden, too. */
export const addAssistantCommands = () => addCommands([
  { id: 'approvals', label: 'command.approvals', keys: 'Mod+Shift+A', run: () => { useLayout.getState().setFocus(false); useLayout.getState().set({ assistant: true }); useApprovalView.getState().setOpen(true); requestAnimationFrame(() => requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-testid="approval-effects"]')?.focus())) } },
  { id: 'newSession', label: 'command.newSession', keys: 'Mod+Alt+N', run: () => void attempt(() => useSessions.getState().create()) },
])

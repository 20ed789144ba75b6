import { call } from '../../bridge/call'
import { projectId } from '../../stores/app'
import { useLayout } from '../../stores/layout'
import { useNewSession } from '../../stores/new-session'
import { attempt } from '../../stores/notices'
import { useSessions } from '../../stores/sessions'
import { useTranscript } from '../../stores/transcript'

/** The conversation in front, or a new one with the modes chosen for it. */
async function currentSession(): Promise<number> {
  const { sessionId } = useLayout.getState()
  if (sessionId !== null && useSessions.getState().list.some((session) => session.id === sessionId)) return sessionId
  const session = await useSessions.getState().create()
  const { workMode, model } = useNewSession.getState()
  if (workMode !== 'normal' || model !== null) await call('sessions.configure', { project: projectId(), sessionId: session.id, workMode, model })
  await useTranscript.getState().open(session.id)
  return session.id
}

/** True when it was taken. A running reply gets it as a steer, or after its end as a followup. */
export async function sendMessage(text: string, how: 'prompt' | 'steer' | 'followup'): Promise<boolean> {
  const done = await attempt(async () => {
    const sessionId = await currentSession()
    return call('sessions.send', { project: projectId(), sessionId, text, how })
  })
  return done !== null
}

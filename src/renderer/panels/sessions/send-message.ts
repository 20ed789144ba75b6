import type { OpenCall, Picture } from '@shared/session'
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

/** The one question this conversation waits with: what is typed then is its answer. */
export const askedAlone = (calls: readonly OpenCall[]): OpenCall | null => {
  const asked = calls.find((one) => one.state === 'question' && one.questions !== null && one.questions !== undefined)
  return asked?.questions?.length === 1 ? asked : null
}

function answer(asked: OpenCall, text: string): Promise<unknown> {
  const selectedOptionIndex = asked.questions?.[0]?.options?.findIndex((option) => option.label === text) ?? -1
  return call('sessions.answer', { project: projectId(), sessionId: useTranscript.getState().sessionId ?? 0, callId: asked.callId, answers: [{ questionIndex: 0, text, selectedOptionIndex, note: '', ignored: false }] })
}

/** True when it was taken. A running reply gets it as a steer, or after its end as a followup; an answer takes words alone. */
export async function sendMessage(text: string, how: 'prompt' | 'steer' | 'followup', pictures: readonly Picture[] = []): Promise<boolean> {
  const done = await attempt(async () => {
    const asked = askedAlone(useTranscript.getState().calls)
    if (asked && pictures.length === 0) return answer(asked, text)
    const sessionId = await currentSession()
    return call('sessions.send', { project: projectId(), sessionId, text, how, ...(pictures.length === 0 ? {} : { pictures: [...pictures] }) })
  })
  return done !== null
}

import { call } from '../../bridge/call'
import { projectId } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { useSessions } from '../../stores/sessions'
import { useTranscript } from '../../stores/transcript'

/** A new conversation that shares everything up to here. */
export async function forkFrom(entryId: string): Promise<void> {
  const { sessionId } = useTranscript.getState()
  if (sessionId === null) return
  const session = await attempt(() => call('sessions.fork', { project: projectId(), sessionId, entryId }))
  if (session) useSessions.getState().open(session.id)
}

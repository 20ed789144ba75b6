import { useEffect, useState } from 'react'
import { MessagePayload } from '@shared/session'
import { onEvent } from '../../bridge/event-stream'
import { text } from '../../i18n/text'
import { useTranscript } from '../../stores/transcript'
import { toolName } from '../tools/words'
import { stateKey } from './call-state'

const longest = 600

/** What a finished message says aloud; null for the author's own and for what was there already. */
function spoken(payload: Record<string, unknown>, t: typeof text): string | null {
  const parsed = MessagePayload.safeParse(payload)
  if (!parsed.success || parsed.data.role === 'user') return null
  const message = parsed.data
  if (message.role === 'assistant') return message.text === '' ? null : `${t('sessions.assistant')}: ${message.text.slice(0, longest)}`
  return `${toolName(t, message.tool)}: ${t(stateKey(message.result.status, message.result.code))}`
}

/** Says each finished message once, politely; never the pieces of one that streams (09 §19). */
export function Announcer() {
  const [said, setSaid] = useState('')
  // Each is committed once, so each is said once; opening a conversation or switching a branch is no news.
  useEffect(() => onEvent('entry.added', ({ sessionId, entry }) => {
    const words = sessionId === useTranscript.getState().sessionId ? spoken(entry.payload, text) : null
    if (words !== null) setSaid(words)
  }), [])
  return <p className="visually-hidden" role="status" aria-live="polite" data-testid="announcement" data-user-content>{said}</p>
}

import { useEffect, useState } from 'react'
import { MessagePayload } from '@shared/session'
import { isMessageKey } from '../../i18n/message-key'
import { text, type Vars } from '../../i18n/text'
import { useTranscript } from '../../stores/transcript'

const longest = 600

/** What a finished message says aloud; null for the author's own and for what was there already. */
function spoken(payload: Record<string, unknown>, t: (key: Parameters<typeof text>[0], vars?: Vars) => string): string | null {
  const parsed = MessagePayload.safeParse(payload)
  if (!parsed.success || parsed.data.role === 'user') return null
  const message = parsed.data
  if (message.role === 'assistant') return message.text === '' ? null : `${t('sessions.assistant')}: ${message.text.slice(0, longest)}`
  const key = `sessions.tool.${message.tool}`
  return `${isMessageKey(key) ? t(key) : message.tool}: ${t(`sessions.toolState.${message.result.status}`)}`
}

/** Says each finished message once, politely; never the pieces of one that streams (09 §19). */
export function Announcer() {
  const [said, setSaid] = useState('')
  useEffect(() => useTranscript.subscribe((now, before) => {
    // Only what was added to the end of a conversation that was open: neither opening one nor switching a branch is news.
    if (now.sessionId !== before.sessionId || now.total !== before.total + 1 || before.total === 0) return
    const newest = now.entries.get(now.total - 1)
    const words = newest && spoken(newest.payload, text)
    if (words) setSaid(words)
  }), [])
  return <p className="visually-hidden" role="status" aria-live="polite" data-testid="announcement" data-user-content>{said}</p>
}

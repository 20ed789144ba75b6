import { useText } from '../../i18n/text'
import { useTranscript } from '../../stores/transcript'
import { Reasoning, ReplyText } from './reply-text'

/** The reply as it comes; announced once when whole, not per piece (09 §19). */
export function StreamingReply({ text, reasoning }: { text: string; reasoning: string }) {
  const t = useText()
  const last = useTranscript((s) => s.entries.get(s.total - 1)?.payload['role'])
  const goesOn = last === 'assistant' || last === 'toolResult'
  return (
    <div className="entry assistant-reply" data-testid="entry" data-kind="assistant" data-state="streaming" aria-busy="true">
      <span className={goesOn ? 'visually-hidden' : 'entry-who'}>{t('sessions.assistant')}</span>
      <Reasoning text={reasoning} open={text === ''} />
      {text === '' ? <span className="typing" aria-hidden="true">···</span> : <ReplyText text={text} />}
    </div>
  )
}

/** The model first sums up what came before; the reply comes after that. */
export function SummingUp() {
  const t = useText()
  return <p className="muted entry-note" role="status" data-testid="summing-up">{t('sessions.summing')}</p>
}

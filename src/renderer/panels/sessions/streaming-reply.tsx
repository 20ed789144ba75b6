import { useText } from '../../i18n/text'
import { Reasoning, ReplyText } from './reply-text'

/** The reply as it comes; announced once when whole, not per piece (09 §19). */
export function StreamingReply({ text, reasoning }: { text: string; reasoning: string }) {
  const t = useText()
  return (
    <div className="entry assistant-reply" data-testid="entry" data-kind="assistant" data-state="streaming" aria-busy="true">
      <span className="entry-who">{t('sessions.assistant')}</span>
      <Reasoning text={reasoning} open={text === ''} />
      {text === '' ? <span className="typing" aria-hidden="true">···</span> : <ReplyText text={text} />}
    </div>
  )
}

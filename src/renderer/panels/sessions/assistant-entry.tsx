import type { Fault } from '@shared/fault'
import type { MessageKey } from '@shared/i18n'
import type { Entry, MessagePayload } from '@shared/session'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { useTranscript } from '../../stores/transcript'
import { Button } from '../../ui/button'
import { ErrorNote } from '../../ui/error-note'
import { OriginalWords } from '../../ui/original-words'
import { visibleText } from '@shared/visible-text'
import { costText } from './amount'
import { BranchSwitch } from './branch-switch'
import { forkFrom } from './fork'
import { Reasoning, ReplyText } from './reply-text'

type Message = Extract<MessagePayload, { role: 'assistant' }>

/** How it ended, when not plainly: a stop, a cut and the provider's own end are told apart. */
function noteOf({ status, note, text }: Message): MessageKey | null {
  if (status === 'interrupted') return 'sessions.interrupted'
  if (status !== 'partial') return null
  if (note === 'OUTPUT_LIMIT') return 'sessions.endedLength'
  if (note === 'CONTENT_FILTER') return 'sessions.endedFilter'
  return text === '' ? 'sessions.stoppedEmpty' : 'sessions.stopped'
}

/** A failed reply carries `CODE: message`. */
const faultOf = (note: string): Fault => { const [, code = 'INTERNAL', said = note] = /^([A-Z][A-Z0-9_]+): ([^]*)$/.exec(note) ?? []; return { code, message: said } }

/** One reply; what a stop left of it stays, said plainly. */
export function AssistantEntry({ entry, message, goesOn }: { entry: Entry; message: Message; goesOn: boolean }) {
  const t = useText()
  const sessionId = useTranscript((s) => s.sessionId)
  const note = noteOf(message)
  const retry = () => { if (sessionId !== null) void attempt(() => call('sessions.retry', { project: projectId(), sessionId, entryId: entry.id })) }
  const usage = message.used ?? message.usage
  const failed = message.status === 'error' ? faultOf(message.note ?? '') : null
  return (
    <div className="entry assistant-reply" tabIndex={-1} data-testid="entry" data-id={entry.id} data-kind="assistant" data-state={message.status}>
      <span className={goesOn ? 'visually-hidden' : 'entry-who'}>{t('sessions.assistant')}</span>
      {message.unseen && <p className="entry-note" data-testid="unseen">{t('sessions.picturesUnseen')}</p>}
      <Reasoning text={message.reasoning ?? ''} open={false} />
      {message.text !== '' && <ReplyText text={message.text} />}
      {failed ? <ErrorNote fault={failed} /> : note && <p className="entry-note">{t(note)}</p>}
      {message.why !== undefined && <OriginalWords words={visibleText(message.why)} />}
      {message.askedAgain && <AskedAgain why={message.askedAgain.why} />}
      {message.calls.length === 0 && (
        <div className="entry-tools">
          <BranchSwitch entry={entry} />
          <Button size="small" kind="quiet" data-action="retry" onClick={retry}>{t('sessions.retry')}</Button>
          <Button size="small" kind="quiet" onClick={() => void navigator.clipboard.writeText(message.text)}>{t('sessions.copy')}</Button>
          <Button size="small" kind="quiet" onClick={() => void forkFrom(entry.id)}>{t('sessions.fork')}</Button>
          {usage && <span className="muted entry-usage" title={t('sessions.usage', { input: usage.input, cached: usage.cachedInput, output: usage.output, cost: costText(t, usage) })}>{t(message.used?.estimated === true ? 'sessions.usageAbout' : 'sessions.usageShort', { tokens: usage.input + usage.output })}</span>}
        </div>
      )}
    </div>
  )
}

/** What came before broke off and stands beside this one. */
function AskedAgain({ why }: { why: string | null }) {
  const t = useText()
  return <><p className="entry-note muted" data-testid="asked-again">{t('sessions.askedAgain')}</p>{why !== null && <OriginalWords words={visibleText(why)} />}</>
}

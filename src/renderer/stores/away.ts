import { isOver, type Job } from '@shared/job'
import { call } from '../bridge/call'
import { onEvent } from '../bridge/event-stream'
import { jobTitle } from '../i18n/job-title'
import { text } from '../i18n/text'
import { useApp } from './app'
import { useSessions } from './sessions'

const longest = 200
const own = new Set(['select', 'text', 'approve'])

/** What an author who is elsewhere wants to know of a job, each once; null: nothing. */
function wordsOfJob(job: Job): { once: string; title: string } | null {
  if (isOver(job.status)) return { once: `${job.id} over`, title: text('frame.away.job', { state: text(`jobs.state.${job.status}`) }) }
  const asks = job.asks.filter(({ kind }) => own.has(kind))
  return asks.length === 0 ? null : { once: `${job.id} ${asks.map(({ id }) => id).join(' ')}`, title: text('frame.away.question') }
}

function tell(title: string, body: string): void {
  if (document.hasFocus() || useApp.getState().ui?.notifications === false) return
  void call('app.notify', { title, body: body.slice(0, longest) }).catch(() => undefined)
}

const titleOf = (sessionId: number): string => useSessions.getState().list.find(({ id }) => id === sessionId)?.title ?? ''

/** System notifications while the window has not the focus: an approval, a question, the end of a job (09 §18). */
export function startAwayNotes(): void {
  const told = new Set<string>()
  onEvent('approval.requested', ({ approval }) => tell(text('frame.away.approval'), approval.askedBy.sessionTitle))
  onEvent('call.waiting', ({ sessionId, approvalId }) => { if (approvalId === null) tell(text('frame.away.question'), titleOf(sessionId)) })
  onEvent('job.changed', ({ job }) => {
    const words = wordsOfJob(job)
    if (words === null || told.has(words.once)) return
    told.add(words.once)
    tell(words.title, jobTitle(job))
  })
}

import { create } from 'zustand'
import type { Fault } from '@shared/fault'
import { offBranchTypes, type OpenCall, type QueueItem, type SessionSnapshot } from '@shared/session'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { projectId } from './app'
import { draftKey, draftOf, draftPicturesOf, setDraft, setDraftPictures } from './composer'
import { EntryPages, page } from './entry-pages'
import { useLayout } from './layout'

interface Retry { attempt: number; waitMs: number; /** It answered, but has too much to do. */ busy: boolean }
const isBusy = (why: string): boolean => /\b(429|503|529)\b|overload|rate.?limit|too many/i.test(why)
/** An open call, and how far its tool says it is. */
export interface LiveCall extends OpenCall { progress?: { done: number | null; total: number | null; note: string | null } }
interface Transcript {
  sessionId: number | null; snapshot: SessionSnapshot | null; entries: EntryPages; total: number; fault: Fault | null
  streaming: { text: string; reasoning: string } | null; calls: readonly LiveCall[]; queue: readonly QueueItem[]; retry: Retry | null
  open(id: number | null): Promise<void>
  need(index: number): void
}

const loading = new Set<number>()
/** Grows with every opening: pages asked for before it belong to another conversation or branch. */
let opening = 0

/** One conversation as the window shows it: pages of entries by place, the reply that streams, the calls that are open. */
export const useTranscript = create<Transcript>((set, get) => {
  const fetchPage = (sessionId: number, before?: number) => call('sessions.entries', { project: projectId(), sessionId, limit: page, ...(before === undefined ? {} : { before }) })
  return {
    sessionId: null, snapshot: null, entries: EntryPages.none, total: 0, fault: null, streaming: null, calls: [], queue: [], retry: null,
    async open(id) {
      const mine = ++opening
      if (id !== get().sessionId) set({ sessionId: id, snapshot: null, entries: EntryPages.none, total: 0, streaming: null, calls: [], queue: [], fault: null, retry: null })
      loading.clear()
      if (id === null) return
      try {
        // Both are asked for at once; core answers them in this order.
        const asked = call('sessions.snapshot', { project: projectId(), sessionId: id })
        const newest = fetchPage(id)
        newest.catch(() => undefined)
        const snapshot = await asked
        if (mine !== opening) return
        // At once, before anything else is awaited: the next delta goes on from exactly this text.
        set({ snapshot, streaming: snapshot.streaming, calls: snapshot.openCalls, queue: snapshot.queue, fault: null, retry: null })
        const { entries, first, total } = await newest
        if (mine === opening) set({ entries: EntryPages.none.with(first, entries), total })
      } catch (error) {
        if (mine === opening) set({ fault: errorFault(error) })
      }
    },
    need(index) {
      const first = Math.floor(index / page) * page
      const { sessionId, entries, total } = get()
      if (sessionId === null || entries.get(index) !== undefined || loading.has(first)) return
      loading.add(first)
      const mine = opening
      const take = (got: Awaited<ReturnType<typeof fetchPage>>) => { if (mine === opening) set({ entries: get().entries.with(got.first, got.entries), total: got.total }) }
      void fetchPage(sessionId, Math.min(total, first + page)).then(take).catch(() => undefined).finally(() => { if (mine === opening) loading.delete(first) })
    },
  }
})

const state = () => useTranscript.getState()
const mine = (sessionId: number) => sessionId === state().sessionId
let refreshDue: ReturnType<typeof setTimeout> | undefined

/** Usage, pause and tasks come from the snapshot; asked for again, but not for every event. */
function refreshSnapshot(): void {
  clearTimeout(refreshDue)
  refreshDue = setTimeout(() => {
    const { sessionId } = state()
    if (sessionId === null) return
    void call('sessions.snapshot', { project: projectId(), sessionId }).then((snapshot) => { if (mine(sessionId)) useTranscript.setState({ snapshot, calls: snapshot.openCalls, queue: snapshot.queue }) }, () => undefined)
  }, 60)
}

const reopen = () => void state().open(state().sessionId)
onResync(reopen)
onEvent('entry.added', ({ sessionId, entry }) => {
  if (!mine(sessionId) || offBranchTypes.has(entry.type)) return
  const { entries, total } = state()
  const last = entries.get(total - 1)
  const follows = last ? last.id === entry.parentId : total === 0
  // What follows the last one stands nowhere yet; only another may be known already.
  if (!follows && entries.holds(entry.id)) return
  // A sibling, or something missed: the places of a branch are core's to say.
  if (!follows || (entry.branch && entry.branch.total > 1)) return reopen()
  const assistant = entry.payload['role'] === 'assistant'
  const callId = entry.payload['role'] === 'toolResult' ? String(entry.payload['callId']) : null
  useTranscript.setState({ entries: entries.with(total, [entry]), total: total + 1, ...(assistant ? { streaming: null } : {}), calls: state().calls.filter((c) => c.callId !== callId) })
})
onEvent('leaf.moved', ({ sessionId }) => { if (mine(sessionId)) reopen() })
onEvent('session.changed', ({ session }) => {
  if (!mine(session.id)) return
  refreshSnapshot()
  // In front and looked at: nothing of it is unread.
  if (session.unread && useLayout.getState().assistant && document.hasFocus()) void call('sessions.markSeen', { project: projectId(), sessionId: session.id }).catch(() => undefined)
})
onEvent('queue.changed', ({ sessionId, queue, returned }) => {
  if (!mine(sessionId)) return
  useTranscript.setState({ queue })
  const back = returned.map((item) => item.text).join('\n')
  const key = draftKey(sessionId)
  if (back !== '') setDraft(key, [draftOf(key), back].filter((part) => part !== '').join('\n'))
  const pictures = returned.flatMap((item) => item.pictures ?? [])
  if (pictures.length > 0) setDraftPictures(key, [...draftPicturesOf(key), ...pictures])
})
onEvent('message.start', ({ sessionId }) => { if (mine(sessionId)) useTranscript.setState({ streaming: { text: '', reasoning: '' }, retry: null }) })
onEvent('text.delta', ({ sessionId, text }) => { if (mine(sessionId)) useTranscript.setState((s) => ({ streaming: { text: (s.streaming?.text ?? '') + text, reasoning: s.streaming?.reasoning ?? '' } })) })
onEvent('reasoning.delta', ({ sessionId, text }) => { if (mine(sessionId)) useTranscript.setState((s) => ({ streaming: { text: s.streaming?.text ?? '', reasoning: (s.streaming?.reasoning ?? '') + text } })) })
onEvent('run.retry', ({ sessionId, attempt, waitMs, why }) => { if (mine(sessionId)) useTranscript.setState({ retry: { attempt, waitMs, busy: isBusy(why) }, streaming: null }) })
onEvent('run.ended', ({ sessionId }) => { if (mine(sessionId)) { useTranscript.setState({ streaming: null, retry: null }); refreshSnapshot() } })
onEvent('call.start', ({ sessionId, call: started }) => { if (mine(sessionId)) useTranscript.setState((s) => ({ calls: [...s.calls.filter((c) => c.callId !== started.callId), started] })) })
onEvent('call.progress', ({ sessionId, callId, stage, done, total, note }) => { if (mine(sessionId)) useTranscript.setState((s) => ({ calls: s.calls.map((c) => (c.callId === callId ? { ...c, stage, progress: { done, total, note } } : c)) })) })
onEvent('call.waiting', ({ sessionId, callId, approvalId }) => {
  if (!mine(sessionId)) return
  if (approvalId !== null) useTranscript.setState((s) => ({ calls: s.calls.map((c) => (c.callId === callId ? { ...c, state: 'approval', approvalId, stage: null } : c)) }))
  refreshSnapshot()
})
// What the author approved runs now.
onEvent('approval.resolved', ({ id }) => { if (state().calls.some((open) => open.approvalId === id)) refreshSnapshot() })
onEvent('call.end', ({ sessionId }) => { if (mine(sessionId)) refreshSnapshot() })

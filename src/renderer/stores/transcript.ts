import { create } from 'zustand'
import type { CoreEvent, EventOf } from '@shared/events'
import type { Fault } from '@shared/fault'
import { offBranchTypes, type Entry, type OpenCall, type QueueItem, type SessionSnapshot } from '@shared/session'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { errorFault } from '../i18n/fault-text'
import { onOtherNovel, projectId } from './app'
import { draftKey, draftOf, draftPicturesOf, setDraft, setDraftPictures } from './composer'
import { EntryPages, page } from './entry-pages'
import { InOrder } from './in-order'
import { useLayout } from './layout'

export interface Retry { attempt: number; /** When it asks again, in ms. */ at: number; why: string }
const retryOf = ({ attempt, waitMs, why }: { attempt: number; waitMs: number; why: string }): Retry => ({ attempt, at: Date.now() + waitMs, why })
interface Transcript {
  sessionId: number | null; snapshot: SessionSnapshot | null; entries: EntryPages; total: number; /** Its newest page is here: only now does it hold nothing if nothing is shown. */ loaded: boolean; fault: Fault | null
  streaming: { text: string; reasoning: string } | null; calls: readonly OpenCall[]; queue: readonly QueueItem[]; retry: Retry | null; /** A summary of what came before is being written. */ summing: boolean
  open(id: number | null): Promise<void>
  /** Opens it unless it is in front already. */
  show(id: number | null): Promise<void>
  need(index: number): void
}

const loading = new Set<number>()
/** Grows with every opening: pages asked for before it belong to another conversation or branch. */
let opening = 0
/** What is in front, or on its way there: numbers begin anew in every novel. */
let front: string | null = null
const frontOf = (id: number | null) => (id === null ? null : `${projectId()} ${id}`)
const inOrder = new InOrder()
/** Entries told while the newest page is on its way, which may have been read before them; null once it is here. */
let besidePage: Entry[] | null = null

/** One conversation as the window shows it: pages of entries by place, the reply that streams, the calls that are open. */
export const useTranscript = create<Transcript>((set, get) => {
  const fetchPage = (sessionId: number, before?: number) => call('sessions.entries', { project: projectId(), sessionId, limit: page, ...(before === undefined ? {} : { before }) })
  return {
    sessionId: null, snapshot: null, entries: EntryPages.none, total: 0, loaded: true, fault: null, streaming: null, calls: [], queue: [], retry: null, summing: false,
    async open(id) {
      const mine = ++opening
      front = frontOf(id)
      if (id !== get().sessionId) set({ sessionId: id, snapshot: null, entries: EntryPages.none, total: 0, loaded: id === null, streaming: null, calls: [], queue: [], fault: null, retry: null, summing: false })
      loading.clear()
      inOrder.asked()
      besidePage = []
      if (id === null) return
      try {
        // Both are asked for at once; core answers them in this order.
        const asked = call('sessions.snapshot', { project: projectId(), sessionId: id })
        const newest = fetchPage(id)
        newest.catch(() => undefined)
        const snapshot = await asked
        if (mine !== opening) return
        // At once, before anything else is awaited: the next delta goes on from exactly this text.
        inOrder.came(snapshot.seq, () => set({ snapshot, streaming: snapshot.streaming, calls: snapshot.openCalls, queue: snapshot.queue, fault: null, retry: snapshot.retry && retryOf(snapshot.retry), summing: snapshot.summing }))
        const { entries, first, total } = await newest
        if (mine !== opening) return
        set({ entries: EntryPages.none.with(first, entries), total, loaded: true })
        const beside = besidePage ?? []
        besidePage = null
        for (const one of beside) add(one)
      } catch (error) {
        if (mine === opening) set({ fault: errorFault(error) })
      }
    },
    async show(id) {
      if (front !== frontOf(id) || get().fault !== null) await get().open(id)
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

onOtherNovel(() => void state().open(null))
const reopen = () => void state().open(state().sessionId)
onResync(reopen)

/** Puts a new entry below the last one. */
function add(entry: Entry): void {
  const { entries, total } = state()
  const last = entries.get(total - 1)
  const follows = last ? last.id === entry.parentId : total === 0
  // What follows the last one stands nowhere yet; only another may be known already.
  if (!follows && entries.holds(entry.id)) return
  // A sibling, or something missed: the places of a branch are core's to say.
  if (!follows || (entry.branch && entry.branch.total > 1)) return reopen()
  const callId = entry.payload['role'] === 'toolResult' ? String(entry.payload['callId']) : null
  useTranscript.setState({ entries: entries.with(total, [entry]), total: total + 1, calls: state().calls.filter((c) => c.callId !== callId) })
}

onEvent('entry.added', ({ sessionId, entry }, _project, seq) => {
  if (!mine(sessionId) || offBranchTypes.has(entry.type)) return
  if (entry.payload['role'] === 'assistant') inOrder.told(seq, () => useTranscript.setState({ streaming: null }))
  besidePage?.push(entry)
  add(entry)
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
/** Of the open conversation, told once and in order: what a snapshot has already is not added to it again. */
function onStream<T extends Extract<CoreEvent, { sessionId: number }>['type']>(type: T, change: (event: EventOf<T>, s: Transcript) => Partial<Transcript>): void {
  onEvent(type, (event, _project, seq) => {
    if (mine((event as { sessionId: number }).sessionId)) inOrder.told(seq, () => useTranscript.setState((s) => change(event, s)))
  })
}
onStream('message.start', () => ({ streaming: { text: '', reasoning: '' }, retry: null, summing: false }))
/** What broke off stays in sight until the next attempt brings something. */
const growing = ({ streaming, retry }: Transcript) => (streaming === null || retry !== null ? { text: '', reasoning: '' } : streaming)
onStream('text.delta', ({ text }, s) => ({ streaming: { ...growing(s), text: growing(s).text + text }, retry: null }))
onStream('reasoning.delta', ({ text }, s) => ({ streaming: { ...growing(s), reasoning: growing(s).reasoning + text }, retry: null }))
onStream('args.start', (_, { retry }) => (retry === null ? {} : { streaming: { text: '', reasoning: '' }, retry: null }))
onStream('run.retry', (told) => ({ retry: retryOf(told) }))
onStream('run.summing', ({ active }) => ({ summing: active, retry: null }))
onStream('run.ended', () => ({ streaming: null, retry: null, summing: false }))
onEvent('run.ended', ({ sessionId }) => { if (mine(sessionId)) refreshSnapshot() })
onStream('call.start', ({ call: started }, { calls }) => ({ calls: [...calls.filter((c) => c.callId !== started.callId), started] }))
onStream('call.progress', ({ callId, stage, done, total, note }, { calls }) => ({ calls: calls.map((c) => (c.callId === callId ? { ...c, stage: { name: stage, done, total, note } } : c)) }))
onEvent('call.waiting', ({ sessionId, callId, approvalId }) => {
  if (!mine(sessionId)) return
  if (approvalId !== null) useTranscript.setState((s) => ({ calls: s.calls.map((c) => (c.callId === callId ? { ...c, state: 'approval', approvalId, stage: null } : c)) }))
  refreshSnapshot()
})
// What the author approved runs now.
onEvent('approval.resolved', ({ id }) => { if (state().calls.some((open) => open.approvalId === id)) refreshSnapshot() })
// Any conversation: the sum has that of its helpers, and titles and summaries too.
onEvent('usage.changed', () => { if (state().sessionId !== null) refreshSnapshot() })
onEvent('call.end', ({ sessionId }) => { if (mine(sessionId)) refreshSnapshot() })

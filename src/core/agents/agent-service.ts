import type { Session } from '@shared/session'
import { createCurator } from './curator'
import { createSession } from './create-session'
import { editedMessage, entryOf, forkSession, picturesOf, retryLeaf } from './branches'
import { contextReport } from './context/report'
import { exportSession } from './export-session'
import { createHelpers } from './helpers'
import { Invocations } from './invocations'
import { Invoking } from './invoking'
import { createLinkedAgents } from './linked-agents'
import { missingLinks } from './missing-links'
import { pageOf } from './paging'
import type { AgentDeps, Parts } from './parts'
import { Queue } from './queue'
import { recoverAll } from './recover-all'
import { Runs } from './runs'
import { resultOf } from './result-text'
import { continueRun, deliverMessage, needsIdle, nextFollowup, refuseArchived, sendMessage } from './sending'
import { SessionStore } from './session-store'
import { snapshotOf } from './snapshot'
import { taskLists } from './task-lists'
import { Titles } from './titles'
import type { AgentService } from './types'
import { UsageBook } from './usage'
import { usageOf } from './usage-report'
import { cancelRun, refuseWhileRunning } from './stop-run'
import { answerCall, expireWaiting, settleCall } from './waiting'

export type { AgentConfig, AgentDeps } from './parts'

/** Sessions, runs and queues of one opened project (04 §2, 3, 10). Call `recover` once when it opened writable. */
export function createAgentService(deps: AgentDeps): AgentService {
  const parts: Parts = { ...deps, store: new SessionStore(deps.project), queue: new Queue(deps.project), usage: new UsageBook(deps.project), invocations: new Invocations(deps.project), stopping: new Set(), recalledUpTo: new Map() }
  const { store, queue, usage, project } = parts
  const titles = new Titles(parts)
  const runs: Runs = new Runs(parts, {
    ended: (run) => {
      invoking.runEnded(run)
      if (run.how === 'end') { nextFollowup(parts, runs, run.sessionId); void titles.afterRun(run.sessionId) }
    },
    waits: (id) => invoking.sessionWaits(id),
    started: (id) => invoking.sessionRuns(id),
    calls: (id, tool) => invoking.sessionCalls(id, tool),
  })
  const invoking = new Invoking(parts, runs)
  const writable = (id: number): void => { project.assertWritable(); store.row(id) }
  return {
    list: () => store.list(),
    missing: () => missingLinks(project),
    get: (id) => store.get(id),
    create: (options) => { project.assertWritable(); return createSession(parts, options) },
    snapshot: (id) => snapshotOf(parts, id, runs.of(id)),
    entries: (id, page) => pageOf(parts, id, page),
    context: (id, lang) => contextReport(parts, id, lang),
    result: (id, callId) => resultOf(parts, id, callId),
    send: async (id, text, how, model, pictures) => { writable(id); return sendMessage(parts, runs, id, text, how, model, pictures) },
    deliver: (id, text, source) => deliverMessage(parts, runs, id, text, source),
    cancel: (id) => { writable(id); return cancelRun(parts, runs, id) },
    continue: async (id) => { writable(id); continueRun(parts, runs, id) },
    unqueue: (id, itemId) => { writable(id); queue.remove(id, itemId); invoking.taken(id, itemId) },
    configure: (id, change) => { writable(id); return configure(parts, id, change) },
    rename: (id, title) => { writable(id); return store.set(id, { title, titleSource: 'user' }) },
    retry: async (id, entryId) => {
      writable(id)
      needsIdle(parts, id)
      store.moveLeaf(id, retryLeaf(entryOf(parts, id, entryId)))
      runs.start(id)
    },
    edit: async (id, entryId, text) => {
      writable(id)
      needsIdle(parts, id)
      const edited = editedMessage(entryOf(parts, id, entryId))
      runs.start(id, { message: text, parentId: edited.parentId, pictures: picturesOf(edited) })
    },
    switchBranch: (id, entryId) => { writable(id); switchBranch(parts, id, entryId) },
    fork: (id, entryId) => { writable(id); needsIdle(parts, id); return forkSession(parts, store.get(id), entryOf(parts, id, entryId)) },
    exportTo: (id, folder) => exportSession(parts, id, folder),
    archive: (id, archived) => { writable(id); return archive(parts, id, archived) },
    answer: async (id, callId, answers) => { writable(id); answerCall(parts, runs, id, callId, answers) },
    markSeen: (id) => { if (store.row(id).unread === 1 && !project.readOnly) store.set(id, { unread: false }) },
    usage: () => usage.project(),
    usageOf: (id) => usageOf(parts, id),
    usedBetween: (id, from, to) => usage.between(id, from, to),
    tasks: taskLists(parts),
    linked: createLinkedAgents(parts, invoking),
    helpers: createHelpers(parts, invoking),
    curator: createCurator(parts),
    settled: async (id, callId, result) => { settleCall(parts, runs, id, callId, result) },
    recover: async () => { if (!project.readOnly) recoverAll(parts, runs, invoking) },
    whenQuiet: async (id) => { for (let run = runs.of(id); run !== undefined; run = runs.of(id)) await run.done; return store.get(id) },
    close: async () => { titles.close(); await runs.close() },
  }
}

function configure(parts: Parts, sessionId: number, change: Parameters<AgentService['configure']>[1]): Session {
  refuseArchived(parts, sessionId)
  if (typeof change.model === 'string') parts.models.spec(change.model)
  parts.store.append(sessionId, { type: change.model === undefined ? 'session_update' : 'model_change', origin: 'user', payload: { ...change } })
  return parts.store.set(sessionId, change)
}

function switchBranch(parts: Parts, sessionId: number, entryId: string): void {
  const entry = entryOf(parts, sessionId, entryId)
  const { status } = parts.store.row(sessionId)
  refuseWhileRunning(parts, sessionId)
  if (status === 'waiting') {
    expireWaiting(parts, sessionId, 'the branch was left')
    parts.store.set(sessionId, { status: 'idle', pause: null })
  }
  parts.store.moveLeaf(sessionId, parts.store.tree.newestBelow(sessionId, entry.id))
  parts.store.changed(sessionId)
}

function archive(parts: Parts, sessionId: number, archived: boolean): Session {
  const { status } = parts.store.row(sessionId)
  refuseWhileRunning(parts, sessionId)
  if (archived === (status === 'archived')) return parts.store.get(sessionId)
  if (status === 'waiting') expireWaiting(parts, sessionId, 'the session was archived')
  parts.store.append(sessionId, { type: archived ? 'session_archived' : 'session_restored', origin: 'user', payload: {} })
  return parts.store.set(sessionId, { status: archived ? 'archived' : 'idle', pause: null })
}

import { fail } from '@shared/fault'
import type { Session } from '@shared/session'
import { editedMessage, entryOf, forkSession, retryLeaf } from './branches'
import { contextReport } from './context/report'
import { openTail } from './conversation'
import { pageOf } from './paging'
import type { AgentDeps, Parts } from './parts'
import { Queue } from './queue'
import { recoverSession, storedResult } from './recovery'
import { Runs } from './runs'
import { resultOf } from './result-text'
import { continueRun, deliverMessage, needsIdle, nextFollowup, refuseArchived, sendMessage } from './sending'
import { SessionStore } from './session-store'
import { snapshotOf } from './snapshot'
import { taskLists } from './task-lists'
import { Titles } from './titles'
import type { AgentService } from './types'
import { UsageBook } from './usage'
import { cancelRun, refuseWhileRunning } from './stop-run'
import { answerCall, expireWaiting, settleCall } from './waiting'

export type { AgentConfig, AgentDeps } from './parts'

type CreateOptions = Parameters<AgentService['create']>[0]

/** Sessions, runs and queues of one opened project (04 §2, 3, 10). Call `recover` once when it opened writable. */
export function createAgentService(deps: AgentDeps): AgentService {
  const parts: Parts = { ...deps, store: new SessionStore(deps.project), queue: new Queue(deps.project), usage: new UsageBook(deps.project), stopping: new Set() }
  const { store, queue, usage, project } = parts
  const titles = new Titles(parts)
  const runs: Runs = new Runs(parts, (run) => {
    if (run.how === 'end') { nextFollowup(parts, runs, run.sessionId); void titles.afterRun(run.sessionId) }
  })
  const writable = (id: number): void => { project.assertWritable(); store.row(id) }
  return {
    list: () => store.list(),
    get: (id) => store.get(id),
    create: (options) => { project.assertWritable(); return createSession(parts, options) },
    snapshot: (id) => snapshotOf(parts, id, runs.of(id)),
    entries: (id, page) => pageOf(parts, id, page),
    context: (id, lang) => contextReport(parts, id, lang),
    result: (id, callId) => resultOf(parts, id, callId),
    send: async (id, text, how, model) => { writable(id); return sendMessage(parts, runs, id, text, how, model) },
    deliver: (id, text, source) => deliverMessage(parts, runs, id, text, source),
    cancel: (id) => { writable(id); return cancelRun(parts, runs, id) },
    continue: async (id) => { writable(id); continueRun(parts, runs, id) },
    unqueue: (id, itemId) => { writable(id); queue.remove(id, itemId) },
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
      runs.start(id, { message: text, parentId: editedMessage(entryOf(parts, id, entryId)).parentId })
    },
    switchBranch: (id, entryId) => { writable(id); switchBranch(parts, id, entryId) },
    fork: (id, entryId) => { writable(id); needsIdle(parts, id); return forkSession(parts, store.get(id), entryOf(parts, id, entryId)) },
    archive: (id, archived) => { writable(id); return archive(parts, id, archived) },
    answer: async (id, callId, answers) => { writable(id); answerCall(parts, runs, id, callId, answers) },
    markSeen: (id) => { if (store.row(id).unread === 1 && !project.readOnly) store.set(id, { unread: false }) },
    usage: () => usage.project(),
    tasks: taskLists(parts),
    settled: async (id, callId, result) => { settleCall(parts, runs, id, callId, result) },
    recover: async () => { if (!project.readOnly) recoverAll(parts, runs) },
    whenQuiet: async (id) => { for (let run = runs.of(id); run !== undefined; run = runs.of(id)) await run.done; return store.get(id) },
    close: async () => { titles.close(); await runs.close() },
  }
}

/** PROFILE_UNKNOWN, PROFILE_BROKEN, PROFILE_SYSTEM_ONLY. */
function createSession(parts: Parts, options: CreateOptions): Session {
  const profile = parts.profiles.get(options.profileKey)
  const kind = options.kind ?? 'chat'
  if (profile.creationMode === 'system_only' && kind !== 'system') fail('PROFILE_SYSTEM_ONLY', `${profile.key} is started by the app only.`)
  const parent = typeof options.parentId === 'number' ? parts.store.get(options.parentId) : null
  const agents = parts.config().agents
  if (typeof options.model === 'string') parts.models.spec(options.model)
  return parts.store.create({
    profileKey: profile.key, profileHash: profile.hash, kind, role: options.role ?? 'root', parentId: parent?.id ?? null, rootId: parent?.rootId ?? null, depth: parent === null ? 0 : parent.depth + 1,
    workMode: options.workMode ?? profile.gates.workMode ?? 'normal', permissionMode: options.permissionMode ?? profile.gates.permission ?? agents?.permissionMode ?? 'default',
    writeMode: options.writeMode ?? agents?.writeMode ?? 'dry_run', model: options.model ?? null,
  })
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

function recoverAll(parts: Parts, runs: Runs): void {
  for (const row of parts.store.withStatus('running')) {
    if (runs.of(row.id) !== undefined) continue
    const how = recoverSession(parts, row)
    if (how === 'continue') runs.start(row.id, row.runId === null ? {} : { resume: row.runId })
    if (how === 'idle') nextFollowup(parts, runs, row.id)
  }
  // A call may have been settled just before the stop: its result is there, only the session does not know yet.
  for (const row of parts.store.withStatus('waiting')) {
    const open = openTail(parts.store.tree.tail(row.id, row.activeLeafId, 200))?.open ?? []
    for (const call of open) {
      const result = call.tool === 'request_user_input' || call.tool === 'AskUserQuestion' ? null : storedResult(parts, row.id, call)
      if (result !== null) settleCall(parts, runs, row.id, call.id, result)
    }
  }
}

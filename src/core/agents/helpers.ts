import { fail } from '@shared/fault'
import type { Session } from '@shared/session'
import { askText, WORKFLOW_CALL, type Invoking } from './invoking'
import { checkContract, checkOutputSchema, outputSchemaOf } from './contracts'
import { isSchema } from '../tools/json-schema'
import { createSession } from './create-session'
import type { InvocationRow, Outcome } from './invocations'
import { prepareInvoke, startable } from './linked-agents'
import type { HelperAgents, HelperInput, Said, WorkflowAsker } from './helper-types'
import type { InvokeInput } from './linked-types'
import { checkRoom, linksOf, openBelow, MAX_AGENTS, reachable } from './links'
import type { Parts } from './parts'
import { callableModel, needsIdle } from './sending'
import { toSession } from './session-rows'

/** The assistants of workflows of an opened project. */
export function createHelpers(parts: Parts, invoking: Invoking): HelperAgents {
  const own = (ownerId: number, id: number) => reachable(parts, ownerId, id)
  return {
    create: (ownerId, input) => createHelper(parts, ownerId, input),
    find: (ownerId, profileKey, tag) => {
      const found = linksOf(parts, ownerId).map(toSession).find((one) => one.role === 'helper' && !one.detached && one.profileKey === profileKey && one.tags.includes(tag) && (one.status === 'idle' || one.status === 'interrupted'))
      return found ?? null
    },
    get: (ownerId, id) => toSession(own(ownerId, id)),
    room: (ownerId) => MAX_AGENTS - openBelow(parts, parts.store.row(ownerId).rootId),
    leaf: (ownerId, id) => own(ownerId, id).activeLeafId,
    transcript: (ownerId, id, limit) => transcript(parts, own(ownerId, id).id, limit),
    append(ownerId, id, message) {
      needsIdle(parts, own(ownerId, id).id)
      const text = askText({ sessionId: ownerId, title: parts.store.row(ownerId).title }, message, null)
      return parts.store.append(id, { type: 'message', origin: 'system', payload: { role: 'user', text, intent: 'normal', source: { kind: 'agent', sessionId: ownerId } } }).id
    },
    checkout(ownerId, id, leaf) {
      needsIdle(parts, own(ownerId, id).id)
      if (leaf !== null && parts.store.tree.find(id, leaf) === undefined) fail('ENTRY_UNKNOWN', `Session ${id} has no entry "${leaf.slice(0, 60)}".`, { actual: leaf })
      parts.store.moveLeaf(id, leaf)
      parts.store.changed(id)
    },
    invoke: (asker, input) => invokeOnce(parts, invoking, asker, input),
    mustReport: (id) => {
      const row = parts.store.find(id)
      const profile = row === undefined ? null : parts.profiles.get(row.profileKey)
      return row !== undefined && profile !== null && isSchema(outputSchemaOf(profile, row.initial))
    },
    archive: (id) => archiveHelper(parts, id),
    usage: (ids) => parts.usage.trees(ids),
    waits: (ownerId, callId) => {
      const row = lastAttempt(parts, ownerId, callId)?.row
      return row?.state === 'open' && parts.store.find(row.childId)?.status === 'waiting'
    },
  }
}

function createHelper(parts: Parts, ownerId: number, { profileKey, initial, title, tags, model, schema }: HelperInput): Session {
  const profile = startable(parts, profileKey)
  const owner = checkRoom(parts, ownerId)
  if (schema !== undefined) checkOutputSchema(schema, '/schema')
  const checked = checkContract(profile.initial, initial, 'INITIAL_INVALID')
  if (profileKey === 'adhoc') checkOutputSchema(checked['outputSchema'])
  const session = createSession(parts, {
    profileKey, role: 'helper', kind: 'workflow', parentId: ownerId, initial: checked, title: title ?? profile.name[parts.locale() === 'en' ? 'en' : 'zh'], writeMode: owner.writeMode,
    permissionMode: owner.permissionMode === 'bypassPermissions' ? 'default' : owner.permissionMode, ...(model === undefined ? {} : { model: callableModel(parts, model) }),
  })
  return parts.store.set(session.id, { ...(tags === undefined ? {} : { tags: JSON.stringify(tags) }), ...(schema === undefined ? {} : { schema: JSON.stringify(schema) }) })
}

function transcript(parts: Parts, id: number, limit: number): Said[] {
  return parts.store.tree.tail(id, parts.store.row(id).activeLeafId, limit).flatMap(({ payload, at }) => {
    const { role, text } = payload
    return (role === 'user' || role === 'assistant') && typeof text === 'string' && text !== '' ? [{ role, text, at }] : []
  })
}

/** Attempts after a stop of the app stand under `<call id>.2`, `.3`, … */
function lastAttempt(parts: Parts, ownerId: number, callId: string): { n: number; row: InvocationRow } | null {
  let last: { n: number; row: InvocationRow } | null = null
  for (let n = 1; ; n++) {
    const row = parts.invocations.find(ownerId, attemptId(callId, n))
    if (row === undefined) return last
    last = { n, row }
  }
}
const attemptId = (callId: string, n: number): string => (n === 1 ? callId : `${callId}.${n}`)

/** Nothing is asked twice: what was cut off by a stop of the app goes on in its own session, from where that stopped. */
async function invokeOnce(parts: Parts, invoking: Invoking, asker: WorkflowAsker, input: InvokeInput): Promise<Outcome> {
  const last = lastAttempt(parts, asker.sessionId, asker.callId)
  if (last === null) return invoking.invoke(asker, () => prepareInvoke(parts, asker.sessionId, input), WORKFLOW_CALL, asker.jobId)
  const { n, row } = last
  if (row.state === 'open') return invoking.rejoin({ ...asker, callId: attemptId(asker.callId, n) }, row)
  const outcome = JSON.parse(row.outcome ?? 'null') as Outcome
  if (outcome.error?.code !== 'INTERRUPTED' && outcome.error?.code !== 'OUTCOME_UNKNOWN') return outcome
  const { sessionId, model } = input
  // A message that no run took was never read: it is sent again.
  const again: InvokeInput = row.runId === null ? input : { sessionId, mode: 'continue', ...(model === undefined ? {} : { model }) }
  return invoking.invoke({ ...asker, callId: attemptId(asker.callId, n + 1) }, () => prepareInvoke(parts, asker.sessionId, again), WORKFLOW_CALL, asker.jobId)
}

function archiveHelper(parts: Parts, id: number): void {
  const row = parts.store.find(id)
  if (row === undefined || (row.status !== 'idle' && row.status !== 'interrupted')) return
  parts.store.append(id, { type: 'session_archived', origin: 'engine', payload: {} })
  parts.store.set(id, { status: 'archived' })
}

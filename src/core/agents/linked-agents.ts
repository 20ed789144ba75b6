import { fail } from '@shared/fault'
import type { Session } from '@shared/session'
import { openedProjects } from '../project/opened-registry'
import { checkContract, checkOutputSchema } from './contracts'
import { createSession } from './create-session'
import { askText, type Invoking } from './invoking'
import { callableModel } from './sending'
import { checkRoom, detach, linksOf, reachable } from './links'
import type { AgentRow, InvokeInput, InvokePlan, LinkedAgents, ProfileInfo, TaskInput } from './linked-types'
import type { Parts } from './parts'
import { sessionInfo } from './session-info'
import type { SessionRow } from './session-rows'
import { taskProfiles } from './task-profiles'

/** Other assistants of an opened project, as the tools reach them (04 §4). */
export function createLinkedAgents(parts: Parts, invoking: Invoking): LinkedAgents {
  return {
    profile: (key) => profileInfo(parts, key),
    prepareCreate(callerId, { profileKey, initial, title, currentProjectRoot }) {
      const profile = startable(parts, profileKey)
      checkRoom(parts, callerId)
      const root = projectRoot(parts, currentProjectRoot)
      const checked = checkContract(profile.initial, initial, 'INITIAL_INVALID')
      if (profileKey === 'adhoc') checkOutputSchema(checked['outputSchema'])
      return { profileKey, initial: checked, title: title ?? nameOf(parts, profileKey, checked), currentProjectRoot: root }
    },
    create(callerId, plan) {
      const child = createChild(parts, callerId, plan)
      return { sessionId: child.id, profileKey: child.profileKey, title: child.title, parentSessionId: callerId, currentProjectRoot: plan.currentProjectRoot }
    },
    rows: (callerId, id) => (id === undefined ? linksOf(parts, callerId) : [ownOrLinked(parts, callerId, id)]).map(agentRow),
    session: (callerId, id, recent) => sessionInfo(parts, reachable(parts, callerId, id), recent, linksOf(parts, id).map(agentRow)),
    detach: (callerId, id) => detach(parts, callerId, id),
    prepareInvoke: (callerId, input) => prepareInvoke(parts, callerId, input),
    invoke: (asker, plan) => invoking.invoke(asker, () => plan),
    background: (asker, plan) => invoking.background(asker, () => plan, { kind: 'invoke_agent', title: parts.store.row(plan.childId).title || parts.store.row(plan.childId).profileKey }).jobId,
    taskProfiles: () => taskProfiles(parts.profiles),
    prepareTask(callerId, input) {
      checkRoom(parts, callerId)
      if (!taskProfiles(parts.profiles).includes(input.subagent_type)) fail('PROFILE_UNKNOWN', `There is no helper "${input.subagent_type.slice(0, 60)}".`, { pointer: '/subagent_type', actual: input.subagent_type, expected: `one of ${taskProfiles(parts.profiles).join(', ')}` })
      return input
    },
    task: (asker, input) => invoking.invoke(asker, () => taskPlan(parts, asker.sessionId, input), 'Task'),
    backgroundTask: (asker, input) => invoking.background(asker, () => taskPlan(parts, asker.sessionId, input), { kind: 'task', title: input.description }),
  }
}

/** A detached one is still listed and can be looked up. */
function ownOrLinked(parts: Parts, callerId: number, id: number): SessionRow {
  return linksOf(parts, callerId).find((one) => one.id === id) ?? reachable(parts, callerId, id)
}

const agentRow = (row: SessionRow): AgentRow => ({ sessionId: row.id, profileKey: row.profileKey, title: row.title, status: row.status, detached: row.detached === 1, updatedAt: row.updatedAt })

/** PROFILE_UNKNOWN, PROFILE_SYSTEM_ONLY. */
export function startable(parts: Parts, key: string) {
  const profile = parts.profiles.get(key)
  return profile.creationMode === 'system_only' ? fail('PROFILE_SYSTEM_ONLY', `${key} is started by the app only.`, { actual: key, expected: 'a profile with creationMode public' }) : profile
}

function profileInfo(parts: Parts, key: string): ProfileInfo {
  const profile = parts.profiles.get(key)
  const lang = parts.locale() === 'en' ? 'en' : 'zh'
  return {
    profileKey: key, name: profile.name[lang], description: profile.description[lang], creationMode: profile.creationMode, createAgentAllowed: profile.creationMode === 'public',
    toolKeys: parts.pipeline().definitions(key, 'child').map((tool) => tool.name),
    initialSchema: profile.initial ?? 'none', payloadSchema: profile.payload ?? 'none', outputSchema: profile.output ?? 'none',
  }
}

function nameOf(parts: Parts, key: string, initial: Record<string, unknown>): string {
  const given = initial['name']
  return key === 'adhoc' && typeof given === 'string' && given.trim() !== '' ? given : parts.profiles.get(key).name[parts.locale() === 'en' ? 'en' : 'zh']
}

/** A session works in the project that is opened around it. */
function projectRoot(parts: Parts, given: string | undefined): string {
  const { slug, dir } = parts.project
  const own = `workspace/${slug}`
  if (given === undefined || [slug, own, dir, '.'].includes(given.replace(/\/+$/, ''))) return own
  const open = openedProjects().map((one) => `workspace/${one.slug}`)
  return fail('PROJECT_NOT_OPEN', `An assistant started here works in ${own}; "${given.slice(0, 120)}" cannot be its project.`, { pointer: '/currentProjectRoot', actual: given, expected: own, data: { open } })
}

/** Its own settings are its parent's, never looser; bypassPermissions is never copied (05 §1, §5). */
function createChild(parts: Parts, parentId: number, plan: { profileKey: string; initial: Record<string, unknown>; title: string }): Session {
  const parent = checkRoom(parts, parentId)
  return createSession(parts, {
    profileKey: plan.profileKey, role: 'child', parentId, initial: plan.initial, title: plan.title, writeMode: parent.writeMode,
    permissionMode: parent.permissionMode === 'bypassPermissions' ? 'default' : parent.permissionMode, kind: parent.kind === 'workflow' ? 'workflow' : 'chat',
  })
}

/** What is going to be asked of a session, checked against the table of 04 §3. */
export function prepareInvoke(parts: Parts, callerId: number, given: InvokeInput): InvokePlan {
  if (given.sessionId === callerId) fail('AGENT_SELF', `Session ${callerId} cannot ask itself.`, { actual: String(given.sessionId), expected: 'a linked session', fix: 'get_agent lists them.' })
  const row = reachable(parts, callerId, given.sessionId)
  if (row.status === 'archived') fail('AGENT_ARCHIVED', `Session ${row.id} is archived and can only be read.`, { fix: 'The author can restore it; or create another.' })
  const said = given.message !== undefined || given.input !== undefined
  const mode = given.mode ?? (said ? 'prompt' : 'continue')
  const background = given.background === true
  const busy = row.status === 'running' || row.status === 'waiting'
  if (background && busy) fail('AGENT_BUSY', `Session ${row.id} is ${row.status}.`, { fix: 'Wait for its end, or ask without background.' })
  if (mode === 'steer' && !busy) fail('AGENT_NOT_RUNNING', `Session ${row.id} has no reply to steer.`, { actual: row.status, expected: 'running or waiting', fix: 'Use mode prompt.' })
  if (mode === 'continue' && row.status === 'running') fail('AGENT_BUSY', `Session ${row.id} is running.`, { fix: 'Wait for its end, or use mode followup.' })
  if (mode === 'continue' && row.status === 'waiting') fail('AGENT_WAITING', `Session ${row.id} waits for the author and goes on by the answer.`)
  const input = given.input === undefined ? null : checkContract(parts.profiles.get(row.profileKey).payload, given.input, 'PAYLOAD_INVALID')
  const text = said ? askText({ sessionId: callerId, title: parts.store.row(callerId).title }, given.message ?? null, input) : null
  return { childId: row.id, mode, text, input, title: given.title ?? null, model: given.model === undefined ? null : callableModel(parts, given.model), background }
}

function taskPlan(parts: Parts, callerId: number, { description, prompt, subagent_type, background }: TaskInput): InvokePlan {
  const child = createChild(parts, callerId, { profileKey: subagent_type, initial: {}, title: description })
  return { childId: child.id, mode: 'prompt', text: askText({ sessionId: callerId, title: parts.store.row(callerId).title }, prompt, null), input: null, title: null, model: null, background: background === true }
}

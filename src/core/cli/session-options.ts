import { fail } from '@shared/fault'
import type { ProjectRuntime } from '../app/types'
import type { Caller } from '../tools/types'
import { callAbove } from './below-tool'
import { assertNotBelowTool } from './human'
import type { Io } from './io'
import { UsageError, type OptionKinds, type Parsed } from './usage'

/** Options that say who calls and how (10 "Session options"). */
export const SESSION_OPTIONS = {
  project: 'string', profile: 'string', session: 'string', mode: ['normal', 'discuss', 'plan'], permission: ['default', 'acceptEdits', 'bypassPermissions'],
  'write-mode': ['apply', 'dry_run'], approve: ['ask', 'yes', 'no'], trust: 'boolean',
} as const satisfies OptionKinds

export interface SessionChoice {
  profile: string | undefined
  session: number | undefined
  /** The tool's call that started this process: its session is above this one (05 §5). */
  startedBy: string | null
  approve: Caller['approve']
  overrides: NonNullable<Caller['overrides']>
  /** Takes the project's script tools as they are, for the profile that calls. */
  trust: boolean
}

type Modes = NonNullable<Caller['overrides']>

/** The session that `--session` names. */
export function sessionNumber(parsed: Parsed): number | undefined {
  const session = parsed.text('session')
  if (session !== undefined && !/^[1-9]\d{0,14}$/.test(session)) throw new UsageError(`--session takes a number, not "${session}"`)
  return session === undefined ? undefined : Number(session)
}

/** The values were checked against their lists when they were parsed. */
export function sessionChoice(parsed: Parsed, io: Io): SessionChoice {
  refuseLooser(io, { approve: parsed.text('approve'), permission: parsed.text('permission'), session: sessionNumber(parsed) })
  const mode = parsed.text('mode')
  const permission = parsed.text('permission')
  const writeMode = parsed.text('write-mode')
  return {
    profile: parsed.text('profile'), session: sessionNumber(parsed), startedBy: callAbove(io.env), approve: (parsed.text('approve') ?? 'ask') as Caller['approve'], trust: parsed.flag('trust'),
    overrides: {
      ...(mode === undefined ? {} : { workMode: mode as NonNullable<Modes['workMode']> }),
      ...(permission === undefined ? {} : { permissionMode: permission as NonNullable<Modes['permissionMode']> }),
      ...(writeMode === undefined ? {} : { writeMode: writeMode as NonNullable<Modes['writeMode']> }),
    },
  }
}

/** What answers for the author, loosens a session or is another one is not for a process that a tool started. HUMAN_ONLY. */
export function refuseLooser(io: Io, { approve = 'ask', permission = 'default', session }: { approve: string | undefined; permission: string | undefined; session: number | undefined }): void {
  if (approve !== 'ask' || permission !== 'default' || session !== undefined) assertNotBelowTool(io)
}

/** The session whose tool started this process; null: none of this project did. */
export function parentOf({ project: { sessionsDb } }: ProjectRuntime, { startedBy }: SessionChoice): number | null {
  if (startedBy === null) return null
  return sessionsDb.prepare<[string], number>('SELECT sessionId FROM Call WHERE callId = ? ORDER BY seq DESC LIMIT 1').pluck().get(startedBy) ?? null
}

const CLI_TAG = '["cli"]'

/** The caller of one call: the named session, or the profile's one CLI session, made when first used. One that the author went on with in the window, or set a mode of, is theirs from then on. */
export function callerOf(runtime: ProjectRuntime, choice: SessionChoice, signal: AbortSignal): Caller {
  const { env } = runtime.project
  const row = choice.session === undefined ? cliSession(runtime, choice.profile ?? 'leader.default', parentOf(runtime, choice)) : lookups(runtime).byId.get(choice.session)
  if (row === undefined) return fail('IDENTITY_UNKNOWN', `there is no session ${choice.session}.`)
  if (choice.session !== undefined && choice.profile !== undefined && choice.profile !== row.profileKey) fail('IDENTITY_UNKNOWN', `session ${row.id} belongs to the profile ${row.profileKey}, not ${choice.profile}.`)
  if (choice.trust) runtime.scripts.accept(row.profileKey)
  return { kind: 'cli', sessionId: row.id, runId: null, callId: env.id('call'), profileKey: row.profileKey, role: row.role, signal, approve: choice.approve, overrides: choice.overrides }
}

interface SessionRow { id: number; profileKey: string; role: Caller['role'] }
const SELECT = 'SELECT id, profileKey, role FROM Session'

const lookupsOf = new WeakMap<ProjectRuntime, ReturnType<typeof prepareLookups>>()

/** Prepared once per project: a batch asks for its session on every line. */
function lookups(runtime: ProjectRuntime): ReturnType<typeof prepareLookups> {
  const known = lookupsOf.get(runtime) ?? prepareLookups(runtime)
  lookupsOf.set(runtime, known)
  return known
}

function prepareLookups({ project: { sessionsDb } }: ProjectRuntime) {
  return {
    byId: sessionsDb.prepare<[number], SessionRow>(`${SELECT} WHERE id = ?`),
    newest: sessionsDb.prepare<[string], SessionRow>(`${SELECT} WHERE profileKey = ? ORDER BY id DESC LIMIT 1`),
    newestCli: sessionsDb.prepare<[string, string, number | null], SessionRow>(`${SELECT} WHERE kind = 'cli' AND profileKey = ? AND tags = ? AND parentId IS ? AND status <> 'archived'
      AND NOT EXISTS (SELECT 1 FROM Entry WHERE Entry.sessionId = Session.id AND Entry.origin = 'user') ORDER BY id DESC LIMIT 1`),
  }
}

/** Below the session whose tool started this process nothing is looser than there (05 §5). */
export const placeBelow = (parentId: number | null): { role: Caller['role']; parentId: number | null } => ({ role: parentId === null ? 'root' : 'child', parentId })

function cliSession(runtime: ProjectRuntime, profileKey: string, parentId: number | null): SessionRow {
  const { sessionsDb } = runtime.project
  const known = lookups(runtime).newestCli.get(profileKey, CLI_TAG, parentId)
  if (known !== undefined) return known
  runtime.profiles.get(profileKey)
  // In a project held elsewhere no session can be made; what only reads goes under one that is there.
  const there = runtime.project.readOnly ? lookups(runtime).newest.get(profileKey) : undefined
  if (there !== undefined) return there
  runtime.project.assertWritable()
  const { id, role } = runtime.agents.create({ profileKey, kind: 'cli', ...placeBelow(parentId) })
  sessionsDb.prepare('UPDATE Session SET tags = ? WHERE id = ?').run(CLI_TAG, id)
  return { id, profileKey, role }
}

import { fail } from '@shared/fault'
import type { Session } from '@shared/session'
import { checkContract } from './contracts'
import type { Parts } from './parts'
import type { AgentService } from './types'

type CreateOptions = Parameters<AgentService['create']>[0]

/** PROFILE_UNKNOWN, PROFILE_BROKEN, PROFILE_SYSTEM_ONLY, INITIAL_INVALID. */
export function createSession(parts: Parts, options: CreateOptions): Session {
  const profile = parts.profiles.get(options.profileKey)
  const kind = options.kind ?? 'chat'
  if (profile.creationMode === 'system_only' && kind !== 'system') fail('PROFILE_SYSTEM_ONLY', `${profile.key} is started by the app only.`)
  const parent = typeof options.parentId === 'number' ? parts.store.get(options.parentId) : null
  const agents = parts.config().agents
  if (typeof options.model === 'string') parts.models.spec(options.model)
  // A CLI call has no model behind it that would read what the profile is created with.
  const initial = kind === 'cli' && options.initial === undefined ? {} : checkContract(profile.initial, options.initial, 'INITIAL_INVALID')
  return parts.store.create({
    profileKey: profile.key, profileHash: profile.hash, kind, role: options.role ?? 'root', parentId: parent?.id ?? null, rootId: parent?.rootId ?? null, depth: parent === null ? 0 : parent.depth + 1,
    workMode: options.workMode ?? profile.gates.workMode ?? 'normal', permissionMode: options.permissionMode ?? profile.gates.permission ?? agents?.permissionMode ?? 'default',
    writeMode: options.writeMode ?? agents?.writeMode ?? 'dry_run', model: options.model ?? null, initial,
    ...(options.title === undefined ? {} : { title: options.title, titleSource: 'auto' as const }),
  })
}

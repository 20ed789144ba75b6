import type { McpServerForm } from '@shared/procedures/mcp'
import { fail } from '@shared/fault'
import { hashOf } from '../tools/canonical'
import { keyReference } from './config'
import type { ServerSpec } from './types'

/** Where an entry was seen in its list, and its fingerprint then. */
export interface EntryPlace { readonly at: number; readonly base: string }

/** The fingerprint of an entry as it is written. */
export const entryBase = (written: unknown): string => hashOf(written)

/** The list with `entry` in that place (null: at the end), or with the place gone. STALE_READ: it is no longer as it was shown. */
export function changedEntries(list: readonly unknown[], place: EntryPlace | null, entry: Record<string, unknown> | null): unknown[] {
  if (place === null) return entry === null ? [...list] : [...list, entry]
  if (place.at >= list.length || entryBase(list[place.at]) !== place.base) return fail('STALE_READ', 'the settings file was changed meanwhile; nothing was written.', { fix: 'Look at the server as it is now.' })
  return list.flatMap((one, at) => (at === place.at ? (entry === null ? [] : [entry]) : [one]))
}

/** A server as a settings file holds it: what is as usual is left out. */
export function writtenEntry({ alias, command, args, url, env, headers, tools, deferred, enabled, callTimeoutSeconds }: McpServerForm): Record<string, unknown> {
  return {
    alias, ...(command === null ? {} : { command }), ...(args.length === 0 ? {} : { args }), ...(url === null ? {} : { url }),
    ...(Object.keys(env).length === 0 ? {} : { env }), ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(tools === null ? {} : { tools }), ...(deferred ? { deferred } : {}), ...(enabled ? {} : { enabled }), ...(callTimeoutSeconds === 60 ? {} : { callTimeoutSeconds }),
  }
}

/** Names of the keychain that a server refers to. */
export function keysOf({ env, headers }: Pick<ServerSpec, 'env' | 'headers'>): string[] {
  return [...new Set([...Object.values(env), ...Object.values(headers)].flatMap((value) => keyReference.exec(value)?.[2] ?? []))]
}

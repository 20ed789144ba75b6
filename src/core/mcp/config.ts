import { z } from 'zod'
import { hashOf } from '../tools/canonical'
import { isAlias } from './names'
import type { McpLayer, ServerEntry, ServerSpec } from './types'

/** What changes how programs are loaded, and names of ours, never reach a server, whoever consented (06 §8). */
const neverPassed = /^(?:NODE_OPTIONS|BASH_ENV|ENV|PYTHONSTARTUP|LD_.*|DYLD_.*|ELECTRON_.*|WENQU_.*)$/i
/** Either a plain text or a key of the keychain, with a word before it where HTTP wants one. */
export const keyReference = /^(?:([A-Za-z][A-Za-z0-9-]{0,31}) )?keychain:([a-z0-9_-]{1,32})$/

const text = z.string().max(4_096).refine((value) => !value.includes('\0'), 'a text without NUL')
const Server = z.strictObject({
  alias: z.string(), command: text.min(1).optional(), args: z.array(text).max(256).default([]), url: z.string().min(1).max(4_096).optional(),
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a name of letters, digits and _'), text).default({}),
  headers: z.record(z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'the name of an HTTP header'), z.string().regex(keyReference, 'a key of the keychain, as "keychain:NAME" or "Bearer keychain:NAME"')).default({}),
  tools: z.array(z.string().min(1)).optional(), deferred: z.boolean().default(false), enabled: z.boolean().default(true),
  callTimeoutSeconds: z.number().int().min(1).max(600).default(60),
})

/** The servers of one settings file; a wrong entry is one that is off, the others count (07 §8.1 "Errors are MCP_CONFIG"). */
export function readServers(given: readonly unknown[] | undefined, layer: McpLayer): ServerEntry[] {
  return (given ?? []).map((raw, at) => readServer(raw, layer, at))
}

/** One entry; `error` says what is wrong with it. */
export function readServer(raw: unknown, layer: McpLayer, at = 0): ServerEntry {
  const parsed = Server.safeParse(raw)
  const named = typeof raw === 'object' && raw !== null && 'alias' in raw && typeof raw.alias === 'string' ? raw.alias.slice(0, 80) : `(entry ${at + 1})`
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return wrong(named, layer, `${issue?.path.join('.') || 'the entry'}: ${issue?.message ?? 'wrong'}`)
  }
  const { command, url, tools, ...rest } = parsed.data
  const spec: ServerSpec = { ...rest, command: command ?? null, url: url ?? null, tools: tools ?? null }
  const problem = problemOf(spec)
  return problem === null ? { alias: spec.alias, layer, spec, hash: specHash(spec), error: null } : wrong(named, layer, problem)
}

const wrong = (alias: string, layer: McpLayer, error: string): ServerEntry => ({ alias, layer, spec: null, hash: '', error })

function problemOf(spec: ServerSpec): string | null {
  if (!isAlias(spec.alias)) return `"${spec.alias.slice(0, 80)}" cannot be an alias; expected 1-32 of a-z, 0-9, _ and -`
  if ((spec.command === null) === (spec.url === null)) return 'a server has either a command or a url'
  if (spec.url !== null && (spec.args.length > 0 || Object.keys(spec.env).length > 0)) return 'args and env belong to a command, not to a url'
  if (spec.command !== null && Object.keys(spec.headers).length > 0) return 'headers belong to a url, not to a command'
  const bad = Object.keys(spec.env).find((name) => neverPassed.test(name))
  return bad === undefined ? null : `the environment may not set ${bad}`
}

/** What the author consents to; how its tools are shown and how long it may take are not part of it. */
export const specHash = ({ command, args, url, env, headers }: ServerSpec): string => hashOf({ command, args, url, env, headers })

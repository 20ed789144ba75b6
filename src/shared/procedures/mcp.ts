import { z } from 'zod'
import { human, open } from './procedure'
import { ToolLayer } from './tools'

const done = z.object({})
const server = { project: z.string(), layer: ToolLayer, alias: z.string().min(1).max(80) }
const tool = { ...server, raw: z.string().min(1) }

/** How an MCP server stands (07 §8). */
export const McpStateWord = z.enum(['off', 'error', 'untrusted', 'needs_consent', 'idle', 'connecting', 'ready', 'failed'])
export type McpStateWord = z.infer<typeof McpStateWord>
/** Why consent is missing: never given, given to something else, or taken back. */
export const McpConsentWhy = z.enum(['never', 'changed', 'withdrawn'])
export type McpConsentWhy = z.infer<typeof McpConsentWhy>
/** What is to be said of one tool: usable, another definition than the accepted one, added since, no longer listed, left out. */
export const McpToolWord = z.enum(['ok', 'changed', 'new', 'gone', 'skipped'])
export type McpToolWord = z.infer<typeof McpToolWord>

/** A server as its form holds it: a command with arguments and environment, or an address with headers. */
export const McpServerForm = z.strictObject({
  alias: z.string().max(80), command: z.string().max(4_096).nullable(), args: z.array(z.string().max(4_096)).max(256), url: z.string().max(4_096).nullable(),
  env: z.record(z.string(), z.string().max(4_096)), headers: z.record(z.string(), z.string().max(4_096)),
  /** Raw names that count; null: all. */ tools: z.array(z.string()).max(500).nullable(), deferred: z.boolean(), enabled: z.boolean(), callTimeoutSeconds: z.number().int().min(1).max(600),
})
export type McpServerForm = z.infer<typeof McpServerForm>

export const McpToolRow = z.object({ raw: z.string(), /** Empty: it has none, for the server no longer lists it. */ full: z.string(), state: McpToolWord, why: z.string().nullable(), readOnly: z.boolean(), description: z.string() })
export type McpToolRow = z.infer<typeof McpToolRow>

/** An entry of a settings file: where it stands there (`at`, `base`: its fingerprint), what it says, how it stands. */
export const McpServerRow = z.object({
  alias: z.string(), layer: ToolLayer, at: z.number(), base: z.string(), state: McpStateWord, consent: McpConsentWhy.nullable(),
  /** What went wrong: a code and the plain text. */ code: z.string().nullable(), cause: z.string().nullable(),
  /** Of what is consented to; null: the entry cannot be used. */ hash: z.string().nullable(),
  /** Null: it cannot be read as a server; `written` is what stands there. */ form: McpServerForm.nullable(), written: z.string(),
  /** Keys of the keychain it needs that are not set. */ missingKeys: z.array(z.string()), tools: z.array(McpToolRow),
})
export type McpServerRow = z.infer<typeof McpServerRow>

const place = z.strictObject({ at: z.number().int().min(0), base: z.string() })

export const mcpProcedures = {
  'mcp.list': open('MCP servers of both settings files: how each stands and why, its tools under both their names.', z.strictObject({ project: z.string() }), z.object({ servers: z.array(McpServerRow), /** What was consented to cannot be read: nothing counts. */ consentError: z.string().nullable() })),
  'mcp.tool': open('A tool of a server: what was accepted, what the server says now, and the difference.', z.strictObject(tool), z.object({ /** Of what the server says now; accepting names it. */ hash: z.string().nullable(), diff: z.string(), description: z.string(), inputSchema: z.unknown() })),
  'mcp.consent': human('Consents to exactly the command, environment or address with this hash, and starts the server.', z.strictObject({ ...server, hash: z.string() }), done),
  'mcp.withdraw': human('Takes the consent back: the server is ended and not started again.', z.strictObject(server), done),
  'mcp.accept': human('Accepts the definition with this hash in place of the former one, or of none.', z.strictObject({ ...tool, hash: z.string() }), done),
  'mcp.markReadOnly': human('Says of a tool that it only reads, so that plan and discuss mode let it be; or no longer.', z.strictObject({ ...tool, readOnly: z.boolean() }), done),
  'mcp.again': human('Starts a server anew, whatever went before.', z.strictObject(server), done),
  'mcp.save': human('Writes a server into a settings file: a new one, or in the place of one that is still as it was shown.', z.strictObject({ project: z.string(), layer: ToolLayer, place: place.nullable(), server: McpServerForm }), done),
  'mcp.remove': human('Takes a server out of a settings file, if it is still as it was shown.', z.strictObject({ project: z.string(), layer: ToolLayer, place }), done),
} as const

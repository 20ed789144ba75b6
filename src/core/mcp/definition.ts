import { z } from 'zod'
import type { Blobs } from '../project/types'
import { canonicalJson } from '../tools/canonical'
import type { AnyTool } from '../tools/define-tool'
import { register, type Registered } from '../tools/registry'
import type { ExternalInput, Prepared } from '../tools/types'
import { cleanRemote, neutralised } from '../web/remote-text'
import { resultOf, type Said } from './result'
import type { McpToolState, Pin, RawResult, ServerSpec } from './types'

/** Waiting for a restart and for the handshake comes on top of the call's own time. */
const aroundMs = 65_000
const shownArgs = 4_000
const descriptionBytes = 1_024

export interface DefinitionParts {
  readonly spec: ServerSpec
  readonly state: McpToolState
  readonly pin: Pin
  readonly input: ExternalInput
  readonly blobs: Pick<Blobs, 'put'>
  /** Refused before the author is asked: the server has failed for good. */
  ready(): void
  call(args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<RawResult>
}
interface Plan { readonly args: Record<string, unknown> }

/** A server's tool as an ordinary one of pack `mcp:<alias>`: gate risk, high, changing unless the author marked it; nothing the server says lowers that (07 §8). */
export function mcpDefinition(parts: DefinitionParts): Registered {
  const { spec, state, input } = parts
  const tool: AnyTool = {
    name: state.full, operation: `mcp.${spec.alias}`, description: shownDescription(spec.alias, parts.pin.description), input: z.object({}), external: input,
    risk: 'high', mutates: !state.readOnly, gate: 'risk', result: 'content', caps: { timeoutMs: spec.callTimeoutSeconds * 1_000 + aroundMs }, needs: [], ...(spec.deferred ? { deferred: true } : {}),
    prepare: (args) => prepare(parts, args as Record<string, unknown>),
    run: async (plan, _services, { signal }) => resultOf(spec.alias, await parts.call((plan as Plan).args, signal), parts.blobs),
    say: (value) => (value as Said).text,
  }
  return register(tool, `mcp:${spec.alias}`)
}

/** Untrusted text: marked, cleaned, cut to 1 KB. */
export function shownDescription(alias: string, description: string): string {
  return `[MCP server '${alias}'] ${cutBytes(neutralised(cleanRemote(description)).trim(), descriptionBytes)}`
}

function cutBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text
  const cut = Buffer.from(text).subarray(0, most - 3).toString('utf8').replace(/\uFFFD+$/, '')
  return `${cut}…`
}

/** The card (05 §6): the real name, the arguments, where they go; what the server does with them is not known beforehand. */
function prepare({ spec, state, pin, ready }: DefinitionParts, args: Record<string, unknown>): Prepared<Plan> {
  ready()
  const text = canonicalJson(args)
  const server = spec.url ?? [spec.command ?? '', ...spec.args].join(' ')
  return {
    plan: { args },
    effects: [{
      kind: 'mcp', target: state.full, resolved: server, before: null, after: null, action: 'call',
      preview: `${state.full} ${text.length > shownArgs ? `${text.slice(0, shownArgs)}… (${text.length} characters)` : text}\n(tool ${JSON.stringify(pin.raw)} of server '${spec.alias}'; what it does is not known beforehand)`,
      fields: [{ field: 'server', from: null, to: server }, { field: 'tool', from: null, to: pin.raw }, { field: 'arguments', from: null, to: args }, { field: 'content', from: null, to: pin.hash }],
    }],
  }
}

import type { ModelMessage, ModelRequest } from '../models/types'
import type { Branch } from './context/branch-cache'
import { headSections, headText, type HeadSection } from './context/head'
import { viewOf, type Shown } from './context/view'
import { wasApproved } from './call-row'
import { outputSchemaOf } from './contracts'
import type { Definition } from '../tools/types'
import { sinceUser } from './conversation'
import type { Parts } from './parts'
import type { SessionRow } from './session-rows'

/** The next request of a session in its parts: the stable head, the tools, the branch as the model may see it (04 §6). */
export interface NextRequest extends StableHead, Shown {}
/** What stays while a request is made to fit. */
export interface StableHead { readonly head: readonly HeadSection[]; /** The head as the model reads it. */ readonly text: string; readonly tools: Offered }
type Offered = readonly ModelRequest['tools'][number][]

export async function nextRequest(parts: Parts, sessionId: number, branch: Branch): Promise<NextRequest> {
  return { ...(await stableHead(parts, parts.store.row(sessionId))), ...shownOf(parts, sessionId, branch) }
}

/** The branch as the model sees it now, the results of each reply cut to fit together. */
export const shownOf = (parts: Parts, sessionId: number, branch: Branch): Shown => viewOf(branch, (results) => parts.pipeline().fitReply(sessionId, results))

/** The head and the tools; reads the author's files and the index of memory. */
export async function stableHead(parts: Parts, session: SessionRow): Promise<StableHead> {
  const profile = parts.profiles.get(session.profileKey)
  const tools = offered(parts.pipeline().definitions(session.profileKey, session.role, session.id))
  const names = new Set(tools.map((tool) => tool.name))
  const memory = names.has('memory_read') ? await parts.memory?.index() ?? [] : []
  const head = headSections({ profile, initial: JSON.parse(session.initial) as Record<string, unknown>, output: outputSchemaOf(profile, session.initial), project: parts.project, locale: parts.locale(), models: parts.models.visible(), tools: names, memory, skills: parts.skills?.(profile) ?? '', workflows: parts.workflows?.() ?? [] })
  return { head, text: headText(head), tools }
}

const offers = new WeakMap<readonly Definition[], Offered>()

/** As requests carry them; the same for the same definitions. */
function offered(definitions: readonly Definition[]): Offered {
  const tools = offers.get(definitions) ?? definitions.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  offers.set(definitions, tools)
  return tools
}

/** The request itself. */
export function toRequest(parts: Parts, sessionId: number, branch: Branch, { text, tools, messages }: NextRequest, model: string): ModelRequest {
  const session = parts.store.row(sessionId)
  const profile = parts.profiles.get(session.profileKey)
  const spec = parts.models.spec(model)
  const since = sinceUser(branch.entries)
  const system: readonly ModelMessage[] = [{ role: 'system', text }]
  return {
    messages: system.concat(messages), tools: [...tools], maxOutput: spec.maxOutput,
    ...(profile.temperature === undefined ? {} : { temperature: profile.temperature }), ...(profile.thinking === undefined || spec.reasoning === 'none' ? {} : { thinking: profile.thinking }),
    hint: { profileKey: session.profileKey, sessionId, entryId: since.entryId, userText: since.text, assistantSteps: since.assistantSteps, granted: tools.map((tool) => tool.name), locale: parts.locale(), workMode: session.workMode, approved: since.callIds.some((id) => wasApproved(parts.project, sessionId, id)), output: session.schema === null ? outputSchemaOf(profile, session.initial) : (JSON.parse(session.schema) as unknown) },
  }
}

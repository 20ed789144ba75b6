import type { ModelMessage, ModelRequest } from '../models/types'
import type { Branch } from './context/branch-cache'
import { headSections, headText, type HeadSection } from './context/head'
import { viewOf, type Piece } from './context/view'
import { outputSchemaOf } from './contracts'
import { sinceUser } from './conversation'
import type { Parts } from './parts'

/** The next request of a session in its parts: the stable head, the tools, the branch as the model may see it (04 §6). */
export interface NextRequest extends StableHead { readonly pieces: readonly Piece[] }
/** What stays while a request is made to fit. */
export interface StableHead { readonly head: readonly HeadSection[]; readonly tools: ModelRequest['tools'] }

export async function nextRequest(parts: Parts, sessionId: number, branch: Branch): Promise<NextRequest> {
  return { ...(await stableHead(parts, sessionId)), pieces: branchPieces(parts, sessionId, branch) }
}

/** The branch as the model sees it now, the results of each reply cut to fit together. */
export const branchPieces = (parts: Parts, sessionId: number, branch: Branch): Piece[] => viewOf(branch, (results) => parts.pipeline().fitReply(sessionId, results))

/** The head and the tools; reads the author's files and the index of memory. */
export async function stableHead(parts: Parts, sessionId: number): Promise<StableHead> {
  const session = parts.store.row(sessionId)
  const profile = parts.profiles.get(session.profileKey)
  const tools = parts.pipeline().definitions(session.profileKey, session.role, sessionId).map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  const names = new Set(tools.map((tool) => tool.name))
  const memory = names.has('memory_read') ? await parts.memory?.index() ?? [] : []
  const head = headSections({ profile, initial: JSON.parse(session.initial) as Record<string, unknown>, output: outputSchemaOf(profile, session.initial), project: parts.project, locale: parts.locale(), models: parts.models.visible(), tools: names, memory, skills: parts.skills?.(profile) ?? '', workflows: parts.workflows?.() ?? [] })
  return { head, tools }
}

/** The request itself. */
export function toRequest(parts: Parts, sessionId: number, branch: Branch, { head, tools, pieces }: NextRequest, model: string): ModelRequest {
  const session = parts.store.get(sessionId)
  const row = parts.store.row(sessionId)
  const profile = parts.profiles.get(session.profileKey)
  const spec = parts.models.spec(model)
  const since = sinceUser(branch.entries)
  const messages: ModelMessage[] = [{ role: 'system', text: headText(head) }, ...pieces.map((piece) => piece.message)]
  return {
    messages, tools: [...tools], maxOutput: spec.maxOutput,
    ...(profile.temperature === undefined ? {} : { temperature: profile.temperature }), ...(profile.thinking === undefined || spec.reasoning === 'none' ? {} : { thinking: profile.thinking }),
    hint: { profileKey: session.profileKey, sessionId, entryId: since.entryId, userText: since.text, assistantSteps: since.assistantSteps, granted: tools.map((tool) => tool.name), locale: parts.locale(), workMode: session.workMode, output: row.schema === null ? outputSchemaOf(profile, row.initial) : (JSON.parse(row.schema) as unknown) },
  }
}

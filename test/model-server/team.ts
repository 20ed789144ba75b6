import { join } from 'node:path'
import type { ToolResult } from '@shared/tool-result'
import { messageOf } from '../../src/core/agents/conversation'
import { loadProfiles } from '../../src/core/agents/profiles'
import type { ModelEvent } from '../../src/core/models/types'
import { openBench, type Bench } from '../tools/bench'
import type { Script } from './agent-bench'
import { byProfile } from './reply-by-session'

const open: Bench[] = []
/** Closes what a test opened. */
export async function closeTeams(): Promise<void> { for (const bench of open.splice(0)) await bench.close() }

/** The built-in profiles, the real pipeline, tools and loop; only the model's words are given. */
export async function openTeam(scripts: Record<string, (ModelEvent[] | Script)[]>) {
  const resourcesDir = join(process.cwd(), 'resources')
  const profiles = loadProfiles({ resourcesDir, home: '/nonexistent', projectDir: '/nonexistent', trusted: false, enabledHashes: [] })
  const model = byProfile(scripts)
  const made = await openBench([], profiles, model)
  open.push(made)
  const root = made.agents.create({ profileKey: 'leader.default' }).id
  return { ...made, model, root }
}
export type Team = Awaited<ReturnType<typeof openTeam>>
export const lines = ({ agents }: Team, id: number): string[] => agents.entries(id, { limit: 500 }).entries.flatMap((entry) => {
  const message = messageOf(entry)
  if (message === null) return []
  return [message.role === 'toolResult' ? `${message.tool} ${message.result.code ?? message.result.status}` : `${message.role}: ${message.text}`]
})
export const results = ({ agents }: Team, id: number, tool: string): ToolResult[] => agents.entries(id, { limit: 500 }).entries.flatMap((entry) => { const message = messageOf(entry); return message?.role === 'toolResult' && message.tool === tool ? [message.result] : [] })
export const talk = async (set: Team, text: string, id = set.root) => { await set.agents.send(id, text, 'prompt'); await set.agents.whenQuiet(id) }
export const until = async (test: () => boolean) => { for (let n = 0; !test(); n++) { if (n > 3_000) throw new Error('waited too long'); await new Promise((resolve) => { setTimeout(resolve, 5) }) } }
/** A script that waits until it is let go. */
export function held(then: ModelEvent[]): { script: Script; go(): void } {
  let go = (): void => undefined
  const gate = new Promise<void>((resolve) => { go = resolve })
  return { go: () => go(), script: async function* (_request, _n, signal) { await Promise.race([gate, new Promise<void>((resolve) => { signal.addEventListener('abort', () => resolve(), { once: true }) })]); if (!signal.aborted) yield* then } }
}
export const create = async (set: Team, profileKey: string, initial?: object, parent = set.root): Promise<number> => {
  const made = await set.call(parent, 'create_agent', { profileKey, ...(initial === undefined ? {} : { initial }) })
  return Number(made.details['sessionId'])
}

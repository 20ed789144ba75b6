import type { Profiles } from '../agents/types'
import { coversServer } from '../tools/grants'
import type { JsonSchema } from '../tools/json-schema'
import type { Registered } from '../tools/registry'
import type { Caller, Pipeline } from '../tools/types'

/** A tool that a model is not shown before it looks for it (07 §8.2). */
export interface DeferredTool { readonly name: string; readonly raw: string; readonly description: string; readonly inputSchema: JsonSchema }

export interface DeferredTools {
  /** All for an empty query; the one of that exact name; else the best five. */
  search(profileKey: string, query: string): readonly DeferredTool[]
  /** What a name that McpCall was given stands for, to this caller. */
  standing(name: string, caller: Pick<Caller, 'profileKey' | 'role' | 'sessionId'>): 'advertised' | 'deferred' | 'unknown'
}

declare module '../tools/types' {
  interface ToolServices { deferred: DeferredTools }
}

interface Parts { readonly profiles: Profiles; list(): readonly Registered[]; rawOf(name: string): string; /** Asked for at the first use. */ pipeline(): Pick<Pipeline, 'definitions'> }

const most = 5

export function createDeferred({ profiles, list, rawOf, pipeline }: Parts): DeferredTools {
  const covered = (profileKey: string): DeferredTool[] => {
    const { mcp } = profiles.get(profileKey)
    return list().filter(({ tool, pack }) => tool.deferred === true && coversServer(mcp, pack.slice('mcp:'.length)))
      .map(({ tool, inputSchema }) => ({ name: tool.name, raw: rawOf(tool.name), description: tool.description, inputSchema }))
  }
  return {
    search: (profileKey, query) => {
      const all = covered(profileKey)
      return query === '' ? all : searchTools(all, query)
    },
    standing: (name, { profileKey, role, sessionId }) => {
      if (covered(profileKey).some((tool) => tool.name === name)) return 'deferred'
      return pipeline().definitions(profileKey, role, sessionId).some((tool) => tool.name === name) ? 'advertised' : 'unknown'
    },
  }
}

/** An exact name wins; else the number of the query's words that name or description hold, ties by name. */
export function searchTools(all: readonly DeferredTool[], query: string): DeferredTool[] {
  const exact = all.find((tool) => tool.name === query) ?? all.find((tool) => tool.raw === query)
  if (exact !== undefined) return [exact]
  const wanted = wordsOf(query)
  return all.map((tool) => ({ tool, score: scoreOf(tool, wanted) })).filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1)).slice(0, most).map(({ tool }) => tool)
}

interface Wanted { readonly words: ReadonlySet<string>; readonly runs: readonly string[] }

/** Words of letters and digits, and runs of two and more ideographs, of which any two neighbours count. */
function wordsOf(query: string): Wanted {
  const runs = (query.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}/gu) ?? []).flatMap((run) => {
    const points = [...run]
    return points.slice(1).map((point, at) => `${points[at] ?? ''}${point}`)
  })
  return { words: new Set(query.toLowerCase().match(/[a-z0-9]+/g) ?? []), runs: [...new Set(runs)] }
}

function scoreOf({ name, description }: DeferredTool, { words, runs }: Wanted): number {
  const text = `${name} ${description}`
  const own = new Set(text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
  return [...words].filter((word) => own.has(word)).length + runs.filter((run) => text.includes(run)).length
}

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { toModelSchema } from '../../json-schema'
import { staticProblems } from '../../static-checks'
import type { AnyTool } from '../../define-tool'
import { nbookTools } from './index'

const names = [
  'get_story_tree', 'get_story_thread', 'get_story_scene_context', 'get_scene_world_context', 'get_story_chapter', 'get_chapter_writer_brief', 'get_story_promise', 'get_story_decision',
  'save_story_act', 'save_story_chapter', 'save_story_thread', 'save_story_scene', 'save_story_promise', 'save_promise_beat', 'save_story_decision',
]
const tools: AnyTool[] = names.flatMap((name) => nbookTools.filter((tool) => tool.name === name))
const tokens = (tool: AnyTool): number => countTokens(JSON.stringify({ name: tool.name, description: tool.description, inputSchema: toModelSchema(tool.input) }))

interface Node { properties?: Record<string, Node & { description?: string }>; items?: Node; anyOf?: Node[] }
/** Every parameter's description, at any depth. */
const described = (node: Node): [string, string][] => [
  ...Object.entries(node.properties ?? {}).flatMap(([key, value]): [string, string][] => [[key, value.description ?? ''], ...described(value)]),
  ...(node.items ? described(node.items) : []), ...(node.anyOf ?? []).flatMap(described),
]

describe('definitions of the 15 story tools (02 §14)', () => {
  it('are all there', () => { expect(tools.map((tool) => tool.name)).toEqual(names) })

  it.each(tools.map((tool) => [tool.name, tool] as const))('%s is well formed and within its tokens', (name, tool) => {
    expect(staticProblems(tool, toModelSchema(tool.input))).toEqual([])
    expect(tokens(tool)).toBeLessThanOrEqual(name === 'save_story_decision' ? 1_200 : 700)
  })

  it('take 6,000 tokens together at most', () => {
    const table = tools.map((tool) => [tokens(tool), tool.name] as const)
    process.stderr.write(`${table.map(([n, name]) => `${String(n).padStart(6)}  ${name}`).join('\n')}\n`)
    expect(table.reduce((sum, [n]) => sum + n, 0)).toBeLessThanOrEqual(6_000)
  })

  it('describe each field in at most eight words', () => {
    const long = tools.flatMap((tool) => described(toModelSchema(tool.input) as Node).filter(([, text]) => text.split(/\s+/u).length > 8).map(([key]) => `${tool.name}.${key}`))
    expect(long).toEqual([])
  })
})

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { eraseTool, type AnyTool } from '../../define-tool'
import { toModelSchema } from '../../json-schema'
import { staticProblems } from '../../static-checks'
import { getStoryChapter } from './get-story-chapter'
import { getStoryThread } from './get-story-thread'
import { getStoryTree } from './get-story-tree'
import { saveStoryAct } from './save-story-act'
import { saveStoryChapter } from './save-story-chapter'
import { saveStoryScene } from './save-story-scene'
import { saveStoryThread } from './save-story-thread'

const tools: AnyTool[] = [
  eraseTool(getStoryTree), eraseTool(getStoryThread), eraseTool(getStoryChapter), eraseTool(saveStoryAct), eraseTool(saveStoryChapter), eraseTool(saveStoryThread),
  eraseTool(saveStoryScene),
]
const tokens = (tool: AnyTool): number => countTokens(JSON.stringify({ name: tool.name, description: tool.description, inputSchema: toModelSchema(tool.input) }))

describe('definitions of the story tools', () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))('%s is well formed and within 700 tokens', (_name, tool) => {
    expect(staticProblems(tool, toModelSchema(tool.input))).toEqual([])
    expect(tokens(tool)).toBeLessThanOrEqual(700)
  })

  it('leaves the eight other plot tools their part of 6,000 tokens', () => {
    expect(tools.reduce((sum, tool) => sum + tokens(tool), 0)).toBeLessThanOrEqual(3_000)
  })
})

import type { ToolResult } from '@shared/tool-result'
import type { ProjectRuntime } from '../app/types'
import { asWord } from './as-word'
import { tell } from './broken-files'
import type { Io } from './io'

/** What the author can do about a refusal for want of trust or approval: the text of the result speaks to a model, which can do nothing (05 §4). */
export function tellAuthorAct(io: Io, { project }: ProjectRuntime, { tool, code, content }: ToolResult): void {
  const act = actOf(tool, code, content)
  if (act !== null) tell(io, `You can allow it, if you trust what it does: wenqu human trust ${act}--project ${asWord(project.dir)}`)
}

function actOf(tool: string, code: string | null, content: string): string | null {
  if (code === 'TOOL_NOT_APPROVED') return tool.startsWith('mcp__') ? `--mcp ${tool.split('__')[1] ?? 'ALIAS'} ` : `--tool ${tool} `
  return code === 'TOOL_NOT_GRANTED' && content.includes('the project is not trusted') ? '' : null
}

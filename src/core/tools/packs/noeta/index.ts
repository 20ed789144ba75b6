import { eraseTool, type AnyTool } from '../../define-tool'
import { askUserQuestion } from './ask-user-question'
import { judgedBash } from './bash'
import { bashOutput } from './bash-output'
import { browserClick } from './browser-click'
import { browserExtract } from './browser-extract'
import { browserNavigate } from './browser-navigate'
import { browserScreenshot } from './browser-screenshot'
import { browserType } from './browser-type'
import { editFile } from './edit'
import { globFiles } from './glob'
import { grepFiles } from './grep'
import { killShell } from './kill-shell'
import { mcpCall } from './mcp-call'
import { memoryArchive } from './memory-archive'
import { memoryRead } from './memory-read'
import { memorySearch } from './memory-search'
import { memoryWrite } from './memory-write'
import { openApp } from './open-app'
import { readFileTool } from './read'
import { recallHistory } from './recall-history'
import { runSkillScript } from './run-skill-script'
import { useSkill } from './skill'
import { structuredOutput } from './structured-output'
import { task } from './task'
import { todoWrite } from './todo-write'
import { toolSearch } from './tool-search'
import { webFetch } from './web-fetch'
import { webSearch } from './web-search'
import { writeFile } from './write'

/** Every tool of pack `noeta`; the registry orders them by name. */
export const noetaTools: readonly AnyTool[] = [
  eraseTool(askUserQuestion),
  eraseTool(bashOutput),
  eraseTool(browserClick),
  eraseTool(browserExtract),
  eraseTool(browserNavigate),
  eraseTool(browserScreenshot),
  eraseTool(browserType),
  eraseTool(editFile),
  eraseTool(globFiles),
  eraseTool(grepFiles),
  eraseTool(judgedBash),
  eraseTool(killShell),
  eraseTool(mcpCall),
  eraseTool(memoryArchive),
  eraseTool(memoryRead),
  eraseTool(memorySearch),
  eraseTool(memoryWrite),
  eraseTool(openApp),
  eraseTool(readFileTool),
  eraseTool(recallHistory),
  eraseTool(structuredOutput),
  eraseTool(task),
  eraseTool(todoWrite),
  eraseTool(toolSearch),
  eraseTool(webFetch),
  eraseTool(webSearch),
  eraseTool(writeFile),
  eraseTool(runSkillScript),
  eraseTool(useSkill),
]

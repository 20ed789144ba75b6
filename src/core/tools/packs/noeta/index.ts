import { eraseTool, type AnyTool } from '../../define-tool'
import { editFile } from './edit'
import { globFiles } from './glob'
import { grepFiles } from './grep'
import { readFileTool } from './read'
import { writeFile } from './write'

/** Every tool of pack `noeta`; the registry orders them by name. */
export const noetaTools: readonly AnyTool[] = [eraseTool(editFile), eraseTool(globFiles), eraseTool(grepFiles), eraseTool(readFileTool), eraseTool(writeFile)]

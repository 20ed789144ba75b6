import { eraseTool, type AnyTool } from '../../define-tool'
import { editFile } from './edit'
import { readFileTool } from './read'
import { writeFile } from './write'

/** Every tool of pack `noeta`; the registry orders them by name. */
export const noetaTools: readonly AnyTool[] = [eraseTool(editFile), eraseTool(readFileTool), eraseTool(writeFile)]

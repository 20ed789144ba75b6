import { eraseTool, type AnyTool } from '../../define-tool'
import { mail } from './mail'
import { nodeReport } from './node-report'
import { pop } from './pop'
import { schedule } from './schedule'

/** Every tool of pack `neb`, granted by name only (04 §1.1); the registry orders them. */
export const nebTools: readonly AnyTool[] = [eraseTool(mail), eraseTool(nodeReport), eraseTool(pop), eraseTool(schedule)]

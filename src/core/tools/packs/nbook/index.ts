import { eraseTool, type AnyTool } from '../../define-tool'
import { edit } from './edit'
import { executeSql } from './execute-sql'
import { getStoryChapter } from './get-story-chapter'
import { getStoryThread } from './get-story-thread'
import { getStoryTree } from './get-story-tree'
import { read } from './read'
import { reportResult } from './report-result'
import { requestUserInput } from './request-user-input'
import { saveStoryAct } from './save-story-act'
import { saveStoryChapter } from './save-story-chapter'
import { saveStoryScene } from './save-story-scene'
import { saveStoryThread } from './save-story-thread'
import { switchMode } from './switch-mode'
import { taskCreate } from './task-create'
import { taskSetStatus } from './task-set-status'
import { write } from './write'

/** Every tool of pack `nbook`; the registry orders them by name. */
export const nbookTools: readonly AnyTool[] = [
  eraseTool(edit), eraseTool(executeSql), eraseTool(getStoryChapter), eraseTool(getStoryThread), eraseTool(getStoryTree), eraseTool(read), eraseTool(reportResult), eraseTool(requestUserInput),
  eraseTool(saveStoryAct), eraseTool(saveStoryChapter), eraseTool(saveStoryScene), eraseTool(saveStoryThread), eraseTool(switchMode), eraseTool(taskCreate), eraseTool(taskSetStatus), eraseTool(write),
]

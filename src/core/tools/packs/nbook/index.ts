import { eraseTool, type AnyTool } from '../../define-tool'
import { applyPatch } from './apply-patch'
import { bash } from './bash'
import { cancelJob } from './cancel-job'
import { createAgent } from './create-agent'
import { detachAgent } from './detach-agent'
import { edit } from './edit'
import { executeSql } from './execute-sql'
import { executeWorld } from './execute-world'
import { getAgent } from './get-agent'
import { getAgentProfile } from './get-agent-profile'
import { getChapterWriterBrief } from './get-chapter-writer-brief'
import { getJob } from './get-job'
import { getSceneWorldContext } from './get-scene-world-context'
import { getSession } from './get-session'
import { getStoryChapter } from './get-story-chapter'
import { getStoryDecision } from './get-story-decision'
import { getStoryPromise } from './get-story-promise'
import { getStorySceneContext } from './get-story-scene-context'
import { getStoryThread } from './get-story-thread'
import { getStoryTree } from './get-story-tree'
import { invokeAgent } from './invoke-agent'
import { listJobs } from './list-jobs'
import { listWorkflows } from './list-workflows'
import { read } from './read'
import { reportResult } from './report-result'
import { requestUserInput } from './request-user-input'
import { runWorkflow } from './run-workflow'
import { savePromiseBeat } from './save-promise-beat'
import { saveStoryAct } from './save-story-act'
import { saveStoryChapter } from './save-story-chapter'
import { saveStoryDecision } from './save-story-decision'
import { saveStoryPromise } from './save-story-promise'
import { saveStoryScene } from './save-story-scene'
import { saveStoryThread } from './save-story-thread'
import { subjectEventAppend } from './subject-event-append'
import { subjectMemoryUpdate } from './subject-memory-update'
import { subjectRagSearch } from './subject-rag-search'
import { switchMode } from './switch-mode'
import { taskCreate } from './task-create'
import { taskSetStatus } from './task-set-status'
import { webFetchPage } from './web-fetch'
import { webSearchPage } from './web-search'
import { novelRankings } from './novel-rankings'
import { novelBookDetail } from './novel-book-detail'
import { write } from './write'

/** Every tool of pack `nbook`; the registry orders them by name. */
export const nbookTools: readonly AnyTool[] = [
  eraseTool(applyPatch),
  eraseTool(bash),
  eraseTool(cancelJob),
  eraseTool(createAgent),
  eraseTool(detachAgent),
  eraseTool(edit),
  eraseTool(executeSql),
  eraseTool(executeWorld),
  eraseTool(getAgent),
  eraseTool(getAgentProfile),
  eraseTool(getChapterWriterBrief),
  eraseTool(getJob),
  eraseTool(getSceneWorldContext),
  eraseTool(getSession),
  eraseTool(getStoryChapter),
  eraseTool(getStoryDecision),
  eraseTool(getStoryPromise),
  eraseTool(getStorySceneContext),
  eraseTool(getStoryThread),
  eraseTool(getStoryTree),
  eraseTool(invokeAgent),
  eraseTool(listJobs),
  eraseTool(listWorkflows),
  eraseTool(novelBookDetail),
  eraseTool(novelRankings),
  eraseTool(read),
  eraseTool(reportResult),
  eraseTool(requestUserInput),
  eraseTool(runWorkflow),
  eraseTool(savePromiseBeat),
  eraseTool(saveStoryAct),
  eraseTool(saveStoryChapter),
  eraseTool(saveStoryDecision),
  eraseTool(saveStoryPromise),
  eraseTool(saveStoryScene),
  eraseTool(saveStoryThread),
  eraseTool(subjectEventAppend),
  eraseTool(subjectMemoryUpdate),
  eraseTool(subjectRagSearch),
  eraseTool(switchMode),
  eraseTool(taskCreate),
  eraseTool(taskSetStatus),
  eraseTool(webFetchPage),
  eraseTool(webSearchPage),
  eraseTool(write),
]

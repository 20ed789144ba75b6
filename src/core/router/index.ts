import { approvalsHandlers } from './approvals-handlers'
import { eventsHandlers } from './events-handlers'
import { exportHandlers } from './export-handlers'
import { filesHandlers } from './files-handlers'
import { importHandlers } from './import-handlers'
import { inboxHandlers } from './inbox-handlers'
import { jobsHandlers } from './jobs-handlers'
import { mcpHandlers } from './mcp-handlers'
import { modelsHandlers } from './models-handlers'
import { profilesHandlers } from './profiles-handlers'
import { projectsHandlers } from './projects-handlers'
import type { CoreHandlers } from './router'
import { sessionsHandlers } from './sessions-handlers'
import { storyHandlers } from './story-handlers'
import { toolsHandlers } from './tools-handlers'
import { trustHandlers } from './trust-handlers'
import { trashHandlers } from './trash-handlers'
import { webHandlers } from './web-handlers'
import { workflowsHandlers } from './workflows-handlers'
import { worldHandlers } from './world-handlers'

/** The answers of core, all of them: a missing one does not compile. */
export const coreHandlers: CoreHandlers = {
  ...projectsHandlers, ...storyHandlers, ...filesHandlers, ...trashHandlers, ...sessionsHandlers, ...approvalsHandlers, ...worldHandlers, ...modelsHandlers, ...importHandlers, ...exportHandlers, ...inboxHandlers, ...jobsHandlers, ...workflowsHandlers, ...eventsHandlers,
  ...toolsHandlers, ...trustHandlers, ...profilesHandlers, ...webHandlers, ...mcpHandlers,
}

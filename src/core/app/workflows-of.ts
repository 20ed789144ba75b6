import type { AgentService, Profiles } from '../agents/types'
import type { JobService } from '../jobs/types'
import type { ModelPort } from '../models/types'
import { resourcesDir } from '../project/resources'
import type { OpenedProject } from '../project/types'
import type { SandboxHost } from '../sandbox/types'
import type { StoryService } from '../story/types'
import type { Pipeline } from '../tools/types'
import type { WorkflowService } from '../workflows/types'
import { createWorkflowService } from '../workflows/workflow-service'
import { createWorkflowShelf } from '../workflows/workflow-shelf'
import { createWorkspace } from '../workflows/workspace'
import { reportDefect } from './defect-log'

export interface WorkflowParts {
  project: OpenedProject; sandbox: SandboxHost; jobs: JobService; profiles: Profiles; models: Pick<ModelPort, 'callable'>; story: StoryService
  /** Asked for at the first use: both are made afterwards. */
  agents(): AgentService
  pipeline(): Pipeline
  projectModel(): string | null
}

/** The workflows of one opened project (04 §12). */
export function workflowsOf({ project, sandbox, jobs, profiles, models, story, agents, pipeline, projectModel }: WorkflowParts): WorkflowService {
  const shelf = createWorkflowShelf({ resources: resourcesDir(), home: project.env.home, projectDir: project.dir, trusted: () => project.trusted(), sandbox, locale: () => project.manifest().locale })
  const known = project.sessionsDb.prepare<[number], { id: number }>('SELECT id FROM Session WHERE id = ?')
  return createWorkflowService({
    project, shelf, sandbox, jobs,
    helpers: () => agents().helpers, agents: () => agents().linked,
    session: (id) => (known.get(id) === undefined ? null : agents().get(id)),
    workspace: createWorkspace({ pipeline, session: (id) => agents().get(id), prose: () => story.prose() }),
    models: () => models.callable(projectModel()),
    usage: (ids) => agents().helpers.usage(ids),
    quiet: (id) => agents().whenQuiet(id),
    packOf: (key) => profiles.get(key).pack,
    defect: (error) => reportDefect(project.env.home, 'workflow', error),
  })
}

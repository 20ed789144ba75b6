import type { Handlers } from '@shared/procedures'
import type { workflowProcedures } from '@shared/procedures/workflows'
import type { ProjectRuntime, RequestContext } from '../app/types'
import { languageOf } from './language-of'

/** Workflows as the window starts, shows and answers them (04 §12, 09 §9). */
export const workflowsHandlers: Handlers<keyof typeof workflowProcedures, RequestContext> = {
  'workflows.list': async ({ project, lang }, context) => {
    const runtime = context.core.get(project)
    return { workflows: await runtime.workflows.list(languageOf(context, runtime, lang)), models: runtime.workflows.models() }
  },
  'workflows.run': async ({ project, workflowKey, args, model, sessionId, lang }, context) => {
    const runtime = context.core.get(project)
    const plan = await runtime.workflows.prepare({ workflowKey, args, model, surface: 'nbook', lang: languageOf(context, runtime, lang) })
    // Without a session of the author's the run has one of its own, and nobody is told but the Jobs panel.
    return runtime.workflows.start(plan, { ownerId: sessionId ?? ownerFor(runtime, plan.workflow.title), wait: false, tell: sessionId !== undefined })
  },
  'workflows.state': ({ project, jobId }, { core }) => core.get(project).workflows.state(jobId),
  'workflows.answer': ({ project, jobId, answers }, { core }) => ({ job: core.get(project).workflows.answer(jobId, answers) }),
  'workflows.resume': ({ project, jobId }, { core }) => ({ job: core.get(project).workflows.resume(jobId) }),
}

const ownerFor = ({ agents }: ProjectRuntime, title: string): number => agents.create({ profileKey: 'leader.default', kind: 'workflow', title }).id

import type { AgentService } from '../../src/core/agents/types'
import type { JobService } from '../../src/core/jobs/types'

/** Resolves when no session runs and every job that is over has been told. */
export async function allQuiet(agents: AgentService, jobs: JobService): Promise<void> {
  for (;;) {
    await Promise.all(agents.list().map((session) => agents.whenQuiet(session.id)))
    const busy = agents.list().some((session) => session.status === 'running')
    const untold = jobs.list().some((job) => job.status === 'running' || job.deliveryStatus === 'pending')
    if (!busy && !untold) return
    await new Promise((resolve) => { setTimeout(resolve, 5) })
  }
}

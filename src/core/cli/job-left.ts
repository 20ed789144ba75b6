import type { ToolResult } from '@shared/tool-result'
import type { ProjectRuntime } from '../app/types'
import { tell } from './broken-files'
import type { Io } from './io'

/** Says that what a call left running in the background ends with this process; a workflow is waited for (`withCore`). */
export function tellJobLeft(io: Io, { jobs }: ProjectRuntime, { details }: ToolResult): void {
  const job = jobs.list().find(({ id }) => id === details['jobId'])
  if (job?.status === 'running' && job.kind !== 'workflow') tell(io, `${String(details['shellId'] ?? job.id)} ends with this command; "wenqu batch" keeps it while it runs, and the window as long as it is open.`)
}

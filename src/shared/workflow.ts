import { z } from 'zod'
import { JobAsk, JobStatus, JobTitles } from './job'
import { Usage } from './session'

/** Where a workflow was found; `script`: given with the call itself. */
export const WorkflowSource = z.enum(['product', 'global', 'project', 'script'])
export type WorkflowSource = z.infer<typeof WorkflowSource>

export const WorkflowArgHint = z.object({ name: z.string(), label: z.string(), defaultValue: z.unknown(), /** What is chosen from instead of typed: a chapter of the story, by its id. */ pick: z.enum(['chapter']).optional() })
export const WorkflowPhase = z.object({ key: z.string(), title: z.string(), /** Given in both languages; the window shows its own. */ titles: JobTitles.optional() })
export type WorkflowArgHint = z.infer<typeof WorkflowArgHint>
export type WorkflowPhase = z.infer<typeof WorkflowPhase>

/** A workflow that can be started (04 §12), its texts in the language of the novel. `problem`: why it cannot be started. */
export const WorkflowInfo = z.object({
  key: z.string(), title: z.string(), description: z.string(), whenToUse: z.string(), source: WorkflowSource,
  argsHint: z.array(WorkflowArgHint), phases: z.array(WorkflowPhase), script: z.string(), problem: z.object({ code: z.string(), message: z.string(), line: z.number().nullable() }).nullable(),
})
export type WorkflowInfo = z.infer<typeof WorkflowInfo>

/** `stopped`: at work when its run was stopped or the app ended; `unneeded`, `unreached`: never begun when its run came to its end, or did not. */
export const StepState = z.enum(['waiting', 'active', 'done', 'failed', 'stopped', 'unneeded', 'unreached'])
export type StepState = z.infer<typeof StepState>

/** A box of the chart. `branch`: which of several parallel lines of work drew it; `sessionId`: who works there, when somebody does. */
export const ChartNode = z.object({ id: z.string(), label: z.string(), state: StepState, branch: z.string(), sessionId: z.number().nullable() })
export type ChartNode = z.infer<typeof ChartNode>
export const ChartEdge = z.object({ from: z.string(), to: z.string(), label: z.string() })
export type ChartEdge = z.infer<typeof ChartEdge>

/** A run as its journal tells it: true now and after every restart. */
export const WorkflowState = z.object({
  jobId: z.string(), runId: z.string(), workflowKey: z.string().nullable(), title: z.string(), source: WorkflowSource, ownerId: z.number(),
  status: JobStatus, stage: z.string().nullable(), error: z.string().nullable(), /** It was interrupted and can go on from what its journal holds. */ resumable: z.boolean(),
  script: z.string(), args: z.unknown(), model: z.string().nullable(),
  phases: z.array(WorkflowPhase.extend({ state: StepState })),
  chart: z.object({ nodes: z.array(ChartNode), edges: z.array(ChartEdge) }), mermaid: z.string(),
  log: z.array(z.object({ at: z.string(), text: z.string() })),
  /** Rows of the journal; `chartNodes` is how many boxes it holds. */
  activities: z.object({ done: z.number(), open: z.number(), failed: z.number(), limit: z.number(), chartNodes: z.number() }),
  /** What waits for the author. Own questions (select, text, approve) are answered by `workflows.answer`; `approval` and `pause` in their session. */
  asks: z.array(JobAsk),
  /** The assistants that worked or work for it. */
  sessions: z.array(z.object({ id: z.number(), title: z.string(), profileKey: z.string(), status: z.string() })),
  usage: Usage,
})
export type WorkflowState = z.infer<typeof WorkflowState>

/** An answer to one ask: an option of `select`, words for `text`, yes or no for `approve`. */
export const WorkflowAnswer = z.union([z.string(), z.boolean()])
export type WorkflowAnswer = z.infer<typeof WorkflowAnswer>

import type { Job } from '@shared/job'
import type { Usage } from '@shared/session'
import type { WorkflowAnswer, WorkflowInfo, WorkflowState } from '@shared/workflow'
import type { Language, LoadedWorkflow } from './workflow-shelf'

/** What is going to be run: checked, nothing started. */
export interface RunPlan { workflow: LoadedWorkflow; surface: 'nbook' | 'noeta'; args: unknown; model: string | null }
export interface RunInput { workflowKey?: string | undefined; script?: string | undefined; args?: unknown; model?: string | undefined; surface: 'nbook' | 'noeta'; /** Of its name and steps, as the window that starts it shows them; the novel's else. */ lang?: Language }
/** `wait`: nobody may be asked, and nobody is told the end but the caller. */
export interface RunStart { ownerId: number; callId?: string; wait: boolean; /** False: the end is read in the Jobs panel, no session is told. */ tell?: boolean }

/** How a run ended, for a caller that waited. */
export interface RunEnd {
  runId: string; workflowKey: string | null; status: 'completed' | 'failed' | 'cancelled' | 'interrupted'; result: unknown; error: { code: string; message: string } | null
  pendingAsks: { id: string; kind: string; text: string }[]; sessions: number[]; usage: Usage; chartMermaid: string
}

/** Workflows of an opened project (04 §12). */
export interface WorkflowService {
  /** Keys that can be named now, sorted. */
  keys(): string[]
  /** In a language of the window's; the novel's else. */
  list(lang?: Language): Promise<WorkflowInfo[]>
  /** Models that may be named for a run. */
  models(): string[]
  /** The dialect of a profile's scripts. */
  surface(profileKey: string): 'nbook' | 'noeta'
  /** WORKFLOW_SOURCE, WORKFLOW_UNKNOWN, WORKFLOW_FORBIDDEN, WORKFLOW_SYNTAX, WORKFLOW_INVALID, MODEL_NOT_VISIBLE. */
  prepare(input: RunInput): Promise<RunPlan>
  /** JOB_LIMIT. */
  start(plan: RunPlan, how: RunStart): { jobId: string; runId: string }
  /** Resolves when the run of a job is over in this process. A stop of the caller stops it. */
  wait(jobId: string, signal: AbortSignal): Promise<RunEnd>
  /** JOB_UNKNOWN, WORKFLOW_UNKNOWN. */
  state(jobId: string): WorkflowState
  /** Every answer is checked before one is stored. JOB_NOT_WAITING, ASK_UNKNOWN, ANSWER_INVALID. */
  answer(jobId: string, answers: Readonly<Record<string, WorkflowAnswer>>): Job
  /** An interrupted run goes on from what its journal holds. NOT_RESUMABLE. */
  resume(jobId: string): Job
  /** After a start: what only waits for the author is taken up; what was at work is interrupted. */
  recover(): void
  /** Resolves when no run works in this process: each is over or waits for the author. */
  still(): Promise<void>
  close(): Promise<void>
}

declare module '../tools/types' {
  interface ToolServices { workflows: WorkflowService }
}

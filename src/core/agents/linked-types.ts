import type { Session } from '@shared/session'
import type { Outcome } from './invocations'

export type { Outcome } from './invocations'
export type InvokeMode = 'prompt' | 'continue' | 'steer' | 'followup'
export interface InvokeInput { sessionId: number; mode?: InvokeMode | undefined; message?: string | undefined; input?: unknown; title?: string | undefined; model?: string | undefined; background?: boolean | undefined }
/** What is going to be asked of a session; checked, nothing done. */
export interface InvokePlan { childId: number; mode: InvokeMode; text: string | null; input: Record<string, unknown> | null; title: string | null; model: string | null; background: boolean }
export interface CreateInput { profileKey: string; initial?: unknown; title?: string | undefined; currentProjectRoot?: string | undefined }
export interface CreatePlan { profileKey: string; initial: Record<string, unknown>; title: string; currentProjectRoot: string }
export interface TaskInput { description: string; prompt: string; subagent_type: string; background?: boolean | undefined }

export interface ProfileInfo {
  profileKey: string; name: string; description: string; creationMode: 'public' | 'system_only'; createAgentAllowed: boolean; toolKeys: string[]
  initialSchema: unknown; payloadSchema: unknown; outputSchema: unknown
}
export interface AgentRow { sessionId: number; profileKey: string; title: string; status: Session['status']; detached: boolean; updatedAt: string }
export interface SessionInfo {
  metadata: { sessionId: number; profileKey: string; kind: Session['kind']; role: Session['role']; parentSessionId: number | null; depth: number; status: Session['status']; workMode: Session['workMode']; model: string | null; createdAt: string; updatedAt: string }
  activeLeafId: string | null; title: string; summary: string; usage: { input: number; cachedInput: number; output: number; cost: number | null }
  linkedAgents: AgentRow[]
  recentMessages?: { role: string; text: string; at: string }[]
}

/** Who asks: the session of the call, and how it is stopped. */
export interface Asker { sessionId: number; callId: string; signal: AbortSignal }

/** Other assistants as the tools reach them (04 §4). */
export interface LinkedAgents {
  /** PROFILE_UNKNOWN lists the keys. */
  profile(key: string): ProfileInfo
  /** PROFILE_SYSTEM_ONLY, INITIAL_INVALID, AGENT_ARCHIVED, AGENT_DEPTH, AGENT_LIMIT, PROJECT_NOT_OPEN. */
  prepareCreate(callerId: number, input: CreateInput): CreatePlan
  create(callerId: number, plan: CreatePlan): { sessionId: number; profileKey: string; title: string; parentSessionId: number; currentProjectRoot: string }
  rows(callerId: number, id?: number): AgentRow[]
  session(callerId: number, id: number, recent: { limit: number; roles: readonly string[] } | null): SessionInfo
  detach(callerId: number, id: number): 'detached' | 'already_detached' | 'not_linked'
  /** AGENT_SELF, AGENT_NOT_LINKED, AGENT_ARCHIVED, PAYLOAD_INVALID, MODEL_NOT_VISIBLE, and the table of 04 §3. */
  prepareInvoke(callerId: number, input: InvokeInput): InvokePlan
  /** Waits for the end. A stop of the caller stops the child. */
  invoke(asker: Asker, plan: InvokePlan): Promise<Outcome>
  /** Starts it and returns its job. */
  background(asker: Asker, plan: InvokePlan): string
  /** The profiles `Task` may start, sorted. */
  taskProfiles(): string[]
  /** PROFILE_UNKNOWN, AGENT_DEPTH, AGENT_LIMIT, JOB_LIMIT. */
  prepareTask(callerId: number, input: TaskInput): TaskInput
  task(asker: Asker, input: TaskInput): Promise<Outcome>
  backgroundTask(asker: Asker, input: TaskInput): { jobId: string; sessionId: number }
}

declare module '../tools/types' {
  interface ToolServices { agents: LinkedAgents }
}

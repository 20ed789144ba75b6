import type { Session, Usage } from '@shared/session'
import type { Outcome } from './invocations'
import type { Asker, InvokeInput } from './linked-types'

export interface HelperInput { profileKey: string; initial?: unknown; title?: string | undefined; tags?: string[] | undefined; model?: string | undefined; /** What it reports with structured_output. */ schema?: unknown }
/** Who asks for a workflow: its owner, the job, the activity's own call id. */
export interface WorkflowAsker extends Asker { jobId: string }
export interface Said { role: string; text: string; at: string }

/** Assistants that work for a workflow (04 §12): role helper, below the session that started it. */
export interface HelperAgents {
  /** PROFILE_UNKNOWN, PROFILE_SYSTEM_ONLY, INITIAL_INVALID, MODEL_NOT_VISIBLE, AGENT_LIMIT, AGENT_DEPTH. May run inside the caller's transaction. */
  create(ownerId: number, input: HelperInput): Session
  /** One that is there under this tag and may be used. */
  find(ownerId: number, profileKey: string, tag: string): Session | null
  /** AGENT_NOT_LINKED. */
  get(ownerId: number, id: number): Session
  /** How many more may be opened below the root of this session. */
  room(ownerId: number): number
  leaf(ownerId: number, id: number): string | null
  transcript(ownerId: number, id: number, limit: number): Said[]
  /** A message that is read with the next one. SESSION_BUSY. */
  append(ownerId: number, id: number, message: string): string
  /** ENTRY_UNKNOWN, SESSION_BUSY. */
  checkout(ownerId: number, id: number, leaf: string | null): void
  /** Asks and waits for the end. What was asked under the same call id before is not asked again: its outcome is given, or waited for. */
  invoke(asker: WorkflowAsker, input: InvokeInput): Promise<Outcome>
  /** Whether its work is a report with data: words alone are not what it was asked for. */
  mustReport(id: number): boolean
  /** It takes no further messages; a second time changes nothing. */
  archive(id: number): void
  /** What these used, with those below them. */
  usage(ids: readonly number[]): Usage
  /** What was asked under a call id and its later attempts waits for the author now. */
  waits(ownerId: number, callId: string): boolean
}

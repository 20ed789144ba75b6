import type { CallStage } from '@shared/session'
import type { Profiles } from '../agents/types'
import type { OpenedProject } from '../project/types'
import type { CallLog } from './call-log'
import type { ExternalTools } from './external-tools'
import type { LoopGuard } from './loop-guard'
import type { Pack, Registry, Tombstone } from './registry'
import type { SessionFacts } from './session-facts'
import type { Settled, ToolServices } from './types'
import type { ApprovalRows } from './approvals/rows'

/** What the pipeline of one opened project is made from; `src/core/app` fills it. */
export interface PipelineDeps {
  readonly project: OpenedProject
  readonly profiles: Profiles
  readonly packs: readonly Pack[]
  readonly services: Partial<ToolServices>
  /** Script tools (08 §7). */
  readonly external?: ExternalTools
  /** The project's settings as they stand now; `error` when the file cannot be read (SETTING_INVALID). */
  config(): { config: { approvals?: unknown }; error: string | null }
  /** Is the tool's capability there now, e.g. bash in a trusted project? All are, unless said. */
  mounted?(name: string): boolean
  /** Values that never reach a model: keys that are set. */
  secrets?(): readonly string[]
  /** Logs a defect and gives the reference the author and the model see (12). */
  defect?(where: string, error: unknown): string
  /** Was this call's change committed under its id before a crash (05 §6, 04 §10)? Beside files and story, which the pipeline knows. */
  committed?(tool: string, sessionId: number, callId: string): boolean
  /** Why a tool is outside the skills active in a session; null: it is not (05 §2 step 6). */
  outsideSkill?(sessionId: number, tool: string): string | null
  readonly tombstones?: readonly Tombstone[]
  /** False in a process that makes one call: the texts of the definitions are not checked again (10). */
  readonly checkTexts?: boolean
}

/** The parts the stages share. */
export interface Runtime {
  readonly deps: PipelineDeps
  readonly registry: Registry
  readonly sessions: SessionFacts
  readonly calls: CallLog
  readonly loop: LoopGuard
  readonly approvals: ApprovalRows
  /** Approved calls that run in this process, so that a stop of their session reaches them. */
  readonly executing: Set<Executing>
  /** What the calls that run in this process are at, by session and call. */
  readonly stages: Map<string, CallStage>
}

export interface Executing { readonly sessionId: number; readonly control: AbortController; /** The call's result, or null when the answer did not settle it. */ readonly done: Promise<Settled | null> }

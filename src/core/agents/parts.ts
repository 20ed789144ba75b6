import type { Budgets, Locale } from '@shared/settings'
import type { ApprovalPolicy, PermissionMode, WriteMode } from '@shared/tool-result'
import type { JobService } from '../jobs/types'
import type { MemoryService } from '../memory/memory-service'
import type { ModelPort } from '../models/types'
import type { Env, OpenedProject } from '../project/types'
import type { Pipeline } from '../tools/types'
import type { Invocations } from './invocations'
import type { Queue } from './queue'
import type { SessionStore } from './session-store'
import type { Profile, Profiles } from './types'
import type { UsageBook } from './usage'

/** Settings the agents read; a ProjectConfig fits. */
export interface AgentConfig {
  approvals: ApprovalPolicy
  models: { default: string | null }
  /** For small work of the app itself, such as titles. */
  small?: string | null
  /** Absent: no limits. */
  budgets?: Budgets | undefined
  agents?: { permissionMode?: PermissionMode | undefined; writeMode?: WriteMode | undefined } | undefined
}

export interface AgentDeps {
  project: OpenedProject
  profiles: Profiles
  pipeline: () => Pipeline
  jobs: () => JobService
  models: ModelPort
  /** What agents that may read memory are told of it (07 §4). */
  memory?: Pick<MemoryService, 'index' | 'recall'>
  config: () => AgentConfig
  locale: () => Locale
  env: Env
  /** The list of skills a profile is offered, as a prompt shows it; empty: none (07 §7). */
  skills?(profile: Profile): string
  /** Keys of the workflows that can be started. */
  workflows?(): readonly string[]
}

/** What the files of this folder share: the dependencies and the stores made from them. */
export interface Parts extends AgentDeps { store: SessionStore; queue: Queue; usage: UsageBook; /** Calls that wait for another session. */ readonly invocations: Invocations; /** Sessions that are being stopped: what their calls still give is kept, and no run goes on. */ readonly stopping: Set<number>; /** By session, the seq of the last message of the author that was looked up in memory. */ readonly recalledUpTo: Map<number, number> }

import type { Numbered, CoreEvent } from '@shared/events'
import type { Approval } from '@shared/approval'
import type { GlobalConfig, ProjectConfig, UiSettings } from '@shared/settings'
import type { ProfileShelf } from '../agents/profile-shelf'
import type { AgentService } from '../agents/types'
import type { Inbox } from '../inbox/types'
import type { JobService } from '../jobs/types'
import type { McpService } from '../mcp/mcp-service'
import type { Manuscript } from '../manuscript/types'
import type { EmbeddingPort } from '../models/embeddings'
import type { ModelPort } from '../models/types'
import type { Env, OpenedProject } from '../project/types'
import type { ScriptRunner } from '../scripts/run-script'
import type { Shelf } from '../scripts/shelf'
import type { SkillShelf } from '../skills/skill-shelf'
import type { StoryService } from '../story/types'
import type { SubjectService } from '../subjects/types'
import type { WebSearcher } from '../web/search/search-web'
import type { WriteRoots } from '../tools/write-roots'
import type { Pipeline } from '../tools/types'
import type { WorkflowService } from '../workflows/types'
import type { WorldService } from '../world/types'

/** `~/.wenqu/config.json`: last good values survive a broken file, which is named (G5). */
export interface SettingsStore {
  get(): { config: GlobalConfig; error: string | null }
  update(change: (config: GlobalConfig) => GlobalConfig): Promise<GlobalConfig>
  setUi(change: { [K in keyof UiSettings]?: UiSettings[K] | undefined }): Promise<UiSettings>
  onChange(listener: () => void): () => void
}

export interface EventHub {
  readonly epoch: string
  emit(project: string | null, event: CoreEvent): void
  seq(): number
  since(seq: number): { events: Numbered[]; gap: boolean }
  /** Batched ≤40 ms; deltas of one message are joined. */
  onBatch(listener: (events: Numbered[]) => void): () => void
}

export interface ApprovalStore { pending(): Approval[]; get(id: string): Approval }

/** One opened project with every capability wired. */
export interface ProjectRuntime {
  readonly project: OpenedProject
  readonly story: StoryService
  readonly world: WorldService
  readonly manuscript: Manuscript
  readonly profiles: ProfileShelf
  readonly pipeline: Pipeline
  readonly approvals: ApprovalStore
  /** What others changed and what dry runs proposed; the author's acts on it (06 §7). */
  readonly inbox: Inbox
  /** Folders outside that the author let a session write in (06 §1.1). */
  readonly writeRoots: WriteRoots
  readonly agents: AgentService
  /** What subjects of simulations remember (07 §5). */
  readonly subjects: SubjectService
  readonly jobs: JobService
  /** Scripts that let several assistants work (04 §12). */
  readonly workflows: WorkflowService
  /** Skills of all layers (07 §7). */
  readonly skills: SkillShelf
  /** Script tools of both layers, and what the author approved (08 §7). */
  readonly scripts: Shelf
  readonly scriptRunner: Pick<ScriptRunner, 'isolates'>
  /** MCP servers, and what the author consented to (07 §8). */
  readonly mcp: McpService
  /** `.nbook/config.json` with last good values; `error` when it cannot be read: until it can, every call is denied, SETTING_INVALID (05 §1). */
  config(): { config: ProjectConfig; error: string | null }
  setConfig(change: (config: ProjectConfig) => ProjectConfig): Promise<void>
  /** Work of parts the runtime does not know, ended before it closes. */
  onClose(work: () => Promise<void>): void
  close(): Promise<void>
}

/** What core is made of; built by `createCore`, used by the router, the CLI and the tests alike. */
export interface Core {
  readonly env: Env
  readonly hub: EventHub
  readonly settings: SettingsStore
  readonly models: ModelPort
  readonly embeddings: EmbeddingPort
  /** Search engines of the web, with the author's keys. */
  readonly searcher: WebSearcher
  setKeys(keys: Record<string, string>): void
  keysSet(): string[]
  open(dir: string, options?: { trust?: boolean }): Promise<ProjectRuntime>
  /** PROJECT_NOT_OPEN. */
  get(slug: string): ProjectRuntime
  opened(): ProjectRuntime[]
  /** At once; `release` waits 5 minutes, in case it is opened again. */
  closeProject(slug: string): Promise<void>
  release(slug: string): void
  close(): Promise<void>
}

/** Who asks, as the router knows it. */
export interface RequestContext { readonly core: Core; readonly principal: 'human' | 'open' }

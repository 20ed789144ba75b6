import type { ContextReport } from '@shared/context'
import type { SessionUsage } from '@shared/procedures/agents'
import type { Compaction, Locale, Thinking } from '@shared/settings'
import type { Answer, Entry, MessageSource, MissingSession, Picture, Session, SessionSnapshot, TaskStep, Usage } from '@shared/session'
import type { PermissionMode, Role, ToolResult, WorkMode, WriteMode } from '@shared/tool-result'
import type { Curator } from '../subjects/types'
import type { HelperAgents } from './helper-types'
import type { LinkedAgents } from './linked-types'

/** A profile of 04 §1 after parsing; `tools` as written, expanded by the registry. */
export interface Profile {
  key: string; name: { zh: string; en: string }; description: { zh: string; en: string }; pack: 'nbook' | 'noeta' | 'both'
  creationMode: 'public' | 'system_only'; tools: string[]; gates: { ask: string[]; deny: string[]; maxRisk?: 'low' | 'medium' | 'high'; writeGlobs: string[]; /** Further lists of them: a write lies within each. */ alsoWithin?: string[][]; workMode?: WorkMode; permission?: PermissionMode }
  initial: unknown; payload: unknown; output: unknown; model: string | null; maxSteps: number; body: string; hash: string; layer: 'product' | 'global' | 'project'
  temperature?: number; thinking?: Thinking; /** The model that summarises its conversations; its own otherwise. */ summarizer?: string; /** When its conversations are summarised, where it differs from its pack. */ compaction?: Compaction; /** Aliases of MCP servers, or `*`. */ mcp: string[]
  /** Ids of the skills it is offered; null: all that are on. */ skills: string[] | null
}
export interface Profiles { get(key: string): Profile; list(): Profile[] }

/** Sessions as entry trees, runs and queues (04 §2, 3). Everything survives a restart. */
export interface AgentService {
  list(): Session[]
  /** Linked sessions that are no longer there. */
  missing(): MissingSession[]
  get(id: number): Session
  create(options: { profileKey: string; kind?: Session['kind']; role?: Role; parentId?: number | null; workMode?: WorkMode; permissionMode?: PermissionMode; writeMode?: WriteMode; model?: string | null; initial?: Record<string, unknown> | undefined; title?: string | undefined }): Session
  snapshot(id: number): SessionSnapshot
  entries(id: number, page: { before?: number; limit: number }): { entries: Entry[]; first: number; total: number }
  /** What the next request would hold (04 §6). */
  context(id: number, lang: Locale): Promise<ContextReport>
  result(id: number, callId: string): Promise<{ result: ToolResult; text: string }>
  /** `model`: from the visible list, for the run this message starts alone. */
  send(id: number, text: string, how: 'prompt' | 'steer' | 'followup', model?: string | null, pictures?: readonly Picture[]): Promise<{ queued: boolean }>
  /** A message of a job or a schedule, inside the caller's transaction: wakes an idle session, else it is queued (04 §10). */
  deliver(id: number, text: string, source: MessageSource): 'accepted' | 'later' | 'refused'
  cancel(id: number): Promise<void>
  continue(id: number): Promise<void>
  unqueue(id: number, itemId: string): void
  configure(id: number, change: { workMode?: WorkMode; permissionMode?: PermissionMode; writeMode?: WriteMode; model?: string | null }): Session
  rename(id: number, title: string): Session
  retry(id: number, entryId: string): Promise<void>
  edit(id: number, entryId: string, text: string): Promise<void>
  switchBranch(id: number, entryId: string): void
  fork(id: number, entryId: string): Session
  /** Every entry as JSON Lines in a folder outside the project (04 §2). EXPORT_FOLDER, PATH_PROTECTED. */
  exportTo(id: number, folder: string): Promise<{ path: string; entries: number }>
  archive(id: number, archived: boolean): Session
  answer(id: number, callId: string, answers: Answer[]): Promise<void>
  markSeen(id: number): void
  /** Of a session, with its helpers and against its limits (04 §8, §13). */
  usageOf(id: number): SessionUsage
  /** What a session used with its descendants in a time; `to` null: until now. */
  usedBetween(id: number, from: string, to: string | null): Usage
  usage(): { total: Usage; days: { day: string; usage: Usage }[] }
  /** The pipeline settled a call the author answered: store its one result and go on when it was the last (05 §6 Siblings). */
  settled(sessionId: number, callId: string, result: ToolResult): Promise<void>
  /** Ends what a crash left open (04 §10); called once when a project opens writable. */
  recover(): Promise<void>
  /** For the tools task_create and task_set_status. */
  readonly tasks: TaskLists
  /** For the tools that create and ask other assistants. */
  readonly linked: LinkedAgents
  /** For workflows. */
  readonly helpers: HelperAgents
  /** memory.curator, for the memory of subjects. */
  readonly curator: Curator
  /** Resolves when the session's run has ended or waits. For the CLI and tests. */
  whenQuiet(id: number): Promise<Session>
  close(): Promise<void>
}

/** The task list of a session (04 §5): kept in its branch. TASKS_NONE, TASK_UNKNOWN. */
export interface TaskLists {
  get(sessionId: number): { title: string | null; steps: TaskStep[] } | null
  /** As it is given, several steps in progress too. */
  replace(sessionId: number, runId: string | null, list: { title: string | null; steps: TaskStep[] }): { title: string | null; steps: TaskStep[] }
  create(sessionId: number, runId: string | null, list: { title: string | null; steps: TaskStep[] }): { title: string | null; steps: TaskStep[] }
  set(sessionId: number, runId: string | null, change: { id: string; status: TaskStep['status']; note?: string | undefined }): { title: string | null; steps: TaskStep[] }
}
declare module '../tools/types' {
  interface ToolServices { tasks: TaskLists }
}

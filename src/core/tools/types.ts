import type { z } from 'zod'
import type { Fault } from '@shared/fault'
import type { CallStage } from '@shared/session'
import type { Change, Effect, Gate, PermissionMode, Risk, Role, ToolResult, WorkMode, WriteMode } from '@shared/tool-result'
import type { Profile } from '../agents/types'
import type { DeprecatedParams } from './deprecated-params'
import type { Grant } from './grants'
import type { JsonSchema } from './json-schema'
import type { Variant } from './variant-types'

/** Cross-field problems, reported like the schema's (08 §1). */
export interface Problem { pointer: string; message: string }

/** A JSON Schema from outside with its check; `contentHash` makes another content another definition. */
export interface ExternalInput { readonly schema: JsonSchema; readonly contentHash: string; check(raw: unknown): { problems: Problem[] } | { value: Record<string, unknown> } }

/** What `prepare` found out without changing anything: the plan to run, and all it would change. */
export interface Prepared<P> {
  plan: P
  effects: Effect[]
  /** Only downward, on proof (05 §2): this very call changes nothing. */
  refine?: { mutates: false; risk: 'low' }
  /** A reason to ask that only this call has (steps 7 and 8). */
  ask?: { code: string; text: string; /** bypassPermissions lets it through (05 §2.1-2.4). */ bypass?: boolean }
  /** Bash, WebFetch, run_skill_script: `ask` answers instead of the risk rule of step 6 (05 §2). */
  replacesRisk?: boolean
  /** Why step 7 allows, e.g. SHELL_RULE. */
  allowCode?: string
  /** Plan mode: every source and destination is a plan file (05 "Plan-exempt"). */
  planExempt?: boolean
}

/** What `run` did. `content` for result `content`; `say` makes the `[OK]` line for `action`. */
export interface Ran<R> {
  value: R; changes: Change[]; details?: Record<string, unknown>
  /** It ran, and its outcome is a failure (a process that ended badly): `say` then follows `[FAIL] CODE: `. */
  failure?: { code: string }
  /** The whole text behind one that limits itself, for `result://`; counts in characters. */
  full?: { text: string; shown: number; total: number }
  /** Bytes of the text that were not kept at all. */
  droppedBytes?: number
  /** Stops the run and waits for the author (request_user_input), or ends it (report_result). */
  control?: Control
}
export type Control =
  | { kind: 'question'; questions: unknown[] }
  | { kind: 'report'; result: string; data: unknown }
  | { kind: 'mode'; mode: WorkMode; planFilePath: string | null }

/** Who calls, with the settings as they stand now. Filled by the pipeline's callers, trusted inside. */
export interface Caller {
  readonly kind: 'model' | 'cli' | 'test'
  readonly sessionId: number
  readonly runId: string | null
  readonly callId: string
  readonly profileKey: string
  readonly role: Role
  readonly signal: AbortSignal
  /** The app is closing: what was stopped by that is left for the next start to judge (04 §10). */
  readonly closing?: () => boolean
  /** Takes over the row of a call that left nothing behind: writes it in one commit with what it makes of the result, and tells of the end when `write` says so. */
  readonly keepsRow?: (result: ToolResult, write: () => boolean) => void
  /** Who asks tells nobody of the result before the log is on the disk (`logToDisk`); called when a commit was left for that. */
  readonly syncsLater?: () => void
  /** Overrides of the CLI (10 session options); the session's own otherwise. */
  readonly approve: 'ask' | 'yes' | 'no'
  /** The author has the effects before them and answers for them: a file changed since the model read it shows as a new card, not as a failure (05 §9 58). */
  readonly reviewed?: boolean
  /** When the call was first made; set where a stored call runs again, so that it sees the same time (03 §5). */
  readonly startedAt?: string
  /** The CLI's own modes for this call (10 session options); they stand for the session's. */
  readonly overrides?: Partial<Pick<CallSettings, 'workMode' | 'permissionMode' | 'writeMode'>>
}
export interface CallSettings {
  workMode: WorkMode; permissionMode: PermissionMode; writeMode: WriteMode; approvals: 'author' | 'strict'; trusted: boolean
}

/** Handed to prepare and run. `services` are the ones the definition names in `needs`. */
export interface ToolContext {
  readonly caller: Caller
  readonly settings: CallSettings
  readonly signal: AbortSignal
  /** When the call was first made. */
  readonly startedAt: string
  /** How far it is, for the window; `note` is what it is about right now (08 §6). */
  progress(stage: string, at?: { done?: number; total?: number; note?: string }): void
  /** Whether this caller also holds a tool that reads project content, which a fetch could carry out (05 §2.2). */
  readsProject(): boolean
  /** What a process printed last, for the window (08 §6). */
  output?(tail: string): void
}

export interface ToolDefinition<I extends z.ZodObject = z.ZodObject, P = unknown, R = unknown, S = ToolServices> {
  readonly name: string
  readonly operation: string
  readonly description: string
  readonly input: I
  readonly check?: (input: z.output<I>) => Problem[]
  readonly risk: Risk
  readonly mutates: boolean
  readonly gate: Gate
  readonly result: 'content' | 'action'
  readonly caps?: { modelChars?: number; timeoutMs?: number; limitsItself?: true; /** It shows texts of the author that are written back as they were read: the home folder's name in them stays. */ ownText?: true; /** Its work is another session's, and goes on after a close of the app. */ durable?: true; /** All it changes are files, which `ProjectFiles` announces in the journal before it touches them. */ journalled?: true; /** All it changes stands in the database of the sessions, and `run` waits for nothing. */ oneCommit?: true }
  readonly version?: number
  readonly roles?: readonly Role[]
  /** Narrower definitions for some callers; the first that fits (08 §3). */
  readonly variants?: readonly Variant[]
  /** Keys that are gone from `input` but still understood (08 §1). */
  readonly deprecatedParams?: DeprecatedParams
  /** Values that are known only in an opened project: sorted enums of top-level parameters in what a model is shown (08 §2). */
  readonly live?: (services: S) => Readonly<Record<string, readonly string[]>>
  /** Lint warnings that are right as they are, each with its reason (08 §9). */
  readonly waivers?: readonly { rule: string; reason: string }[]
  /** Old names that still resolve (08 §7). */
  readonly aliases?: readonly string[]
  /** Of a tool that is not ours: its own JSON Schema, which counts instead of `input` (08 §7). */
  readonly external?: ExternalInput
  /** Granted, but not among what a model is shown: found by ToolSearch, called by McpCall (07 §8.2). */
  readonly deferred?: true
  readonly needs: readonly (keyof ToolServices & string)[]
  readonly prepare: (input: z.output<I>, services: S, context: ToolContext) => Promise<Prepared<P>> | Prepared<P>
  readonly run: (plan: P, services: S, context: ToolContext) => Promise<Ran<R>> | Ran<R>
  /** The text of a success, without the marker. */
  readonly say: (value: R, plan: P) => string
}

/** Everything a tool can reach, one member per capability; filled by `src/core/app`. Each capability adds its member by declaration merging in its own types file. */
export interface ToolServices {}

/** A tool as a model is shown it. */
export interface Definition { readonly name: string; readonly description: string; readonly inputSchema: unknown; readonly hash: string }

/** The only way in for model, CLI, workflow, schedule and test (08 §4). Never throws for the caller's mistakes. */
export interface Pipeline {
  invoke(caller: Caller, tool: string, rawArgs: unknown): Promise<ToolResult>
  /** The author's answer (05 §6): runs the stored arguments once, or denies. Human only. `signal` stops what it runs, as `stop` does. */
  answer(id: string, verdict: 'approve' | 'deny', effectsHash: string, by: string, note: string | null, signal?: AbortSignal): Promise<Answered>
  /** The definitions a model is shown in this session, in fixed order with their hashes (08 §2); without a session, what every one of the profile has. */
  definitions(profileKey: string, role: Role, sessionId?: number): readonly Definition[]
  /** Every tool with why it is in or out of the set of this profile and role now (04 §1.1). */
  grants(profileKey: string, role: Role): Grant[]
  /** Whether this one tool is in the set of a profile as it stands now; the others are not worked out. */
  holds(profile: Profile, role: Role, tool: string): boolean
  /** Ends what waits: run cancelled, session archived, branch left (05 §6). One call, or all of the session's. */
  expire(sessionId: number, why: string, callId?: string): Settled[]
  /** Stops the approved calls of a session that run in this process and gives how they ended; one that does not end within 2 s is left behind. */
  stop(sessionId: number): Promise<Settled[]>
  /** Does an approved call of the session run in this process now? */
  executing(sessionId: number): boolean
  /** What a call that runs in this process is at; null: it said nothing, or does not run. */
  stage(sessionId: number, callId: string): CallStage | null
  /** After a start: approvals that a crash left approved or executing (05 §6 "Restart"). */
  recover(): Promise<Settled[]>
  /** Notices answers given by another process (`wenqu human`); emits their events and gives the calls they settled. */
  refresh(): Settled[]
  /** Waits until what a profile may call from outside has been listed; before a model is shown its tools. */
  ready(profileKey: string, signal: AbortSignal): Promise<void>
  /** Results of one reply, cut until they fit together in the next request (08 §5); what is stored stays whole. */
  fitReply(sessionId: number, results: readonly ToolResult[]): ToolResult[]
}
export interface Settled { sessionId: number; callId: string; result: ToolResult }
export interface Answered { status: string; code: string | null; newId: string | null; /** The call's result when the answer settled it. */ result: ToolResult | null; fault: Fault | null }

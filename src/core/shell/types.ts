import type { Change } from '@shared/tool-result'
import type { JudgedCommand } from './judge/judge-shell'
import type { Ended } from './run-process'

/** Who starts a process: the session, its call, and the settings the judge needs. */
export interface ShellCaller { sessionId: number; callId: string; trusted: boolean; signal: AbortSignal }

/** What is going to run. `argv` is exact and judged; `command` is read by a shell. */
export type ShellPlan =
  | { kind: 'argv'; command: JudgedCommand; program: string; args: readonly string[] }
  | { kind: 'shell'; command: string; program: string }
  /** A program of ours to choose, with exact arguments: a skill's script. */
  | { kind: 'program'; program: string; args: readonly string[] }

/** What the gate says of a command now, with the plan that an allowance or an approval runs. */
export interface Considered { plan: ShellPlan; ask: { code: string; text: string } | null; allowCode: string | null; readOnly: boolean; warnings: string[] }

/** A process at its end, with what it printed, as text that may be shown. */
export interface Finished { ended: Ended; stdout: string; stderr: string; lost: { stdout: number; stderr: number }; merged: Merged; changes: Change[]; changedLine: string | null }
/** Both streams in order of arrival. `full` is the whole text as far as it is kept, `dropped` the bytes beyond that. */
export interface Merged { text: string; lines: number; /** All that was kept of it, made when it is asked for. */ full(): string; dropped: number }

export type JobStatus = 'running' | 'exited' | 'killed'
export interface JobView { id: string; status: JobStatus; exitCode: number | null; lost: number; text: string }

/** A background command. `deliver`: its end is told to the session it belongs to; `text` is then the job's result. */
export interface JobWish { plan: ShellPlan; deliver: boolean; text(finished: Finished, output: string): string }
/** `id` is what BashOutput and KillShell take; `output` the file of what it prints, from the project's folder. */
export interface StartedJob { id: string; jobId: string; output: string }

export interface RunWish { plan: ShellPlan; timeoutMs: number | null; output?: (tail: string) => void }

/** Processes of one opened project as the tools reach them. */
export interface ShellService {
  readonly dir: string
  /** Judges a raw command with the author's rules, the disk and git's settings; changes nothing. PROGRAM_NOT_FOUND, SHELL_MISSING. */
  consider(command: string, caller: ShellCaller): Promise<Considered>
  /** A plan for a command that is never judged (`bash`). SHELL_MISSING. */
  plain(command: string): ShellPlan
  /** Runs to the end. JOURNAL_FAILED; SHELL_UNPROTECTED: nothing was run, for what protects the app's folders elsewhere could not be set up. */
  run(wish: RunWish, caller: ShellCaller): Promise<Finished>
  /** Starts a job of the session's root (04 §11). JOB_LIMIT, JOURNAL_FAILED, SHELL_UNPROTECTED. */
  start(wish: JobWish, caller: ShellCaller): Promise<StartedJob>
  /** How a job stands, without its output. SHELL_UNKNOWN. */
  status(id: string, sessionId: number): JobView
  /** What is new since the last look. SHELL_UNKNOWN. */
  poll(id: string, sessionId: number): JobView
  /** Lines that match, by a search of linear time. ARGS_INVALID. */
  filter(text: string, pattern: string, signal: AbortSignal): Promise<string>
  /** Null: it is being ended; else how it had ended. SHELL_UNKNOWN. */
  kill(id: string, sessionId: number): JobView | null
  /** Ends every process and waits for it; jobs that ran are interrupted at the next start. */
  close(): Promise<void>
}

declare module '../tools/types' {
  interface ToolServices { shell: ShellService }
}

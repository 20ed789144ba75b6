import type { Fault } from '@shared/fault'

/** One call of a world function, as it came out of the isolate: JSON text, and where big integers stood in it. */
export interface WorldCall { name: string; args: string; bigs: string }
/** What a function answers: JSON text, or a fault under a number by which the script's end names it. */
export type WorldReply = { ok: true; json: string } | { ok: false; ref: number; code: string; message: string }

/** The world as one script sees it; the sandbox has no other way to anything (03 §10). */
export interface WorldPort {
  readonly write: boolean
  /** Where `Date` stands and what `Math.random` starts from (03 §5). */
  readonly now: number
  readonly seed: number
  call(call: WorldCall): WorldReply | Promise<WorldReply>
}

export interface RunOptions { signal?: AbortSignal; deadlineMs?: number; resultChars?: number; world?: WorldPort }

/** What a script printed: lines up to 2 KB together, and how many more there were. */
export interface Printed { text: string; more: number }
/** `value` is plain JSON, undefined when nothing was returned. `ref` names the fault of a world function that ended it. */
export type SandboxResult =
  | { ok: true; value: unknown; printed: Printed; ms: number }
  | { ok: false; code: string; message: string; pointer: string | null; ref: number | null; line: number | null; printed: Printed; ms: number }

export interface SandboxHealth { ok: boolean; node: string | null; ms: number }

/** Runs model-written JavaScript in a process that may die without anyone noticing (01 Processes, security 2F). */
export interface SandboxHost {
  /**
   * Body of an async function; `return` gives the result. Ends within the deadline whatever the script does. Cancelled when aborted.
   * Codes: TIMEOUT, MEMORY_LIMIT, SANDBOX_CRASHED, SCRIPT_SYNTAX, SCRIPT_ERROR, RESULT_NOT_JSON, RESULT_TOO_LARGE, those of world functions.
   */
  run(code: string, options?: RunOptions): Promise<SandboxResult>
  /** What a workflow's text says of itself; null for one that is only a body. WORKFLOW_SYNTAX, WORKFLOW_INVALID and what ends any script. */
  describeFlow(program: FlowProgram): Promise<FlowDescription | null>
  /** A workflow of its own in a process of its own, taken turn by turn. */
  flow(program: FlowProgram): FlowSession
  health(): Promise<SandboxHealth>
  close(): Promise<void>
}

/** A failure of a script as a fault. */
export const faultOf = ({ code, message, pointer, line }: Extract<SandboxResult, { ok: false }>): Fault => ({
  code, message: line === null ? message : `line ${line}: ${message}`, ...(pointer === null ? {} : { pointer }),
})

/** The text of a workflow: a definition with `export default`, or the body of a function for nbook (`wf, args`) or noeta (`agent, parallel, log, args`). */
export interface FlowProgram { readonly dialect: 'definition' | 'body' | 'script'; readonly code: string }
export interface FlowLimits { activities: number; notes: number; resultChars: number }

/** What a workflow asked for, in the order in which it asked: an activity under its number, a note under 0. */
export interface FlowItem { call: number; branch: string; seq: number; kind: string; args: unknown }
export type FlowEnd = { ok: true; value: unknown } | { ok: false; code: string; message: string; line: number | null }
export interface FlowTurn { items: FlowItem[]; end: FlowEnd | null }

/** What a text says of itself; only its form is checked here. */
export interface FlowDescription { run: string; key?: unknown; title?: unknown; description?: unknown; whenToUse?: unknown; argsHint?: unknown; phases?: unknown }

/** One run of a workflow. Each turn ends when the script waits; its process may die at any time, which ends the turn with a failure. */
export interface FlowSession {
  open(): Promise<void>
  start(args: unknown, caller: unknown, limits: FlowLimits): Promise<FlowTurn>
  deliver(call: number, answer: { ok: true; json: string } | { ok: false; code: string; message: string }): Promise<FlowTurn>
  close(): Promise<void>
}

import type { Numbered } from './events'
import type { Fault } from './fault'
import type { CallInput, Output, ProcedureName } from './procedures'

export type Answer<T> = { ok: true; value: T } | { ok: false; fault: Fault }
export type CoreState = 'starting' | 'ready' | 'restarting' | 'failed' | 'silent'

/** All the renderer can reach: `window.wenqu`. No generic send, no path to the disk. */
export interface Bridge {
  call<N extends ProcedureName>(name: N, input: CallInput<N>): Promise<Answer<Output<N>>>
  onEvents(listener: (events: Numbered[]) => void): () => void
  onCoreState(listener: (state: CoreState) => void): () => void
  /** Asked by main before the window closes: save what is typed, then call done. */
  onBeforeClose(listener: () => Promise<void>): () => void
  /** Text of a dropped file's path, for import. */
  pathOfFile(file: File): string
}

/** Messages between main and core over the child process channel (json serialization). */
export type ToCore =
  | { kind: 'request'; id: number; name: ProcedureName; input: unknown; principal: 'human' | 'open' }
  | { kind: 'keys'; keys: Record<string, string> }
  | { kind: 'ping'; id: number }
  | { kind: 'stop' }
  | { kind: 'desktopAnswer'; id: number; answer: Answer<unknown> }
export type FromCore =
  | { kind: 'ready'; epoch: string }
  | { kind: 'response'; id: number; answer: Answer<unknown> }
  | { kind: 'events'; events: Numbered[] }
  | { kind: 'pong'; id: number }
  /** What only main has: windows (shared/desktop). Main checks it. */
  | { kind: 'desktopAsk'; id: number; ask: unknown }
  | { kind: 'desktopStop'; id: number }

/** What a schema refused, as every boundary says it: all problems at once, each with a JSON Pointer (12 "Three kinds of trouble"). */
export function argsInvalid(name: string, issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): Fault {
  const problems = issues.slice(0, 20).map((issue) => ({ pointer: issue.path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''), message: issue.message }))
  const first = problems[0]
  return { code: 'ARGS_INVALID', message: `The input of ${name} is not valid${first ? `: ${first.pointer || 'the whole'}: ${first.message}` : ''}.`, ...(first ? { pointer: first.pointer } : {}), problems }
}

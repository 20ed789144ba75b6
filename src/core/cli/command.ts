import type { Io } from './io'

/** A command: its line in the help, its own help, and what it does. The result is the exit code. */
export interface Command {
  readonly usage: string
  readonly does: string
  readonly details?: string
  run(argv: readonly string[], io: Io): Promise<number>
}

export const EXIT = { ok: 0, fail: 1, usage: 2, needsApproval: 3, denied: 4, /** As a shell says it of what Ctrl-C ended. */ interrupted: 130 } as const

/** Exit codes of `call` (10). */
export function exitOf(status: 'ok' | 'fail' | 'needs_approval' | 'denied'): number {
  return { ok: EXIT.ok, fail: EXIT.fail, needs_approval: EXIT.needsApproval, denied: EXIT.denied }[status]
}

export const SESSION_HELP = `Session options:
  --profile K         profile (leader.default)
  --session ID        go on in this session
  --mode M            normal, discuss or plan
  --permission P      default, acceptEdits or bypassPermissions
  --write-mode W      apply or dry_run, for Write and Edit
  --approve A         ask (default), yes or no
  --trust             treat the project, and its script tools as they are, as trusted for this process`

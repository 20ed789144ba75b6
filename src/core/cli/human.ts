import { fail } from '@shared/fault'
import { callAbove } from './below-tool'
import type { Io } from './io'

/** The author's own acts need a real terminal or WENQU_HUMAN=1 (10); nothing below a tool's process is the author (05 §6). */
export function assertHuman(io: Io): void {
  assertNotBelowTool(io)
  if (!io.isTerminal && io.env['WENQU_HUMAN'] !== '1') fail('HUMAN_ONLY', 'only the author may do this: use a terminal, or set WENQU_HUMAN=1.')
}

/** `--approve yes|no` and `--trust` are the author's acts too: a process that a tool started may not use them (05 §5, §6). */
export function assertNotBelowTool(io: Io): void {
  if (callAbove(io.env) !== null) fail('HUMAN_ONLY', 'this process was started by a tool; only the author may do this.')
}

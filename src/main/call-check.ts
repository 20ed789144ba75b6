import { argsInvalid } from '@shared/bridge'
import type { Fault } from '@shared/fault'
import { isProcedureName, procedures } from '@shared/procedures'
import type { ProcedureName } from '@shared/procedures'
import { plainProblem } from './plain-value'

/** Where a message came from, as Electron vouches for it. */
export interface Sender { readonly ourWindow: boolean; readonly topFrame: boolean; readonly origin: string }
export type Checked = { ok: true; name: ProcedureName; input: unknown } | { ok: false; fault: Fault }

export const appOrigin = 'app://wenqu'
/** A chapter of a million 字 is 3 MB; nothing a window sends is larger than this. */
export const maxInputSize = 16_000_000

/** Everything a renderer's message must pass before any code acts on it (12 "sender check", security 2J, T11). Pure; never throws. */
export function checkCall(sender: Sender, name: unknown, input: unknown): Checked {
  const refuse = (code: string, message: string): Checked => ({ ok: false, fault: { code, message } })
  if (!sender.ourWindow || !sender.topFrame || sender.origin !== appOrigin) return refuse('SENDER_REFUSED', 'This message does not come from a window of the app.')
  if (typeof name !== 'string' || !isProcedureName(name)) return refuse('PROCEDURE_UNKNOWN', 'There is no such procedure.')
  try {
    const problem = plainProblem(input, maxInputSize)
    if (problem !== null) return refuse('ARGS_INVALID', problem)
    const parsed = procedures[name].input.safeParse(input)
    return parsed.success ? { ok: true, name, input: parsed.data } : { ok: false, fault: argsInvalid(name, parsed.error.issues) }
  } catch {
    return refuse('ARGS_INVALID', 'The input could not be read.')
  }
}

import { FaultError } from '@shared/fault'
import type { CallInput, Output, ProcedureName } from '@shared/procedures'

/** Asks main or core; throws FaultError with the code to act on. */
export async function call<N extends ProcedureName>(name: N, input: CallInput<N>): Promise<Output<N>> {
  const answer = await window.wenqu.call(name, input)
  if (answer.ok) return answer.value
  throw new FaultError(answer.fault)
}

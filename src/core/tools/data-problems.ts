import { checkContract } from '../agents/contracts'
import { FaultError, isFault } from '@shared/fault'

/** Runs a check of `data` and names its problems by where they stand in the call's arguments. */
export function dataProblems<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!isFault(error)) throw error
    const { problems, ...fault } = error.fault
    throw new FaultError({ ...fault, ...(problems === undefined ? {} : { problems: problems.map(({ pointer, message }) => ({ pointer: `/data${pointer === '/' ? '' : pointer}`, message })) }) })
  }
}

/** OUTPUT_INVALID with every field; a schema that requires fields requires `data`; without a schema any data is taken. */
export function checkOutput(schema: unknown, data: unknown): void {
  if (schema !== null && schema !== undefined) dataProblems(() => checkContract(schema, data, 'OUTPUT_INVALID'))
}

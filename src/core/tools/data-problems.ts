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

import { z } from 'zod'

/** One thing wrong, as the author or a model reads it (12 "Three kinds of trouble", 08 §4). `pointer` is a JSON Pointer. */
export const FaultSchema = z.object({
  code: z.string(),
  message: z.string(),
  pointer: z.string().optional(),
  actual: z.string().optional(),
  expected: z.string().optional(),
  fix: z.string().optional(),
  /** Several problems reported at once (ARGS_INVALID, EDIT_FAILED). */
  problems: z.array(z.object({ pointer: z.string(), message: z.string() })).optional(),
  /** Codes that carry data a window needs, e.g. the holder of a lock. */
  data: z.record(z.string(), z.unknown()).optional(),
})
export type Fault = z.infer<typeof FaultSchema>

/** Carries a Fault through `throw` inside core; boundaries turn it back into the value. */
export class FaultError extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(`${fault.code}: ${fault.message}`)
    this.name = 'FaultError'
    this.fault = fault
  }
}

/** The author or a parent stopped it: an outcome, never shown as a failure. */
export class Cancelled extends Error {
  constructor(message = 'stopped') {
    super(message)
    this.name = 'Cancelled'
  }
}

/** Throws a Fault. `more` adds pointer, actual, expected, fix, problems or data. */
export function fail(code: string, message: string, more: Omit<Fault, 'code' | 'message'> = {}): never {
  throw new FaultError({ code, message, ...more })
}

export function isFault(error: unknown): error is FaultError {
  return error instanceof FaultError
}

/** What went wrong in words, without the code that a FaultError's own message begins with: for where the code stands beside it, or in a sentence. */
export function whyOf(error: unknown): string {
  return isFault(error) ? error.fault.message : error instanceof Error ? error.message : String(error)
}

export function isCancelled(error: unknown): error is Cancelled {
  return error instanceof Cancelled || (error instanceof Error && error.name === 'AbortError')
}

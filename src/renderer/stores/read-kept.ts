import type { z } from 'zod'

/** What an earlier run kept as text; null when this version cannot read it. */
export function readKept<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    const read = schema.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

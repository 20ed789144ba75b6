import { z } from 'zod'

const Envelope = z.strictObject({ status: z.enum(['ok', 'fail']), data: z.unknown().optional(), message: z.string().optional(), code: z.string().regex(/^[A-Z][A-Z0-9_]{1,63}$/).optional() })
export interface Envelope { readonly status: 'ok' | 'fail'; readonly data?: Record<string, unknown>; readonly message?: string; readonly code?: string }

/** The envelope on the last line that is not blank, and the text without that line (08 §7). A line with any other key is text. */
export function takeEnvelope(text: string): { envelope: Envelope | null; rest: string } {
  const trimmed = text.trimEnd()
  const from = trimmed.lastIndexOf('\n') + 1
  const line = trimmed.slice(from).trim()
  const envelope = line.startsWith('{') && line.length <= 1_048_576 ? read(line) : null
  return envelope === null ? { envelope: null, rest: text } : { envelope, rest: trimmed.slice(0, from) }
}

function read(line: string): Envelope | null {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return null
  }
  const found = Envelope.safeParse(value)
  if (!found.success) return null
  const { data, message, code, status } = found.data
  return { status, ...(data === undefined ? {} : { data: asDetails(data) }), ...(message === undefined ? {} : { message }), ...(code === undefined ? {} : { code }) }
}

const asDetails = (data: unknown): Record<string, unknown> => (data !== null && typeof data === 'object' && !Array.isArray(data) ? (data as Record<string, unknown>) : { data })

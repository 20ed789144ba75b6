import { Cancelled, FaultError } from '@shared/fault'

/** One failed attempt at a model call, classified by the table of 04 §8. */
export class AttemptFailed extends Error {
  readonly retry: boolean
  /** Of `Retry-After`, in ms. */
  readonly retryAfterMs: number | null
  readonly status: number | null
  /** The request has more tokens than the model takes. */
  readonly tooLong: boolean
  constructor(message: string, more: { retry: boolean; retryAfterMs?: number | null; status?: number | null; tooLong?: boolean }) {
    super(message)
    this.name = 'AttemptFailed'
    this.retry = more.retry
    this.retryAfterMs = more.retryAfterMs ?? null
    this.status = more.status ?? null
    this.tooLong = more.tooLong ?? false
  }
}

const RETRIED = new Set([408, 409, 425, 429])
const NETWORK = new Set(['ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'])
const BUSY = /rate.?limit|overloaded|server_error|temporarily|try again|internal|unavailable|timeout/i
/** How providers say that a request is too long; there is no common code for it. */
const TOO_LONG = /context.?(?:length|window|size|limit)|maximum (?:context|prompt|input)|(?:prompt|input|request|messages?)\b.{0,40}\btoo (?:long|large)|too many (?:input )?tokens|exceeds?.{0,60}\btokens|reduce the length|token (?:count|limit).{0,40}exceed/i
const MAY_BE_TOO_LONG = new Set([400, 413, 422])
const NOT_JSON = new Set(['AI_JSONParseError', 'AI_TypeValidationError', 'AI_InvalidResponseDataError', 'AI_EmptyResponseBodyError'])

export const retriedStatus = (status: number): boolean => RETRIED.has(status) || status >= 500

const field = (value: unknown, name: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined)

/** `Retry-After` as seconds or as an HTTP date; null when absent or unreadable. */
export function retryAfter(headers: unknown, now: number): number | null {
  const raw = field(headers, 'retry-after')
  if (typeof raw !== 'string' || raw.trim() === '') return null
  const seconds = Number(raw)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const at = Date.parse(raw)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

function networkCode(error: unknown): string | null {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    const code = field(at, 'code')
    if (typeof code === 'string' && NETWORK.has(code)) return code
    if (at instanceof TypeError && /terminated|fetch failed|network/i.test(at.message)) return 'reset'
  }
  return null
}

/** What went wrong in an attempt: retried or not, and what to say. Our own faults and Cancelled pass through. */
export function classify(error: unknown, now: number): Error {
  if (error instanceof AttemptFailed || error instanceof FaultError || error instanceof Cancelled) return error
  const status = field(error, 'statusCode')
  const message = error instanceof Error ? error.message : typeof field(error, 'message') === 'string' ? String(field(error, 'message')) : 'the provider reported an error'
  const said = `${message} ${String(field(error, 'responseBody') ?? '')} ${String(field(error, 'code') ?? '')}`
  const tooLong = TOO_LONG.test(said) && (typeof status !== 'number' || MAY_BE_TOO_LONG.has(status) || (status >= 200 && status <= 299))
  if (tooLong || status === 413) return new AttemptFailed(typeof status === 'number' && status > 299 ? `HTTP ${status}: ${message}` : message, { retry: false, tooLong: true, status: typeof status === 'number' ? status : null })
  if (typeof status === 'number' && (status < 200 || status > 299)) {
    return new AttemptFailed(`HTTP ${status}: ${message}`, { retry: retriedStatus(status), retryAfterMs: retryAfter(field(error, 'responseHeaders'), now), status })
  }
  const code = networkCode(error)
  if (code !== null) return new AttemptFailed(`the connection broke (${code})`, { retry: true })
  if (error instanceof Error && NOT_JSON.has(error.name)) return new AttemptFailed('the answer was not what this kind of provider sends (not JSON)', { retry: true })
  const kind = [field(error, 'type'), field(error, 'code'), message].map(String).join(' ')
  const numeric = Number(field(error, 'code') ?? field(error, 'status'))
  return new AttemptFailed(message, { retry: field(error, 'isRetryable') === true || (Number.isFinite(numeric) ? retriedStatus(numeric) : BUSY.test(kind)) })
}

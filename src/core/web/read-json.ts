import { Cancelled, fail } from '@shared/fault'

const mostBytes = 1_048_576

/** One JSON answer of a service the author configured: at most 1 MiB, no redirects, a deadline. Throws plain errors whose message tells the cause; Cancelled when stopped. */
export async function readJsonFrom(url: string, init: { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }, { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number }): Promise<unknown> {
  const late = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.any([signal, late]) })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`HTTP ${response.status}`)
    }
    return JSON.parse(await boundedText(response)) as unknown
  } catch (error) {
    if (signal.aborted) throw new Cancelled()
    if (late.aborted) throw new Error(`no answer in ${Math.round(timeoutMs / 1_000)} seconds`, { cause: error })
    if (error instanceof SyntaxError) throw new Error('the answer is no JSON', { cause: error })
    throw new Error(causeOf(error), { cause: error })
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > mostBytes) throw new Error(`the answer is larger than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function causeOf(error: unknown): string {
  const { message, cause } = error as { message?: unknown; cause?: { code?: unknown; message?: unknown } }
  if (typeof cause?.code === 'string') return cause.code
  return typeof cause?.message === 'string' ? cause.message : String(message)
}

/** A value that must be JSON of this shape; says which field is not. */
export function shaped<T>(parsed: { success: true; data: T } | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }): T {
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  return fail('ANSWER_INVALID', `/${(first?.path ?? []).map(String).join('/')}: ${first?.message ?? 'not as expected'}`)
}

import { AttemptFailed } from './failure'

/**
 * `fetch` for one attempt: tells `alive` of every byte, refuses redirects (a key would follow them) and answers that are
 * a web page instead of JSON or an event stream (04 §8 "non-JSON body").
 */
export function watchedFetch(base: typeof fetch, alive: () => void): typeof fetch {
  return async (input, init) => {
    const response = await base(input, { ...init, redirect: 'error' })
    alive()
    if (!response.ok || response.body === null) return response
    const type = response.headers.get('content-type') ?? ''
    if (/html|xml/i.test(type)) {
      await response.body.cancel().catch(() => undefined)
      throw new AttemptFailed('the answer was a web page, not JSON', { retry: true, status: response.status })
    }
    return new Response(watched(response.body, alive), { status: response.status, statusText: response.statusText, headers: response.headers })
  }
}

/** The same bytes as they are asked for; cheaper than a transform, which queues on both sides. */
function watched(body: ReadableStream<Uint8Array>, alive: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await reader.read()
      if (done) return controller.close()
      alive()
      controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 })
}

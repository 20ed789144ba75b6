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
    const watch = new TransformStream<Uint8Array, Uint8Array>({ transform: (chunk, controller) => { alive(); controller.enqueue(chunk) } })
    return new Response(response.body.pipeThrough(watch), { status: response.status, statusText: response.statusText, headers: response.headers })
  }
}

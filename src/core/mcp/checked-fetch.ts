import { setTimeout as delay } from 'node:timers/promises'
import { FaultError, fail } from '@shared/fault'
import { fetch as undiciFetch, type Agent, type RequestInit as UndiciInit } from 'undici'
import { asFetched } from '../web/as-fetched'
import { createDialer, type DialOptions } from '../web/dial'
import { hostOf, judgeUrl } from '../web/judge-url'
import { maxFrameBytes } from './frames'

/** The address of a server as it is dialled: consenting to it is listing its host exactly, but for what is never dialled (07 §1.1). URL_BLOCKED and others. */
export function serverUrl(text: string): URL {
  const judged = judgeUrl(text, [])
  return judged.verdict === 'deny' ? fail(judged.code, judged.text) : asFetched(judged.url)
}

export interface CheckedFetch { fetch(url: string | URL, init?: RequestInit): Promise<Response>; close(): Promise<void> }

/** `fetch` through a connector that classes every address it dials; what comes back is cut off when one message of it grows too long. */
export function createCheckedFetch(server: URL, tooLong: () => void, dial: DialOptions = {}): CheckedFetch {
  const none: ReadonlySet<string> = new Set()
  const dispatcher: Agent = createDialer({ privateHosts: new Set([hostOf(server)]), ownNetwork: none, listedLocal: none }, { ...dial, connections: 8 })
  const paced = createPace()
  return {
    fetch: async (url, init) => {
      if (new URL(url).origin !== server.origin) throw new FaultError({ code: 'URL_BLOCKED', message: `the server sent us to ${new URL(url).host}, which is not the address consented to.` })
      if (init?.method === 'GET') await paced(init.signal ?? null)
      const answer = await undiciFetch(url, { ...(init as UndiciInit), dispatcher, redirect: 'manual' })
      const body = answer.body === null ? null : (answer.body as unknown as ReadableStream<Uint8Array>).pipeThrough(bounded(tooLong))
      const headers = new Headers([...answer.headers])
      return new Response(isBodyless(answer.status) ? null : body, { status: answer.status, statusText: answer.statusText, headers })
    },
    close: () => dispatcher.destroy(),
  }
}

const streamEveryMs = 1_000

/** A server may end its stream at once and name a wait of nothing; it is still not asked for the next one in a hot loop. */
function createPace(): (signal: AbortSignal | null) => Promise<void> {
  let next = 0
  return (signal) => {
    const wait = Math.max(0, next - performance.now())
    next = performance.now() + wait + streamEveryMs
    return wait === 0 ? Promise.resolve() : delay(wait, undefined, signal === null ? {} : { signal })
  }
}

const isBodyless = (status: number): boolean => [101, 103, 204, 205, 304].includes(status)

/** Counts the bytes since the last empty line, which ends a message of a stream; an answer in one piece has none. */
function bounded(tooLong: () => void): TransformStream<Uint8Array, Uint8Array> {
  let since = 0
  let last = 0
  return new TransformStream({
    transform(chunk, control) {
      for (const byte of chunk) {
        since += 1
        if (byte === 13) continue
        if (byte === 10 && last === 10) since = 0
        last = byte
        if (since <= maxFrameBytes) continue
        tooLong()
        return control.error(new Error('a message is too long'))
      }
      control.enqueue(chunk)
    },
  })
}

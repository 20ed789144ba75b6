import type { FetchedPage } from './fetch-page'

const livesMs = 900_000
const mostPages = 16

/** Pages a session has fetched: 15 minutes, 16 addresses, first in first out; successes only (07 §2). */
export class PageCache {
  readonly #sessions = new Map<number, Map<string, { at: number; page: FetchedPage }>>()
  readonly #now: () => Date

  constructor(now: () => Date) { this.#now = now }

  get(sessionId: number, address: string): FetchedPage | null {
    const found = this.#sessions.get(sessionId)?.get(address)
    return found !== undefined && this.#now().getTime() - found.at < livesMs ? found.page : null
  }

  put(sessionId: number, address: string, page: FetchedPage): void {
    const pages = this.#sessions.get(sessionId) ?? new Map<string, { at: number; page: FetchedPage }>()
    this.#sessions.set(sessionId, pages)
    pages.delete(address)
    pages.set(address, { at: this.#now().getTime(), page })
    const [oldest] = pages.keys()
    if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest)
  }
}

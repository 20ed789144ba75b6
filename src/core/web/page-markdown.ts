import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { Cancelled, fail, FaultError } from '@shared/fault'
import { z } from 'zod'

const Reply = z.object({ markdown: z.string(), title: z.string(), description: z.string() })
export type PageMarkdown = z.infer<typeof Reply>

/** Beside the built core (`out/main/page.js`), or the source in a checkout. */
function workerEntry(): string {
  const here = fileURLToPath(new URL('.', import.meta.url))
  const candidates = [join(here, 'page.js'), join(here, '..', 'page.js'), join(here, 'page-worker.ts')]
  return candidates.find((file) => existsSync(file)) ?? fail('INTERNAL', `no page reader near ${here}`)
}

/** HTML into Markdown in a thread of its own, ended when the signal says so or it takes too much memory. PAGE_EMPTY is the caller's. FETCH_FAILED. */
export function pageMarkdown(html: string, url: string, signal: AbortSignal): Promise<PageMarkdown> {
  return new Promise((done, failed) => {
    const worker = new Worker(workerEntry(), { workerData: { html, url }, env: {}, stderr: true, resourceLimits: { maxOldGenerationSizeMb: 384 } })
    const stop = (): void => {
      settle(() => failed(new Cancelled()))
    }
    const settle = (how: () => void): void => {
      signal.removeEventListener('abort', stop)
      void worker.terminate()
      how()
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', (message: unknown) => settle(() => done(Reply.parse(message))))
    worker.once('error', (error) => settle(() => failed(unreadable(error))))
    worker.once('exit', () => settle(() => failed(unreadable(new Error('the page reader ended')))))
  })
}

const unreadable = (error: unknown): FaultError => new FaultError({ code: 'FETCH_FAILED', message: `the page could not be read: ${error instanceof Error ? error.message.slice(0, 200) : 'unknown'}.` })

import { app } from 'electron'
import type { Log } from './log'

/** Quitting: every window saves and closes, drafts are on disk, core has stopped (3 s, then by force), and only then the process ends. */
export function quitInOrder(parts: { stopCore(): Promise<void>; flushed(): Promise<void>; log: Log }): void {
  let ending = false
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (ending) return
    ending = true
    Promise.allSettled([parts.flushed(), parts.stopCore()]).then(() => app.exit(0), () => app.exit(1))
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => app.quit())
}

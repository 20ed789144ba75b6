import type { FromCore } from '@shared/bridge'
import { createCore } from './app/create-core'
import { reportDefect } from './app/defect-log'
import { serve } from './app/serve'
import { createDesktopLink } from './browser/desktop-link'
import { widenDiskThreads } from './disk-threads'
import { coreHandlers } from './router'
import { createRouter } from './router/router'

widenDiskThreads()
// The core process of the window: answers main over its channel until it is told to stop or main is gone (01 Processes).
const toMain = process.send?.bind(process)
const send = (message: FromCore): void => {
  if (process.connected) toMain?.(message, undefined, undefined, () => undefined)
}
const windows = createDesktopLink(send)
const core = await createCore({ desktop: windows.desktop })
const report = (where: string, error: unknown) => reportDefect(core.env.home, where, error)
process.on('unhandledRejection', (reason) => void report('unhandled rejection', reason))
process.on('uncaughtException', (error) => {
  // State may be half changed: better a restart from what was committed than a core that is wrong.
  report('uncaught exception', error)
  process.exit(70)
})
await serve(core, createRouter(core, coreHandlers, report), {
  send,
  onMessage: (listener) => void process.on('message', listener),
  onGone: (listener) => void process.on('disconnect', listener),
}, windows)
process.exit(0)

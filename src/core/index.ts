import { createCore } from './app/create-core'
import { reportDefect } from './app/defect-log'
import { serve } from './app/serve'
import { coreHandlers } from './router'
import { createRouter } from './router/router'

// The core process of the window: answers main over its channel until it is told to stop or main is gone (01 Processes).
const core = await createCore()
const report = (where: string, error: unknown) => reportDefect(core.env.home, where, error)
process.on('unhandledRejection', (reason) => void report('unhandled rejection', reason))
process.on('uncaughtException', (error) => {
  // State may be half changed: better a restart from what was committed than a core that is wrong.
  report('uncaught exception', error)
  process.exit(70)
})
const send = process.send?.bind(process)
await serve(core, createRouter(core, coreHandlers, report), {
  send: (message) => {
    if (process.connected) send?.(message, undefined, undefined, () => undefined)
  },
  onMessage: (listener) => void process.on('message', listener),
  onGone: (listener) => void process.on('disconnect', listener),
})
process.exit(0)

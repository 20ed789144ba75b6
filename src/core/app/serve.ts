import type { FromCore, ToCore } from '@shared/bridge'
import type { DesktopLink } from '../browser/desktop-link'
import type { Router } from '../router/router'
import type { Core } from './types'

/** The two ends of the channel to main: a child process's, or linked ones in a test. */
export interface Channel { send(message: FromCore): void; onMessage(listener: (message: ToCore) => void): void; onGone(listener: () => void): void }

/** Speaks ToCore/FromCore over a channel. Resolves when core has closed, because it was told to or because main is gone. */
export function serve(core: Core, router: Router, channel: Channel, windows?: Pick<DesktopLink, 'receive' | 'lost'>): Promise<void> {
  core.hub.onBatch((events) => channel.send({ kind: 'events', events }))
  return new Promise((done) => {
    let closing = false
    const close = async () => {
      if (closing) return
      closing = true
      await core.close().catch(() => undefined)
      done()
    }
    channel.onGone(() => {
      windows?.lost()
      void close()
    })
    channel.onMessage((message) => {
      if (message.kind === 'stop') return void close()
      if (message.kind === 'ping') return channel.send({ kind: 'pong', id: message.id })
      if (message.kind === 'keys') return core.setKeys(message.keys)
      if (message.kind === 'desktopAnswer') return windows?.receive(message.id, message.answer)
      router.handle(message.name, message.input, message.principal).then((answer) => channel.send({ kind: 'response', id: message.id, answer }), () => undefined)
    })
    channel.send({ kind: 'ready', epoch: core.hub.epoch })
  })
}

import type { Handlers, NamesOf } from '@shared/procedures'
import type { CoreSupervisor } from '../core-supervisor'
import type { MainContext } from '../gateway'
import type { Keychain } from '../keychain'

type KeyName = Extract<NamesOf<'main'>, `keys.${string}`>

export function keyHandlers(keychain: Keychain, core: Pick<CoreSupervisor, 'pushKeys'>): Handlers<KeyName, MainContext> {
  return {
    'keys.set': async ({ name, value }) => {
      const kept = await keychain.set(name, value)
      core.pushKeys()
      return { kept }
    },
    'keys.remove': async ({ name }) => {
      await keychain.remove(name)
      core.pushKeys()
      return {}
    },
    'keys.status': () => ({ set: keychain.names(), secure: keychain.secure }),
  }
}

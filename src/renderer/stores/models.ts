import { create } from 'zustand'
import type { GlobalConfig } from '@shared/settings'
import type { Output } from '@shared/procedures'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'

type Rows = Output<'models.list'>
interface Models { models: Rows['models']; fallback: string; config: GlobalConfig['models'] | null; keys: string[]; secure: boolean; load(): Promise<void> }

/** Configured models, for settings and for the model picker. */
export const useModels = create<Models>((set) => ({
  models: [], fallback: 'demo/author', config: null, keys: [], secure: true,
  async load() {
    const [list, settings, keys] = await Promise.all([call('models.list', {}), call('settings.get', {}), call('keys.status', {})])
    set({ models: list.models, fallback: list.default, config: settings.config.models, keys: keys.set, secure: keys.secure })
  },
}))

const reload = () => void useModels.getState().load().catch(() => undefined)
onEvent('settings.changed', reload)
onResync(reload)

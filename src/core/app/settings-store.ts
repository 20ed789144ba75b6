import { join } from 'node:path'
import { GlobalConfig, UiSettings } from '@shared/settings'
import { openConfigFile } from '../project/config-store'
import type { SettingsStore } from './types'

/** `~/.wenqu/config.json` (09 §12): last good values while the file is broken, unknown keys kept. */
export function openSettings(home: string): SettingsStore {
  const file = openConfigFile(join(home, 'config.json'), GlobalConfig, join(home, 'config.last-good.json'))
  return {
    get: () => {
      const { value, error } = file.get()
      return { config: value, error }
    },
    update: (change) => file.update(change),
    setUi: async (change) => (await file.update((config) => ({ ...config, ui: UiSettings.parse({ ...config.ui, ...change }) }))).ui,
    onChange: (listener) => file.onChange(listener),
  }
}

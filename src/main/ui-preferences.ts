import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Locale, Theme } from '@shared/settings'

export interface UiPreferences { readonly language: Locale; readonly theme: Theme }

/**
 * What must be known before core and the window are there: WENQU_LANG, else the author's setting, else the system's language.
 * A broken settings file is core's to report; here the last good one counts, or none.
 */
export function readUiPreferences(home: string, env: NodeJS.ProcessEnv, systemLocale: string): UiPreferences {
  const ui = readUi(join(home, 'config.json')) ?? readUi(join(home, 'config.last-good.json')) ?? {}
  const wished = Locale.safeParse(env['WENQU_LANG'])
  const language = Locale.safeParse(ui['language'])
  const theme = Theme.safeParse(ui['theme'])
  const system = /^zh\b/i.test(systemLocale) ? 'zh-CN' : 'en'
  return { language: wished.data ?? language.data ?? system, theme: theme.data ?? 'system' }
}

/** Null when the file cannot be read. */
function readUi(file: string): Record<string, unknown> | null {
  try {
    const config: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const ui = typeof config === 'object' && config !== null && 'ui' in config ? config.ui : null
    return typeof ui === 'object' && ui !== null ? { ...ui } : {}
  } catch {
    return null
  }
}

const backgrounds = { light: '#ffffff', dark: '#1c1c1e', paper: '#f6f0e2', contrast: '#000000' } as const

/** The colour of the window before its page has painted, so that nothing flashes. */
export function backgroundOf(theme: Theme, systemIsDark: boolean): string {
  return backgrounds[theme === 'system' ? (systemIsDark ? 'dark' : 'light') : theme]
}

import { join } from 'node:path'
import { withFormat } from '@shared/export-file'
import type { Handlers, NamesOf } from '@shared/procedures'
import { fail } from '@shared/fault'
import type { Locale } from '@shared/settings'
import type { CoreSupervisor } from '../core-supervisor'
import { externalLink } from '../external-link'
import type { MainContext } from '../gateway'
import type { Desktop } from '../desktop'

export interface AppFacts {
  version: string; platform: string; language: Locale; home: string; secureStore: boolean; runtimeNote: string | null; defaultFolder: string
  fonts(): Promise<string[]>
  /** The folder of the sample once it is made; null when it was not asked for or could not be made. */
  sample(): Promise<string | null>
}
export interface AppParts { facts: AppFacts; desktop: Desktop; core: Pick<CoreSupervisor, 'state' | 'deaths' | 'restart'>; logFolder: string }

type AppName = Extract<NamesOf<'main'>, `app.${string}`>

export function appHandlers({ facts, desktop, core, logFolder }: AppParts): Handlers<AppName, MainContext> {
  return {
    'app.info': async (_input, { window }) => {
      const { fonts, sample, ...plain } = facts
      const made = window.launch.sample ? await sample() : null
      const project = window.project?.dir ?? window.launch.project ?? made
      return { ...plain, fonts: await fonts(), projectArgument: project, sampleArgument: window.launch.sample && project === null }
    },
    'app.pickFolder': async ({ title, start }, { window }) => ({ path: await desktop.pickFolder(window.browser, title, start ?? null) }),
    'app.pickFile': async ({ title, extensions }, { window }) => ({ path: await desktop.pickFile(window.browser, title, extensions) }),
    'app.pickSaveFile': async ({ title, folder, name, format }, { window }) => (await desktop.pickSaveFile(window.browser, title, withFormat(folder === null ? name : join(folder, name), format), format)) ?? { path: null, asked: false },
    'app.showItem': async ({ path }) => {
      await desktop.showItem(path)
      return {}
    },
    'app.openExported': async ({ path }) => {
      await desktop.openExported(path)
      return {}
    },
    'app.openExternal': async ({ url }, { window }) => {
      const link = externalLink(url)
      if (!link) fail('LINK_REFUSED', 'Only web and mail addresses can be opened.', { actual: url.slice(0, 200) })
      await desktop.openExternal(window.browser, link)
      return {}
    },
    'app.notify': ({ title, body }, { window }) => ({ shown: !window.browser.isFocused() && desktop.notify(window.browser, title, body) }),
    'app.openLog': async () => {
      await desktop.openFolder(logFolder)
      return {}
    },
    'app.restartCore': () => {
      core.restart()
      return {}
    },
    'app.coreState': () => ({ state: core.state(), deaths: core.deaths() }),
  }
}

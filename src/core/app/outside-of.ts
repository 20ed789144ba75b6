import { createAppService } from '../apps/app-service'
import { createBrowserService } from '../browser/browser-service'
import type { Desktop } from '../browser/desktop-link'
import { UsageBook } from '../agents/usage'
import type { Profiles } from '../agents/types'
import type { ModelPort } from '../models/types'
import type { OpenedProject } from '../project/types'
import { createDigest } from '../web/digest'
import { createHostStore } from '../web/host-store'
import type { ToolServices } from '../tools/types'
import { createNovelData } from '../web/novel-data'
import { createWebSearcher } from '../web/search/search-web'
import { createWebService } from '../web/web-service'
import type { SettingsStore } from './types'

interface Parts { project: OpenedProject; settings: SettingsStore; models: ModelPort; profiles: Profiles; keys(): Record<string, string>; /** The project's own choice of a model. */ projectModel(): string | null; desktop: Desktop | null }

/** The world outside as the tools of one project reach it: its list of hosts, the small model that reads pages, the browser and apps of the window, search engines, rankings. */
export function outsideOf({ project, settings, models, profiles, keys, projectModel, desktop }: Parts): Pick<ToolServices, 'web' | 'searcher' | 'novels' | 'browser' | 'apps'> {
  const usage = new UsageBook(project)
  const row = project.sessionsDb.prepare<[number], { model: string | null; profileKey: string }>('SELECT model, profileKey FROM Session WHERE id = ?')
  const digest = createDigest({
    models, small: () => settings.get().config.models.small, locale: () => project.manifest().locale,
    sessionModel: (id) => {
      const session = row.get(id)
      return models.resolve({ session: session?.model ?? null, project: projectModel(), profile: session === undefined ? null : profiles.get(session.profileKey).model })
    },
    used: (id, call) => { usage.add(id, call) },
  })
  const { env } = project
  const web = createWebService({ env, hosts: createHostStore(env, project.dir), digest })
  const status = project.sessionsDb.prepare<[number], { status: string }>('SELECT status FROM Session WHERE id = ?')
  const alive = (id: number): boolean => (status.get(id)?.status ?? 'archived') !== 'archived'
  return {
    web,
    browser: createBrowserService({ env, desktop, web, alive }),
    apps: createAppService({ env, desktop, web }),
    searcher: createWebSearcher({ providers: () => settings.get().config.search.providers, keys }),
    novels: createNovelData({ env, baseURL: () => settings.get().config.novelData.baseURL }),
  }
}

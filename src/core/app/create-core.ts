import { fail } from '@shared/fault'
import type { Desktop } from '../browser/desktop-link'
import { createEmbeddingPort } from '../models/embeddings'
import { createModelPort } from '../models/model-port'
import { createEnv } from '../project/env'
import { openProject, projectRoot } from '../project/open-project'
import { resourcesDir } from '../project/resources'
import { createSandboxHost } from '../sandbox/host'
import { createWebSearcher } from '../web/search/search-web'
import { noteInLog } from './defect-log'
import { createEventHub } from './event-hub'
import { takeKeys } from './keys'
import { createOpenProjects } from './open-projects'
import type { OpenProjects } from './open-projects'
import { createProjectRuntime } from './project-runtime'
import { openSettings } from './settings-store'
import type { Core, ProjectRuntime } from './types'

export interface CoreOptions {
  home?: string
  /** 0: the demo model does not wait; WENQU_DEMO_SPEED when not given. */
  demoSpeed?: number
  keys?: Record<string, string>
  /** Whether changes made outside this process are looked for; a CLI call needs none. True unless said. */
  watch?: boolean
  /** False in the test runner of script tools (08 §8). True unless said. */
  network?: boolean
  /** Told what of the author's own rules for commands does not count (06 §9); into the log unless given. */
  warn?(text: string): void
  /** The windows of main, for the browser and apps; a command line has none. */
  desktop?: Desktop
}

const settingsLookMs = 1_000

/** Everything core is made of, for the window's process, the CLI and the tests alike (01 Processes). Nothing is opened yet. */
export async function createCore(options: CoreOptions = {}): Promise<Core> {
  const env = createEnv(options.home)
  const hub = createEventHub({ epoch: env.id('core') })
  const settings = openSettings(env.home)
  const watch = options.watch ?? true
  let keys = { ...takeKeys(process.env), ...options.keys }
  const models = createModelPort({ settings: () => settings.get().config, keys: () => keys, env, resourcesDir: resourcesDir(), demoSpeed: options.demoSpeed ?? demoSpeedOf(process.env) })
  const embeddings = createEmbeddingPort({ settings: () => settings.get().config, keys: () => keys })
  const searcher = createWebSearcher({ providers: () => settings.get().config.search.providers, keys: () => keys })
  // A process that makes one call needs none ready for the next.
  const sandbox = createSandboxHost({ spare: watch })
  const stopTelling = settings.onChange(() => hub.emit(null, { type: 'settings.changed' }))
  // The author may edit the file by hand; looking is one stat call.
  const looking = watch ? setInterval(() => settings.get(), settingsLookMs) : null
  looking?.unref()
  const projects = createOpenProjects<ProjectRuntime, Trust>(async (dir, { trust }) => {
    const { slug } = await projectRoot(dir)
    const project = await openProject(dir, env, { emit: (event) => hub.emit(slug, event), readOnlyOk: true, watch, note: (what, about) => noteInLog(env.home, `${slug}: ${what}`, about), ...(trust === undefined ? {} : { trust }) })
    return createProjectRuntime({ project, settings, models, sandbox, embeddings, keys: () => keys, watch, network: options.network ?? true, desktop: options.desktop ?? null, ...(options.warn === undefined ? {} : { warn: options.warn }) })
  })
  return {
    env, hub, settings, models, embeddings, searcher,
    setKeys: (next) => {
      keys = { ...next }
      hub.emit(null, { type: 'settings.changed' })
    },
    keysSet: () => Object.keys(keys).sort(),
    open: (dir, how) => openOnce(projects, dir, how),
    get: (slug) => projects.get(slug) ?? fail('PROJECT_NOT_OPEN', `The project "${slug}" is not open.`, { actual: slug }),
    opened: () => projects.all(),
    closeProject: (slug) => projects.close(slug),
    release: (slug) => projects.release(slug),
    close: async () => {
      stopTelling()
      if (looking) clearInterval(looking)
      await projects.closeAll()
      await sandbox.close()
    },
  }
}

interface Trust { trust?: boolean }

async function openOnce(projects: OpenProjects<ProjectRuntime, Trust>, dir: string, how: Trust = {}): Promise<ProjectRuntime> {
  const root = await projectRoot(dir)
  return projects.open(root, how)
}

const demoSpeedOf = (env: NodeJS.ProcessEnv): number => {
  const speed = Number(env['WENQU_DEMO_SPEED'] ?? '1')
  return Number.isFinite(speed) && speed >= 0 ? speed : 1
}

import { join } from 'node:path'
import { app, ipcMain, nativeTheme, protocol, safeStorage, session } from 'electron'
import { serveApp } from './app-protocol'
import { createDesktopHost } from './browser/desktop-host'
import type { DesktopHost } from './browser/desktop-host'
import { childEnvironment } from './child-environment'
import { startCoreChild } from './core-child'
import { createCoreSupervisor } from './core-supervisor'
import type { CoreSupervisor } from './core-supervisor'
import { defaultFolder } from './default-folder'
import { createDesktop } from './desktop'
import { openDrafts } from './drafts'
import { installedFonts } from './fonts'
import { registerGateway } from './gateway'
import { appHandlers } from './handlers/app-handlers'
import { draftHandlers } from './handlers/draft-handlers'
import { keyHandlers } from './handlers/key-handlers'
import { openKeychain } from './keychain'
import type { Keychain } from './keychain'
import { openLayouts } from './layout'
import { logFolder } from './log'
import type { Log } from './log'
import type { Launch } from './launch'
import { setMenu } from './menu'
import { findNode } from './node-binary'
import { quitInOrder } from './quit'
import { runtimeNote } from './runtime-note'
import { openSample } from './sample'
import { guardNavigation, guardSession } from './session-guard'
import { readUiPreferences } from './ui-preferences'
import { openWindow } from './window'
import { createWindows, focusWindow } from './windows'
import type { AppWindow, Windows } from './windows'

export interface StartParts { home: string; launch: Launch; log: Log }
export interface RunningApp { show(wish: Launch): void }

/** The composition of the main process. Core starts before Electron is ready, so that both start side by side. */
export async function startApp({ home, launch, log }: StartParts): Promise<RunningApp> {
  const appFolder = app.getAppPath()
  const outFolder = join(appFolder, 'out')
  const windows = createWindows()
  const late: { keychain: Keychain | null } = { keychain: null }
  const folder = defaultFolder(home, process.env)
  const desktop = createDesktopHost({ log })
  const core = startCore({ home, appFolder, outFolder, windows, desktop, keys: () => late.keychain?.all() ?? {}, log })
  const fonts = installedFonts()
  guardNavigation(app, () => session.defaultSession)
  await app.whenReady()
  const preferences = readUiPreferences(home, process.env, app.getSystemLocale())
  nativeTheme.themeSource = preferences.theme === 'dark' ? 'dark' : preferences.theme === 'system' || preferences.theme === 'contrast' ? 'system' : 'light'
  const keychain = openKeychain(home, safeStorage)
  late.keychain = keychain
  core.pushKeys()
  const drafts = openDrafts(home)
  const layouts = openLayouts(home)
  let sample: Promise<string | null> | null = null
  const facts = {
    version: app.getVersion(), platform: process.platform, language: preferences.language, home, secureStore: keychain.secure, defaultFolder: folder,
    runtimeNote: runtimeNote(process.versions['electron'], preferences.language), fonts: () => fonts,
    sample: () => (sample ??= openSample({ core, resources: resourcesOf(appFolder), defaultFolder: folder, language: preferences.language, log })),
  }
  setMenu(process.platform)
  guardSession(session.defaultSession)
  serveApp(protocol, join(outFolder, 'renderer'))
  const handlers = {
    ...appHandlers({ facts, desktop: createDesktop(preferences.language), core, logFolder: logFolder(home) }), ...draftHandlers(drafts, layouts), ...keyHandlers(keychain, core),
  }
  registerGateway(ipcMain, { windows, handlers, core, log })
  const flushed = () => Promise.all([drafts.drain(), layouts.drain()]).then(() => undefined)
  const show = (wish: Launch): void => {
    if (wish.sample && windows.all().length > 0) return void facts.sample().then((dir) => show({ project: dir, sample: false }))
    const existing = wish.project ? windows.showing(wish.project) : (windows.all()[0] ?? null)
    if (existing) return focusWindow(existing.browser)
    const window = openWindow(wish, { outFolder, preferences, layouts, log, devTools: !app.isPackaged, flushed })
    windows.add(window)
    window.browser.once('closed', () => {
      giveBack(core, windows, window)
      // Pages nobody sees would keep the app from ending.
      if (windows.all().every((other) => other === window)) desktop.closeAll()
    })
  }
  app.on('activate', () => show({ project: null, sample: false }))
  quitInOrder({ stopCore: () => core.stop(), flushed, log })
  prepareProject(core, launch, facts.sample)
  show(launch)
  return { show }
}

/** Core closes the project, or keeps it for a while, so that an agent at work in it is not cut off at once. */
function giveBack(core: CoreSupervisor, windows: Windows, window: AppWindow): void {
  const elsewhere = windows.all().some((other) => other !== window && other.project?.slug === window.project?.slug)
  if (window.project && !elsewhere) void core.call('projects.close', { project: window.project.slug }, 'human')
}

interface CoreParts { home: string; appFolder: string; outFolder: string; windows: Windows; desktop: DesktopHost; keys(): Record<string, string>; log: Log }

function startCore({ home, appFolder, outFolder, windows, desktop, keys, log }: CoreParts): CoreSupervisor {
  const node = findNode({ env: process.env, appFolder, resources: process.resourcesPath })
  if (!node) throw new Error('The Node 26 that core runs on is missing; run: npm ci --include=optional')
  const env = childEnvironment(process.env, { ...(process.env['WENQU_HOME'] ? { WENQU_HOME: home } : {}), WENQU_RESOURCES: resourcesOf(appFolder) })
  const start = () => startCoreChild({ node, entry: unpacked(join(outFolder, 'main', 'core.js')), env }, log)
  const reopen = () => windows.all().flatMap(({ project }) => (project ? [project.dir] : []))
  return createCoreSupervisor({ start, keys, reopen, onEvents: (events) => windows.sendEvents(events), onState: (state) => windows.sendState(state), desktop, log })
}

/** Core is plain Node and cannot read inside an archive; a package keeps its files beside it. */
const unpacked = (path: string) => path.replace(/app\.asar(?=[\\/]|$)/, 'app.asar.unpacked')
const resourcesOf = (appFolder: string) => unpacked(join(appFolder, 'resources'))

/** Core opens the project while the window still loads; opening is idempotent, so the window's own call finds it open. */
function prepareProject(core: CoreSupervisor, launch: Launch, sample: () => Promise<string | null>): void {
  if (launch.project) void core.call('projects.open', { dir: launch.project }, 'human')
  else if (launch.sample) void sample()
}

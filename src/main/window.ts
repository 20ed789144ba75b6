import { join } from 'node:path'
import { BrowserWindow, nativeTheme } from 'electron'
import { guardClose } from './close-guard'
import { appOrigin } from './call-check'
import type { Launch } from './launch'
import type { Layouts } from './layout'
import type { Log } from './log'
import type { AppWindow } from './windows'
import type { UiPreferences } from './ui-preferences'
import { backgroundOf } from './ui-preferences'

export interface WindowParts { outFolder: string; preferences: UiPreferences; layouts: Layouts; log: Log; devTools: boolean; flushed(): Promise<void> }

const minimum = { minWidth: 900, minHeight: 600 }

/** Opens one window on our page (09 §1): sandboxed, isolated, no Node, shown when its first picture is there. */
export function openWindow(launch: Launch, parts: WindowParts): AppWindow {
  const bounds = keptBounds(parts.layouts.get(boundsKey(launch.project)))
  const browser = new BrowserWindow({
    width: 1_280, height: 840, ...bounds, ...minimum, show: false, title: 'Wenqu', autoHideMenuBar: true,
    backgroundColor: backgroundOf(parts.preferences.theme, nativeTheme.shouldUseDarkColors),
    webPreferences: {
      preload: join(parts.outFolder, 'preload', 'index.cjs'), contextIsolation: true, sandbox: true, nodeIntegration: false, nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false, webSecurity: true, webviewTag: false, spellcheck: false, devTools: parts.devTools, navigateOnDragDrop: false, safeDialogs: true,
    },
  })
  const window: AppWindow = { browser, launch, project: null }
  browser.once('ready-to-show', () => browser.show())
  const keepBounds = () => {
    if (browser.isDestroyed() || browser.isFullScreen()) return
    parts.layouts.set(boundsKey(window.project?.dir ?? launch.project), { ...browser.getNormalBounds(), maximized: browser.isMaximized() }).catch((error: unknown) => parts.log.warn('bounds not kept', { why: String(error) }))
  }
  guardClose(browser, { beforeFlush: keepBounds, afterFlush: parts.flushed })
  reviveWhenGone(browser, parts.log)
  browser.loadURL(`${appOrigin}/index.html`).catch((error: unknown) => parts.log.error('page did not load', { why: String(error) }))
  return window
}

const boundsKey = (dir: string | null) => `bounds:${dir ?? ''}`

function keptBounds(kept: Record<string, unknown> | null): { x?: number; y?: number; width?: number; height?: number } {
  if (!kept) return {}
  const number = (key: string, least: number) => {
    const value = kept[key]
    return typeof value === 'number' && Number.isInteger(value) && value >= least && value < 20_000 ? { [key]: value } : {}
  }
  return { ...number('x', -20_000), ...number('y', -20_000), ...number('width', minimum.minWidth), ...number('height', minimum.minHeight) }
}

/** A renderer that crashed comes back where it was; its drafts are on disk. Three times a minute at most. */
function reviveWhenGone(browser: BrowserWindow, log: Log): void {
  let deaths: number[] = []
  browser.webContents.on('render-process-gone', (_event, details) => {
    log.error('window process gone', { reason: details.reason })
    const now = Date.now()
    deaths = [...deaths.filter((at) => now - at < 60_000), now]
    if (details.reason !== 'clean-exit' && deaths.length <= 3 && !browser.isDestroyed()) browser.webContents.reload()
  })
}

import type { BrowserWindow, WebContents } from 'electron'
import type { Numbered } from '@shared/events'
import type { CoreState } from '@shared/bridge'
import type { Launch } from './launch'

/** One window of ours: what it was started with and which project it shows. */
export interface AppWindow { readonly browser: BrowserWindow; launch: Launch; project: { readonly slug: string; readonly dir: string } | null }

/** All windows, by their contents: the gateway trusts no others. One window per project (09 §1). */
export interface Windows {
  add(window: AppWindow): void
  of(contents: WebContents): AppWindow | null
  showing(dir: string): AppWindow | null
  all(): readonly AppWindow[]
  sendEvents(events: Numbered[]): void
  sendState(state: CoreState): void
}

export function createWindows(): Windows {
  const windows = new Set<AppWindow>()
  const send = (window: AppWindow, channel: string, value: unknown) => {
    if (!window.browser.isDestroyed() && !window.browser.webContents.isCrashed()) window.browser.webContents.send(channel, value)
  }
  return {
    add: (window) => {
      windows.add(window)
      window.browser.once('closed', () => windows.delete(window))
    },
    of: (contents) => [...windows].find((window) => !window.browser.isDestroyed() && window.browser.webContents === contents) ?? null,
    showing: (dir) => [...windows].find((window) => (window.project?.dir ?? window.launch.project) === dir) ?? null,
    all: () => [...windows],
    sendEvents: (events) => {
      for (const window of windows) {
        const slug = window.project?.slug ?? null
        const mine = events.filter((event) => event.project === null || slug === null || event.project === slug)
        if (mine.length > 0) send(window, 'wenqu.events', mine)
      }
    },
    sendState: (state) => {
      for (const window of windows) send(window, 'wenqu.coreState', state)
    },
  }
}

export function focusWindow(browser: BrowserWindow): void {
  if (browser.isMinimized()) browser.restore()
  browser.show()
  browser.focus()
}

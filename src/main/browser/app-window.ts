import { BrowserWindow, session } from 'electron'

/** Windows that show a folder as an app, through core's gateway on this machine (07 §3 open_app). */
export interface AppWindows { show(tab: string, url: string, title: string): Promise<void>; close(tab: string): void; closeAll(): void }

export function createAppWindows(): AppWindows {
  const windows = new Map<string, BrowserWindow>()
  const close = (tab: string) => {
    windows.get(tab)?.destroy()
    windows.delete(tab)
  }
  return {
    show: async (tab, url, title) => {
      const known = windows.get(tab)
      if (known !== undefined) return focus(known, url)
      const window = open(url, title)
      windows.set(tab, window)
      window.once('closed', () => {
        if (windows.get(tab) === window) windows.delete(tab)
      })
      await window.loadURL(url)
    },
    close,
    closeAll: () => { for (const tab of windows.keys()) close(tab) },
  }
}

async function focus(window: BrowserWindow, url: string): Promise<void> {
  await window.loadURL(url)
  window.show()
}

/** Sandboxed, without preload or Node, and able to reach nothing but its own folder and what the gateway passes on. */
function open(url: string, title: string): BrowserWindow {
  const own = session.fromPartition(`app-${new URL(url).pathname}`, { cache: false })
  own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  own.setPermissionCheckHandler(() => false)
  own.setDevicePermissionHandler(() => false)
  own.setSpellCheckerEnabled(false)
  own.on('will-download', (event) => event.preventDefault())
  own.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !isOwn(details.url, url) }))
  const window = new BrowserWindow({
    width: 1_000, height: 720, title, autoHideMenuBar: true, backgroundColor: '#ffffff',
    webPreferences: {
      session: own, sandbox: true, contextIsolation: true, nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false, webSecurity: true,
      webviewTag: false, spellcheck: false, devTools: false, navigateOnDragDrop: false, safeDialogs: true, disableDialogs: true,
    },
  })
  const { webContents } = window
  webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  webContents.on('will-frame-navigate', (event) => {
    if (!isOwn(event.url, url)) event.preventDefault()
  })
  webContents.on('will-prevent-unload', (event) => event.preventDefault())
  // Its title names the folder, not what the page calls itself.
  window.on('page-title-updated', (event) => event.preventDefault())
  return window
}

/** Below the app's own address, or made inside the page. */
const isOwn = (address: string, app: string): boolean => address.startsWith(app) || /^(data|blob|about):/.test(address)

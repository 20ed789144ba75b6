import { BrowserWindow } from 'electron'
import type { AuthInfo, Session, WebContents } from 'electron'
import { placeOf } from '@shared/address'

export const pageSize = { width: 1_280, height: 720 }
/** Interfaces that would put a picker of the system on the author's screen. */
const switchedOff = 'FileSystemAccess,FileSystemAccessLocal,PaymentRequest,WebBluetooth,WebUSB,Serial,WebHID,EyeDropperAPI'

export interface PageWindowParts {
  session: Session
  /** Core's proxy asks for this; no site is ever told a password. */
  proxy: { port: number; secret: string }
  /** A page wants another window: null when it may not now. */
  onPopup(url: string): void
}

/** An offscreen window on pages that nobody trusts: no preload, no Node, no dialogs, no other windows (07 §3). */
export function openPageWindow({ session, proxy, onPopup }: PageWindowParts): BrowserWindow {
  const window = new BrowserWindow({
    show: false, ...pageSize, useContentSize: true, skipTaskbar: true,
    webPreferences: {
      session, offscreen: true, sandbox: true, contextIsolation: true, nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false, webSecurity: true,
      webviewTag: false, spellcheck: false, devTools: false, navigateOnDragDrop: false, disableDialogs: true, safeDialogs: true, backgroundThrottling: false, autoplayPolicy: 'user-gesture-required',
      disableBlinkFeatures: switchedOff,
    },
  })
  const { webContents } = window
  webContents.setAudioMuted(true)
  webContents.setFrameRate(30)
  // Nothing is dialled beside the proxy.
  webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  keepInside(webContents, onPopup)
  webContents.on('login', (event, _details, auth, answer) => {
    event.preventDefault()
    if (isOurProxy(auth, proxy.port)) answer('wenqu', proxy.secret)
    else answer()
  })
  webContents.on('will-prevent-unload', (event) => event.preventDefault())
  return window
}

const isOurProxy = (auth: AuthInfo, port: number): boolean => auth.isProxy && auth.host === '127.0.0.1' && auth.port === port

/** Only http and https, and other windows only as this one. */
function keepInside(contents: WebContents, onPopup: (url: string) => void): void {
  contents.setWindowOpenHandler(({ url }) => {
    if (placeOf(url) !== null) onPopup(url)
    return { action: 'deny' }
  })
  contents.on('will-frame-navigate', (event) => {
    if (placeOf(event.url) === null && !(event.isMainFrame === false && /^(about|data|blob):/.test(event.url))) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/**
 * From a press on, a page could open a file field of the system, or ask before it is left: for as long as this stands it cannot.
 * Frames of other sites have no say in it: they are never pressed, and the press of a page is not theirs. Not always on, because
 * frames that fail to load then hold the page up.
 */
export async function refuseDialogs({ debugger: link }: WebContents): Promise<void> {
  if (link.isAttached()) return
  link.attach('1.3')
  link.removeAllListeners('message')
  link.on('message', (_event, method: string, params: { type?: string }) => {
    if (method === 'Page.javascriptDialogOpening') link.sendCommand('Page.handleJavaScriptDialog', { accept: params.type === 'beforeunload' }).catch(() => undefined)
  })
  await link.sendCommand('Page.enable')
  await link.sendCommand('Page.setInterceptFileChooserDialog', { enabled: true })
}

/** Before another page loads, which nobody has pressed. */
export function stopRefusing({ debugger: link }: WebContents): void {
  if (link.isAttached()) link.detach()
}

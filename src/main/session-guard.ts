import type { App, Session, WebContents } from 'electron'
import { schemeOf } from '@shared/address'
import { appOrigin } from './call-check'

const ownSchemes = new Set(['app:', 'blob:', 'data:', 'devtools:'])

/** Nothing leaves the window and nothing of the machine is lent to it (EL-05, EL-09). Copying text is the one permission. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, answer, details) => answer(mayCopy(contents, permission, details.requestingUrl)))
  session.setPermissionCheckHandler((contents, permission, origin) => mayCopy(contents, permission, origin))
  session.setDevicePermissionHandler(() => false)
  // Its dictionaries would come from the network.
  session.setSpellCheckerEnabled(false)
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !ownSchemes.has(schemeOf(details.url)) }))
  session.on('will-download', (event) => event.preventDefault())
}

function mayCopy(contents: WebContents | null, permission: string, origin: string): boolean {
  return permission === 'clipboard-sanitized-write' && contents !== null && (origin === appOrigin || origin.startsWith(`${appOrigin}/`))
}

const isAppPage = (url: string) => url === `${appOrigin}/` || url === `${appOrigin}/index.html`

/** Every web contents in our own session, whoever made it, stays on our page and opens no other (EL-01, EL-02). Others, of untrusted pages, have rules of their own. */
export function guardNavigation(app: App, own: () => Session): void {
  // No site is shown a certificate of the author's.
  app.on('select-client-certificate', (event, _contents, _url, _list, answer) => {
    event.preventDefault()
    answer()
  })
  app.on('web-contents-created', (_event, contents) => {
    if (contents.session !== own()) return
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    contents.on('will-navigate', (event) => {
      if (!isAppPage(event.url)) event.preventDefault()
    })
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame || !isAppPage(event.url)) event.preventDefault()
    })
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
  })
}

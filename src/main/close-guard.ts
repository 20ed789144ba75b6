import { MessageChannelMain } from 'electron'
import type { BrowserWindow } from 'electron'

/** How long a window may take to save what is typed before it closes anyway; the draft journal has it by then (09 §5). */
export const flushMs = 3_000

/** Asks the page to save; resolves when it has answered, has gone, or time is up. */
export function askToFlush(browser: BrowserWindow, withinMs = flushMs): Promise<void> {
  const contents = browser.webContents
  if (contents.isDestroyed() || contents.isCrashed() || contents.isLoadingMainFrame()) return Promise.resolve()
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannelMain()
    const finish = () => {
      clearTimeout(timer)
      port1.close()
      done()
    }
    const timer = setTimeout(finish, withinMs)
    port1.once('message', finish)
    port1.start()
    contents.once('destroyed', finish)
    contents.once('render-process-gone', finish)
    contents.postMessage('wenqu.beforeClose', null, [port2])
  })
}

/** The first wish to close becomes a flush; the window closes when that has ended. `onClosed` learns whether the app should go on quitting. */
export function guardClose(browser: BrowserWindow, hooks: { beforeFlush(): void; afterFlush(): Promise<void> }): void {
  let stage: 'open' | 'flushing' | 'done' = 'open'
  browser.on('close', (event) => {
    if (stage === 'done') return
    event.preventDefault()
    if (stage === 'flushing') return
    stage = 'flushing'
    hooks.beforeFlush()
    const finish = () => {
      stage = 'done'
      if (!browser.isDestroyed()) browser.close()
    }
    askToFlush(browser).then(() => hooks.afterFlush()).then(finish, finish)
  })
}
